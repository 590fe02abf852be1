// Substitution with triangles of blocks.
#pragma once
#include <memory>
#include <vector>

#include "kernels/triangular/substitution.hpp"

namespace minikrylov {

/// Substitution in compressed rows of 2 × 2 or 3 × 3 blocks; `parts` counts points. Diagonal blocks must be invertible.
std::unique_ptr<Substitution> make_crs_block_substitution(const Triangles& triangles,
                                                          const std::vector<LocalIndex>& parts, Precision precision);

/// The same in chunks of `chunk` points.
std::unique_ptr<Substitution> make_sell_block_substitution(const Triangles& triangles,
                                                           const std::vector<LocalIndex>& parts, int chunk,
                                                           Precision precision);

}  // namespace minikrylov
