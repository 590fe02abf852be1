// Random matrices of small dense blocks, stored as single rows.
#pragma once
#include "tests/kernels/sparse_samples.hpp"

namespace minikrylov::samples {

/// Replaces each entry of `points` by a block of small integers.
inline Sample blown_up(const Sample& points, int block, unsigned seed) {
  std::mt19937 random(seed);
  Sample sample{points.ghosts * block, {}};
  for (const auto& point : points.row)
    for (int r = 0; r < block; ++r) {
      auto& row = sample.row.emplace_back();
      for (const Entry& e : point)
        for (int c = 0; c < block; ++c) row.push_back({e.column * block + c, static_cast<double>(random() % 17) - 8});
    }
  return sample;
}

}  // namespace minikrylov::samples
