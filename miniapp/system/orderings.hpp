// The orderings that a user can choose, for the rows of one rank.
#pragma once
#include "kernels/ordering/ordering.hpp"
#include "miniapp/settings/names.hpp"
#include "problems/grid.hpp"

namespace minikrylov {

/// The chosen order of the rows of `box`, `rows` as assembled. Not collective. Orderings by the grid's colours are for
/// star stencils with one unknown a point (elsewhere `box` may be empty): red where x + y + z in the whole grid is
/// even, whatever the partition.
///
/// reordered_1 and reordered_2 are those of figure 19 (b) and (c) in K. Nakajima et al., HPCAsia 2022 Workshop,
/// https://doi.org/10.1145/3503470.3503477. Boundary rows are those with ghosts; where a rank has none, those on the
/// faces x = max, y = max, z = max, which gives the iteration counts of the paper's table 2. The second one changes
/// only the order of rows of one colour, which are not coupled: it has the factorisation of red_black.
///
/// In red_black and multicolour, the rows of a colour that have ghosts stand behind the others, in one part with them.
[[nodiscard]] Ordering order_rows(OrderingChoice choice, const CrsArrays& rows, const Box& box);

}  // namespace minikrylov
