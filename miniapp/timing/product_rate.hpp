// The memory bandwidth of products: of the bytes that move, and by a conventional count, independent of the format.
#pragma once
#include <optional>

#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// CRS-equivalent bytes of A: 12 per nonzero.
[[nodiscard]] constexpr double crs_matrix_bytes(double nonzeros) { return 12 * nonzeros; }

/// CRS-equivalent bytes of y = A x with one right-hand side, as `product_bandwidth` counts them: those, and 16 per row.
[[nodiscard]] constexpr double conventional_product_bytes(double nonzeros, double rows) {
  return crs_matrix_bytes(nonzeros) + 16 * rows;
}

/// Of products one after the other: the best of a few, in bytes per second, and the median.
struct ProductRate {
  double product = 0;              ///< by the conventional bytes above
  double moved = 0;                ///< by those that move: of the matrix as it is stored, x and y
  double triad = 0;                ///< the best between the products, or the known one
  double median_seconds = 0;       ///< until the last rank is done
  std::optional<double> update{};  ///< bytes/s of updates in place between the products, the median; if they are long
};

/// The triad, and its bandwidth in bytes per second if known already.
struct Triads {
  const CommonTriad& now;
  double known = 0;
};

/// Runs products with A, the triad and updates in turns. Where products are too short, the known triad is used.
/// Collective.
[[nodiscard]] ProductRate product_rate(const Operator& A, const System& system, const Triads& triads,
                                       const Communicator& ranks);

}  // namespace minikrylov
