// Fits measured communication times to the formulas of the papers.
#pragma once
#include <vector>

#include "miniapp/model/machine/machine.hpp"

namespace minikrylov {

struct CommunicationTime {
  double bytes, nodes, seconds;
};

/// Which exponents are fitted; the others are fixed.
enum class Exponents {
  of_bytes,           ///< n0, as in equation (7); n1 = 0
  of_bytes_and_nodes  ///< n0 and n1, equation (10)
};

/// The law with the minimum sum of squared relative errors and non-negative C₀, C₁. Exponents are searched on a grid
/// with steps of 0.02 up to 1.2. Needs at least one sample; n1 cannot be determined from fewer than two numbers of
/// nodes.
[[nodiscard]] PowerLaw fit_power_law(const std::vector<CommunicationTime>& samples, Exponents exponents);

/// A straight line: n0 = 1, n1 = 0.
[[nodiscard]] PowerLaw fit_line(const std::vector<CommunicationTime>& samples);

}  // namespace minikrylov
