// Substitution with triangles of blocks.
#pragma once
#include <memory>
#include <vector>

#include "kernels/triangular/substitution.hpp"

namespace minikrylov {

/// Triangles of blocks (block 2 or 3) in compressed rows; `parts` in points. The diagonal blocks must have inverses.
std::unique_ptr<Substitution> make_crs_block_substitution(const Triangles& triangles,
                                                          const std::vector<LocalIndex>& parts, Precision precision);

/// The same in chunks of `chunk` points.
std::unique_ptr<Substitution> make_sell_block_substitution(const Triangles& triangles,
                                                           const std::vector<LocalIndex>& parts, int chunk,
                                                           Precision precision);

}  // namespace minikrylov
