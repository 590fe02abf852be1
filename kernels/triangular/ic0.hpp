// Incomplete Cholesky factorisation without fill-in, colour by colour.
#pragma once
#include <optional>
#include <vector>

#include "kernels/triangular/triangles.hpp"

namespace minikrylov {

/// A pivot that makes the factorisation break down: zero, negative or NaN.
struct BadPivot {
  LocalIndex row = 0;  ///< of a single unknown, even with blocks
  double value = 0;
};

/// M = (D̃ + L) D̃⁻¹ (D̃ + Lᵀ), which equals A in all entries of A.
struct IncompleteCholesky {
  Triangles factors;                  ///< L, Lᵀ and D̃; invalid after a bad pivot
  std::optional<BadPivot> bad_pivot;  ///< the first one, by parts, then by rows
};

/// IC(0) of this rank's rows, ghost columns dropped:
///   lᵢₖ = aᵢₖ - Σⱼ lᵢⱼ lₖⱼ / d̃ⱼ for the entries of A left of the diagonal,  d̃ᵢ = (1 + shift) aᵢᵢ - Σⱼ lᵢⱼ² / d̃ⱼ.
/// If no three rows are mutually coupled (star stencils), L is that of A and only the diagonal changes.
/// J. A. Meijerink, H. A. van der Vorst, Math. Comp. 31 (1977) 148-162; by colours as in K. Nakajima et al., HPCAsia
/// 2022 Workshop, https://doi.org/10.1145/3503470.3503477. `matrix` is ordered and symmetric; `parts` as in Ordering.
/// Rows of a part are factorised in parallel if they are not coupled, otherwise sequentially, which is slow. For a
/// matrix of blocks, calls factorise_block_ic0().
IncompleteCholesky factorise_ic0(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, double shift);

/// IC(0) of a matrix of blocks (see to_blocks), as above with D̃ⱼ⁻¹ in place of 1 / d̃ⱼ; the shift applies to the
/// diagonal of the unknowns. Each D̃ᵢ must be positive definite; otherwise the bad pivot is one inside it. `parts`
/// counts points.
IncompleteCholesky factorise_block_ic0(const CrsArrays& points, const std::vector<LocalIndex>& parts, double shift);

}  // namespace minikrylov
