// Incomplete Cholesky factorisation without fill-in, colour by colour.
#pragma once
#include <optional>
#include <vector>

#include "kernels/triangular/triangles.hpp"

namespace minikrylov {

/// A pivot with which no factorisation exists: zero, negative, or not a number.
struct BadPivot {
  LocalIndex row = 0;  ///< of a single unknown, also with blocks
  double value = 0;
};

/// M = (D̃ + L) D̃⁻¹ (D̃ + Lᵀ), which equals A wherever A has an entry.
struct IncompleteCholesky {
  Triangles factors;                  ///< L, Lᵀ and D̃; of no use after a bad pivot
  std::optional<BadPivot> bad_pivot;  ///< the first one by parts, then by rows
};

/// IC(0) of this rank's rows, ghost columns dropped:
///   lᵢₖ = aᵢₖ - Σⱼ lᵢⱼ lₖⱼ / d̃ⱼ for the entries of A left of the diagonal,  d̃ᵢ = (1 + shift) aᵢᵢ - Σⱼ lᵢⱼ² / d̃ⱼ.
/// Where no three rows are coupled with each other (star stencils), L is that of A and only the diagonal changes.
/// J. A. Meijerink, H. A. van der Vorst, Math. Comp. 31 (1977) 148-162; by colours as in K. Nakajima et al., HPCAsia
/// 2022 Workshop, https://doi.org/10.1145/3503470.3503477. `matrix` is ordered and symmetric; `parts` as in Ordering.
/// Rows of a part are factorised in parallel if they are not coupled, otherwise one after the other, which is slow.
/// With blocks, entries and pivots are dense, and it is that of factorise_block_ic0.
IncompleteCholesky factorise_ic0(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, double shift);

/// IC(0) of a matrix of blocks (see to_blocks), as above with D̃ⱼ⁻¹ for 1 / d̃ⱼ; the shift is of the unknowns' diagonal.
/// Each D̃ᵢ must be positive definite; a pivot within it that is not positive is the bad one. `parts` in points.
IncompleteCholesky factorise_block_ic0(const CrsArrays& points, const std::vector<LocalIndex>& parts, double shift);

}  // namespace minikrylov
