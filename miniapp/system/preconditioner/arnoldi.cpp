// Orthogonalisation, step by step.
#include "miniapp/system/preconditioner/arnoldi.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/preconditioner/hessenberg_eigenvalues.hpp"

namespace minikrylov {
namespace {

/// The operations on vectors of the process.
class Basis {
 public:
  Basis(const Preconditioner& weight, const Vector& start, const Communicator& ranks)
      : weight_(weight), ranks_(ranks), like_(start), k_(start.rows, 1), weighted_(vector("W v")) {}

  [[nodiscard]] Vector vector(const char* name) const {
    return make_vector(name, like_.rows, like_.capacity() - like_.rows, 1);
  }
  [[nodiscard]] double product(const Vector& x, const Vector& y) {
    const Vec<0> left(x, "x");
    const Vec<1> right(y, "y");
    const Vec<2> weighted(weighted_, "W y");
    const auto [sum] = k_.run(weighted = weight_ * right, dot(left, weighted));
    return ranks_.reduce(sum[0], ReduceBy::sum);
  }
  [[nodiscard]] double norm(const Vector& x) { return std::sqrt(std::fmax(product(x, x), 0)); }
  /// y ← y + c x.
  void add(double by, const Vector& x, const Vector& y) {
    const Vec<0> from(x, "x");
    const Vec<1> to(y, "y");
    k_.run(to = to + Coefficient("c", by) * from);
  }
  void scale(const Vector& x, double by) {
    const Vec<0> v(x, "x");
    k_.run(v = Coefficient("c", by) * v);
  }
  /// M⁻¹ A x.
  [[nodiscard]] Vector image(const Operator& A, const Preconditioner& M, const Vector& x) {
    const Vec<0> from(x, "v");
    const Vec<1> product(weighted_, "A v");
    const Vec<2> to(vector("w"), "w");
    k_.run(product = A * from, to = M * product);
    return to.vector();
  }

 private:
  const Preconditioner& weight_;
  const Communicator& ranks_;
  const Vector& like_;
  Kernels k_;
  Vector weighted_;
};

/// H from its columns, of which the last entry lies below the diagonal.
Projected projected_by(const std::vector<std::vector<double>>& columns, double left) {
  Projected projected{.H = SmallMatrix(static_cast<int>(columns.size())), .left = left};
  for (int j = 0; j < projected.H.size(); ++j)
    for (int i = 0; i <= std::min(j + 1, projected.H.size() - 1); ++i) projected.H(i, j) = columns[j][i];
  return projected;
}

}  // namespace

Projected arnoldi(const Operator& A, const Preconditioner& M, const Preconditioner& weight, const Vector& start,
                  const Communicator& ranks, int steps) {
  Basis basis(weight, start, ranks);
  const double norm = basis.norm(start);
  if (!(norm > 0)) return {};
  std::vector<Vector> V{basis.vector("v")};
  copy(start, V[0]);
  basis.scale(V[0], 1 / norm);
  std::vector<std::vector<double>> columns;
  for (int step = 0; step < steps; ++step) {
    const Vector w = basis.image(A, M, V[step]);
    std::vector<double>& h = columns.emplace_back();
    for (const Vector& v : V) {
      h.push_back(basis.product(v, w));
      basis.add(-h.back(), v, w);
    }
    const double left = basis.norm(w);
    h.push_back(left);
    constexpr double exhausted = 1e-12;  // what is left of w is mostly rounding errors: the space is invariant
    if (!(left > exhausted * std::fabs(h.front()))) return projected_by(columns, 0);
    basis.scale(w, 1 / left);
    V.push_back(w);
  }
  return projected_by(columns, columns.back().back());
}

std::vector<std::complex<double>> harmonic_ritz_values(const Projected& projected) {
  SmallMatrix H = projected.H;
  if (H.size() == 0) return {};
  const int last = H.size() - 1;
  // Hᵀ f = e row by row: all but the last row give f up to a factor.
  std::vector<double> f{1};
  const auto times_f = [&](int column) {
    double sum = 0;
    for (int i = 0; i < static_cast<int>(f.size()); ++i) sum += projected.H(i, column) * f[i];
    return sum;
  };
  for (int j = 0; j < last; ++j) f.push_back(-times_f(j) / projected.H(j + 1, j));
  const double scale = projected.left * projected.left / times_f(last);
  if (projected.left > 0)
    for (int i = 0; i <= last; ++i) H(i, last) += scale * f[i];
  return hessenberg_eigenvalues(std::move(H));
}

}  // namespace minikrylov
