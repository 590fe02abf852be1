// Symmetric positive definite matrices of dense blocks on small grids.
#pragma once
#include <random>

#include "tests/kernels/grid_samples.hpp"

namespace minikrylov::samples {

/// Replaces each coupling of `points` by a block of numbers between -1/2 and 1/2, symmetric with the opposite coupling;
/// diagonal entries exceed the sums of their rows by 1/8 or more.
inline Sample spd_blocks(const Sample& points, int block, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return static_cast<double>(random() % 17) / 16 - 0.5; };
  Sample sample{0, std::vector<std::vector<Entry>>(static_cast<std::size_t>(points.rows()) * block)};
  const auto value_at = [&](LocalIndex row, LocalIndex column) {
    const auto& entries = sample.row[row];
    return std::find_if(entries.begin(), entries.end(), [=](const Entry& e) { return e.column == column; })->value;
  };
  for (LocalIndex i = 0; i < points.rows(); ++i)
    for (const Entry& e : points.row[i])
      for (int r = 0; r < block; ++r)
        for (int c = 0; c < block; ++c) {
          const LocalIndex row = i * block + r, column = e.column * block + c;
          sample.row[row].push_back({column, column < row ? value_at(column, row) : number()});
        }
  for (LocalIndex i = 0; i < sample.rows(); ++i) {
    double sum = 0.125 * (1 + i % 3);
    for (const Entry& e : sample.row[i]) sum += e.column == i ? 0 : std::fabs(e.value);
    for (Entry& e : sample.row[i])
      if (e.column == i) e.value = sum;
  }
  return sample;
}

}  // namespace minikrylov::samples
