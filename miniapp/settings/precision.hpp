// Names of precisions, and of how lower ones are made good.
#pragma once
#include "kernels/core/precision.hpp"
#include "miniapp/settings/named.hpp"

namespace minikrylov {

template <> struct Names<Precision> {
  static constexpr std::string_view noun = "precision";
  static constexpr std::array table = {
      Name<Precision>{"double", Precision::double_precision, "numbers of 8 bytes"},
      Name<Precision>{"single", Precision::single_precision,
                      "numbers of 4 bytes; sums and arithmetic stay double, so M is symmetric up to rounding"},
      Name<Precision>{"half", Precision::half_precision,
                      "numbers of 2 bytes, 6e-8 to 65504, of three digits; D⁻¹ of M in single precision"},
      Name<Precision>{"bfloat16", Precision::bfloat16,
                      "the upper halves of single precision: its range, two digits; D⁻¹ of M in single precision"},
  };
};

/// How a solve whose inner products are of a rounded matrix gets the accuracy of double precision.
enum class Refinement { restart, reliable };
template <> struct Names<Refinement> {
  static constexpr std::string_view noun = "refinement";
  static constexpr std::array table = {
      Name<Refinement>{"restart", Refinement::restart,
                       "iterative refinement: b - A x in double precision, and a new solve for the correction"},
      Name<Refinement>{"reliable", Refinement::reliable,
                       "reliable updates: b - A x in double precision each time that the residual has lost a digit, "
                       "directions are kept (pcg, pbicgstab)"},
  };
};

}  // namespace minikrylov
