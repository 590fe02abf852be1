// The degree of Chebyshev's polynomial, chosen by measurement.
#pragma once
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {

/// The most products that are chosen: beyond, ghosts for all of them cost more than their exchanges.
inline constexpr int most_chosen_products = 8;

/// The number of products, 1 to most_chosen_products, of M = chebyshev for which the iterations of CG, bounded by the
/// condition number of M⁻¹ A, are expected to take the least time with `width` right-hand sides. Measures eigenvalues
/// by 30 steps of Lanczos' process, and on the slowest rank the times of an iteration without M, and of M with one and
/// with the most products, between which times are linear; takes about as long as 100 products. The same on all ranks.
/// Collective.
[[nodiscard]] int fastest_degree(const PreconditionerInputs& from, int width);

}  // namespace minikrylov
