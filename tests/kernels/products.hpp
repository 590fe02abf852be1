// Products with a matrix in any format, and a task that checks them.
#pragma once
#include <limits>

#include "kernels/schedule/run_schedule.hpp"
#include "tests/kernels/sparse_samples.hpp"

namespace minikrylov::samples {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Groups without ghosts in which every row may be coupled with all other rows.
inline GhostGroups any_groups(LocalIndex rows) {
  constexpr LocalIndex size = GhostGroups::group_rows;
  return {rows, std::vector<char>((rows + size - 1) / size, 0), rows};
}

/// Row blocks in natural order, cached stores, no tasks.
inline BlockSchedule simplest_schedule(const LocalMatrix& matrix, int width) {
  BlockSchedule schedule =
      plan_schedule(any_groups(matrix.rows()), {}, {.width = width, .together = matrix.blocks_together()});
  schedule.stores = Stores::cached;
  return schedule;
}

inline LocalIndex block_count(const LocalMatrix& matrix, int width) {
  return RowBlocks::of(matrix.rows(), width).count();
}

inline std::vector<double> product(const LocalMatrix& matrix, const std::vector<double>& values, int width) {
  const Vector x = vector_of(values, matrix.rows(), width);
  const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(matrix.rows()) * width, not_a_number),
                             matrix.rows(), width);
  run(simplest_schedule(matrix, width), {matrix, x, y}, NoExchange());
  return to_host(y.data);
}

/// Aᵀ x, of all columns.
inline std::vector<double> transposed_product(const LocalMatrix& matrix, const std::vector<double>& values, int width) {
  const Vector x = vector_of(values, matrix.rows(), width);
  const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(matrix.columns()) * width, not_a_number),
                             matrix.rows(), width);
  matrix.multiply_transposed(x, y);
  return to_host(y.data);
}

/// y[rows] ← A x, by one host thread or by a kernel.
inline void multiply_some(const LocalMatrix& matrix, const Vector& x, const Vector& y, RowRange rows) {
  if (matrix.row_loop() == RowLoop::of_schedule)
    matrix.multiply_rows(x, rows, {.rows = y.data.data() + Offset{rows.begin} * x.width});
  else if (rows.begin < rows.end)
    matrix.multiply(x, y, rows);
}

/// Compares the rows of each block with the expected ones, and counts how often each block is run.
class Watch final : public BlockTask {
 public:
  Watch(const Vector& y, const std::vector<double>& expected, LocalIndex blocks)
      : y_(y), expected_(expected), calls(blocks), wrong_rows(blocks) {}
  void run(LocalIndex block, LocalIndex begin, LocalIndex end) const override {
    ++calls[block];
    const RowBlocks blocks = RowBlocks::of(y_.rows, y_.width);
    if (begin != blocks.begin(block) || end != blocks.end(block)) ++wrong_rows[block];
    for (Offset e = Offset{begin} * y_.width; e < Offset{end} * y_.width; ++e)
      if (y_.data(e) != expected_[e]) ++wrong_rows[block];
  }

 private:
  Vector y_;
  const std::vector<double>& expected_;

 public:
  mutable std::vector<int> calls, wrong_rows;  // one element per block, so threads do not race
};

}  // namespace minikrylov::samples
