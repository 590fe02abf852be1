// Products with a matrix in any format, and a task that watches them.
#pragma once
#include <limits>

#include "kernels/schedule/local_matrix.hpp"
#include "tests/kernels/sparse_samples.hpp"

namespace minikrylov::samples {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline LocalIndex block_count(const LocalMatrix& matrix, int width) {
  return RowBlocks::of(matrix.rows(), width).count();
}

inline std::vector<double> product(const LocalMatrix& matrix, const std::vector<double>& x, int width) {
  const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(matrix.rows()) * width, not_a_number),
                             matrix.rows(), width);
  matrix.multiply(vector_of(x, matrix.rows(), width), y, 0, block_count(matrix, width), nullptr);
  return to_host(y.data);
}

/// Compares the rows of each block with what they should be, and counts how often a block comes.
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
  mutable std::vector<int> calls, wrong_rows;  // one element a block: threads do not meet
};

}  // namespace minikrylov::samples
