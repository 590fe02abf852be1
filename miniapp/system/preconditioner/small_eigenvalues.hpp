// Eigenvalues of symmetric matrices of a few rows.
#pragma once
#include <vector>

namespace minikrylov {

/// A square matrix of a few rows.
class SmallMatrix {
 public:
  explicit SmallMatrix(int size) : size_(size), values_(static_cast<std::size_t>(size) * size, 0) {}
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] double operator()(int i, int j) const { return values_[static_cast<std::size_t>(i) * size_ + j]; }
  [[nodiscard]] double& operator()(int i, int j) { return values_[static_cast<std::size_t>(i) * size_ + j]; }

 private:
  int size_;
  std::vector<double> values_;
};

/// All eigenvalues of a symmetric matrix, ascending, by Jacobi's rotations (G. Golub, C. Van Loan, Matrix Computations,
/// 4th ed. (2013), algorithm 8.5.2); NaN where the matrix holds one.
[[nodiscard]] std::vector<double> eigenvalues(SmallMatrix symmetric);

}  // namespace minikrylov
