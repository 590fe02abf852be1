// Fits of measured communication times to the forms of the papers.
#pragma once
#include <vector>

#include "miniapp/model/machine.hpp"

namespace minikrylov {

struct CommunicationTime {
  double bytes, nodes, seconds;
};

/// Which exponents a fit may choose; the others are given.
enum class Exponents {
  of_bytes,           ///< n0, as equation (7) has it; n1 = 0
  of_bytes_and_nodes  ///< n0 and n1, equation (10)
};

/// The law with the smallest sum of squares of relative errors; C₀ and C₁ are not negative. Exponents are found on a
/// grid of steps of 0.02 up to 1.2. At least one sample; of fewer than two numbers of nodes nothing can be learned
/// about n1.
[[nodiscard]] PowerLaw fit_power_law(const std::vector<CommunicationTime>& samples, Exponents exponents);

/// A straight line: n0 = 1, n1 = 0.
[[nodiscard]] PowerLaw fit_line(const std::vector<CommunicationTime>& samples);

}  // namespace minikrylov
