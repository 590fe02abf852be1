// Assembly of the rows of one box of a problem's grid.
#pragma once
#include "problems/problem.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// The rows of all points in `box`, numbered like the points of the box; global numbers are those of the whole grid.
/// The unknowns of a point are consecutive, and two points couple in all their unknowns or in none, so rows, columns
/// and ghosts come in whole degrees-of-freedom blocks. Ghosts ascend by global number. Runs on the device and does not
/// communicate, so any rank can assemble any box. Arrays with an element per row are first touched by the threads that
/// use them later (for_rows.hpp). Throws a SetupError if the box is empty, not inside the grid, or too large for 32-bit
/// row and column numbers. Not collective.
Rows assemble(const Problem& problem, const Box& box);

}  // namespace minikrylov
