// Skewed tiles whose lower powers are in rings in cache.
#pragma once
#include "kernels/schedule/powers_plan.hpp"

namespace minikrylov {

/// Lets the steps of a phase with skewed tiles find and leave lower powers in rings, which it adds to the plan, a set
/// for each thread. Each row is computed once, as in vectors, and kept past the caches, so that no cache line of a
/// vector is read before it is written. What tiles read of the tile beside them, a few lines of each power, has left
/// the rings by then: further steps load it from where it is kept. On grids tiles thus lean to one side, by a line per
/// power, and memory sees the matrix, y_0 and each power about once, with tiles so narrow that a core's own cache holds
/// the rings. `graph`: as merged for needs.together; `rows`: of the matrix.
void put_in_rings(PowersPhase& phase, PowersPlan& plan, const GroupGraph& graph, const PowersNeeds& needs,
                  LocalIndex rows);

}  // namespace minikrylov
