// Small systems with their dense matrices, and polynomials evaluated without the program's kernels.
#pragma once
#include <complex>
#include <span>

#include "tests/miniapp/systems.hpp"
#include "tests/miniapp/waves.hpp"

namespace minikrylov::test {

using ComplexVector = std::vector<std::complex<double>>;

/// Pseudo-random numbers in [-1, 1].
class RandomNumbers {
 public:
  explicit RandomNumbers(unsigned seed) : state_(seed) {}
  double operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1;
  }

 private:
  std::uint64_t state_;
};

/// A matrix with a diagonal between 2 and 4 and a few entries beside it; those below are `mirrored` times those above.
/// 1: symmetric positive definite; -1: most eigenvalues are complex.
inline SparseMatrix random_matrix(LocalIndex rows, double mirrored, unsigned seed) {
  RandomNumbers number(seed);
  std::vector<double> dense(static_cast<std::size_t>(rows) * rows, 0);
  for (LocalIndex i = 0; i < rows; ++i) {
    dense[i * rows + i] = 3 + number();
    for (const LocalIndex j : {i + 1, i + 7}) {
      if (j >= rows) continue;
      dense[i * rows + j] = 0.6 * number();
      dense[j * rows + i] = mirrored * dense[i * rows + j];
    }
  }
  SparseMatrix matrix{rows, {0}, {}, {}};
  for (LocalIndex i = 0; i < rows; ++i) {
    for (LocalIndex j = 0; j < rows; ++j) {
      if (dense[i * rows + j] == 0) continue;
      matrix.columns.push_back(j);
      matrix.values.push_back(dense[i * rows + j]);
    }
    matrix.offsets.push_back(matrix.nonzeros());
  }
  return matrix;
}

/// The ranks of rows in blocks.
inline std::vector<int> in_blocks(LocalIndex rows) {
  const int ranks = Communicator().size();
  std::vector<int> owner;
  for (LocalIndex i = 0; i < rows; ++i) owner.push_back(static_cast<int>(Offset{i} * ranks / rows));
  return owner;
}

/// D⁻¹ A x, or D⁻¹ x.
struct DenseScaled {
  const SparseMatrix& matrix;

  [[nodiscard]] double diagonal(LocalIndex i) const {
    for (Offset e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
      if (matrix.columns[e] == i) return matrix.values[e];
    return 0;
  }
  [[nodiscard]] ComplexVector product(const ComplexVector& x) const {
    ComplexVector y(x.size());
    for (LocalIndex i = 0; i < matrix.rows; ++i) {
      for (Offset e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
        y[i] += matrix.values[e] * x[matrix.columns[e]];
      y[i] /= diagonal(i);
    }
    return y;
  }
};

/// All values of a distributed vector, by global number, on each rank.
inline std::vector<double> whole(const Vector& x, const Distributed& d) {
  std::vector<double> all(d.system().global_rows, 0);
  const auto numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), d.system().global_number);
  const std::vector<double> own = values_of(x);
  for (std::size_t i = 0; i < own.size(); ++i) all[numbers(i)] = own[i];
  return d.ranks().reduce(all, ReduceBy::sum);
}

/// Each root, with the conjugates that it stands for.
inline ComplexVector with_conjugates(std::span<const std::complex<double>> roots) {
  ComplexVector all;
  for (const std::complex<double>& root : roots) {
    all.push_back(root);
    if (root.imag() > 0) all.push_back(std::conj(root));
  }
  return all;
}

/// Σ (1/θ_k) Π_{i<k} (1 - B/θ_i) D⁻¹ r, and what is left of D⁻¹ r: Π (1 - B/θ_i) D⁻¹ r.
struct Evaluated {
  ComplexVector z, left;
};
inline Evaluated evaluated(const DenseScaled& B, const ComplexVector& roots, const std::vector<double>& r) {
  Evaluated at{ComplexVector(r.size()), ComplexVector(r.size())};
  for (std::size_t i = 0; i < r.size(); ++i) at.left[i] = r[i] / B.diagonal(static_cast<LocalIndex>(i));
  for (const std::complex<double>& root : roots) {
    const ComplexVector product = B.product(at.left);
    for (std::size_t i = 0; i < r.size(); ++i) {
      at.z[i] += at.left[i] / root;
      at.left[i] -= product[i] / root;
    }
  }
  return at;
}

/// ‖x - y‖ / ‖y‖.
inline double difference(const std::vector<double>& x, const ComplexVector& y) {
  double apart = 0, size = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    apart += std::norm(x[i] - y[i]);
    size += std::norm(y[i]);
  }
  return std::sqrt(apart / size);
}

}  // namespace minikrylov::test
