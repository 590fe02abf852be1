// The memory bandwidth of products: of the bytes that move, and by a conventional count, independent of the format.
#pragma once
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

/// Bytes per second.
struct ProductRate {
  double product = 0;  ///< by the conventional bytes above
  double moved = 0;    ///< by those that move: of the matrix as it is stored, x and y
  double triad = 0;    ///< measured between the products, or the known one
};

/// The triad, and its bandwidth in bytes per second if known already.
struct Triads {
  const CommonTriad& now;
  double known = 0;
};

/// Runs products with A and the triad alternately and takes the best of a few. Where products are too short, the known
/// triad is used. Collective.
[[nodiscard]] ProductRate product_rate(const Operator& A, const System& system, const Triads& triads,
                                       const Communicator& ranks);

}  // namespace minikrylov
