// Options of solves whose products are with a rounded matrix.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/method_options.hpp"

namespace minikrylov {

/// The options as entered; unset: default.
struct WrittenPrecision {
  Precision matrix = Precision::double_precision;
  std::optional<Refinement> refinement;
  std::optional<double> inner_rtol;
  std::optional<Precision> vectors;
};

void add_mixed_precision(OptionReader& add, WrittenPrecision& written);

/// The options with what was entered; complains of what is invalid or has no effect.
[[nodiscard]] MixedPrecision finish_mixed_precision(const WrittenPrecision& written, Complaints& complaints);

}  // namespace minikrylov
