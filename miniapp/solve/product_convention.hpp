// How a product's bandwidth is counted, whatever its format moves.
#pragma once

namespace minikrylov {

/// Bytes of y = A x with one right-hand side, as `product_bandwidth` counts them: 12 a nonzero and 16 a row.
[[nodiscard]] constexpr double conventional_product_bytes(double nonzeros, double rows) {
  return 12 * nonzeros + 16 * rows;
}

}  // namespace minikrylov
