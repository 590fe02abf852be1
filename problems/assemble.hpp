// Assembly: from a problem to the rows of one box of its grid.
#pragma once
#include "problems/problem.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// All rows of the points in `box`, numbered as the box numbers its points; global numbers are those of the whole grid.
/// With several unknowns a point, those of a point stand together, and it couples with all unknowns of another or none:
/// rows, columns and ghosts form whole blocks. Ghosts ascend by global number. Works on the device, without
/// communication, so any box can be assembled anywhere. Row-proportional arrays are first touched by the threads
/// that use them later (for_rows.hpp). Throws a SetupError if the box is empty, not inside the grid, or too large for
/// 32-bit row and column numbers.
Rows assemble(const Problem& problem, const Box& box);

}  // namespace minikrylov
