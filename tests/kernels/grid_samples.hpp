// Symmetric positive definite matrices on small grids, entry by entry.
#pragma once
#include <cstdlib>

#include "tests/kernels/sparse_samples.hpp"

namespace minikrylov::samples {

/// A row per point: couplings of -1 with all points of the grid for which `coupled(dx, dy, dz)` holds, and a diagonal
/// that exceeds their sum by 1/8 or 1/4 (so that rows differ).
template <class Coupled> Sample grid_sample(int nx, int ny, int nz, const Coupled& coupled) {
  Sample sample{0, std::vector<std::vector<Entry>>(static_cast<std::size_t>(nx) * ny * nz)};
  const auto number = [&](int x, int y, int z) { return x + nx * (y + ny * z); };
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        auto& row = sample.row[number(x, y, z)];
        double sum = x % 2 == 0 ? 0.125 : 0.25;
        std::size_t diagonal = 0;
        for (int w = 0; w < nz; ++w)
          for (int v = 0; v < ny; ++v)
            for (int u = 0; u < nx; ++u) {
              const bool own = u == x && v == y && w == z;
              if (own) diagonal = row.size();
              if (!own && !coupled(std::abs(u - x), std::abs(v - y), std::abs(w - z))) continue;
              row.push_back({number(u, v, w), -1});
              if (!own) sum += 1;
            }
        row[diagonal].value = sum;
      }
  return sample;
}

/// 7-point stencil; 5 points if nz = 1.
inline Sample star_sample(int nx, int ny, int nz) {
  return grid_sample(nx, ny, nz, [](int dx, int dy, int dz) { return dx + dy + dz == 1; });
}

/// 27-point stencil; 9 points if nz = 1.
inline Sample cube_sample(int nx, int ny, int nz) {
  return grid_sample(nx, ny, nz, [](int dx, int dy, int dz) { return dx <= 1 && dy <= 1 && dz <= 1; });
}

}  // namespace minikrylov::samples
