// Matrix powers in overlapping strips, whose lower powers live in rings in cache.
#pragma once
#include <vector>

#include "kernels/schedule/powers_plan.hpp"

namespace minikrylov {

/// The strips of all threads. Each thread walks through its strips from layer to layer, and computes y_1 on a layer,
/// y_2 one layer behind it, and so on up to y_s. At the rims of a strip lower powers are computed once more by the
/// neighbouring one, so that nothing has to be kept: memory sees the matrix, y_0 and what is asked for. M. Mohiyuddin,
/// M. Hoemmen, J. Demmel, K. Yelick, Minimizing communication in sparse matrix solvers, SC 2009, section 3 ("implicit
/// cache blocking").
struct Strips {
  PowersPhase phase;
  std::vector<char> done;          ///< per group of `graph`: whether y_s is computed here
  std::vector<PowersRings> rings;  ///< per thread
};

/// Plans strips of `needs.tile_rows` rows per layer for all rows whose y_s can be computed from y_0 without ghosts of
/// higher powers (with hiding: without any ghosts). `graph`: as merged for needs.together.
[[nodiscard]] Strips plan_strips(const GhostGroups& ghosts, const GroupGraph& graph, const PowersNeeds& needs);

/// A window that is no shorter, for a ring that repeats after whole layers: layer after layer, a tile then meets the
/// same lines of the cache, instead of walking through all of the ring. As it is if `layer` is 0.
[[nodiscard]] LocalIndex in_whole_layers(LocalIndex window, LocalIndex layer);

}  // namespace minikrylov
