// The orderings that a user can choose for the rows of one rank.
#pragma once
#include "kernels/ordering/ordering.hpp"
#include "miniapp/settings/names.hpp"
#include "problems/grid.hpp"

namespace minikrylov {

/// The chosen order for the rows of `box`; `rows` as assembled. Not collective. Red-black orderings are for star
/// stencils with one unknown per point (for other orderings `box` may be empty): red where x + y + z in the whole grid
/// is even, whatever the partition.
///
/// reordered_1 and reordered_2 are those of figure 19 (b) and (c) in K. Nakajima et al., HPCAsia 2022 Workshop,
/// https://doi.org/10.1145/3503470.3503477. Boundary rows are those with ghosts; where a rank has none, those on the
/// faces x = max, y = max, z = max, which reproduces the iteration counts of the paper's table 2. reordered_2 only
/// permutes uncoupled rows of one colour, so its factorisation is that of red_black.
///
/// In red_black and multicolour, rows with ghosts come last within the part of their colour.
[[nodiscard]] Ordering order_rows(OrderingChoice choice, const CrsArrays& rows, const Box& box);

}  // namespace minikrylov
