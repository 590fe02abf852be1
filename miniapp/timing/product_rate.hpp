// The memory bandwidth of products, and how it is counted, whatever a format moves.
#pragma once
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// Bytes of y = A x with one right-hand side, as `product_bandwidth` counts them: 12 per nonzero and 16 per row.
[[nodiscard]] constexpr double conventional_product_bytes(double nonzeros, double rows) {
  return 12 * nonzeros + 16 * rows;
}

/// Bytes per second.
struct ProductRate {
  double product = 0;  ///< by the bytes above
  double triad = 0;    ///< between the products, or the known one
};

/// The triad, and what is known of it already, in bytes per second.
struct Triads {
  const CommonTriad& now;
  double known = 0;
};

/// Products with A and the triad in turn; the best of a few. The known triad has to do where products are over in no
/// time. Collective.
[[nodiscard]] ProductRate product_rate(const Operator& A, const System& system, const Triads& triads,
                                       const Communicator& ranks);

}  // namespace minikrylov
