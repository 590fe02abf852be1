// Eigenvalues of Hessenberg matrices, and the order of points.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "miniapp/system/preconditioner/arnoldi.hpp"
#include "miniapp/system/preconditioner/hessenberg_eigenvalues.hpp"
#include "miniapp/system/preconditioner/leja.hpp"
#include "tests/miniapp/system/preconditioner/dense.hpp"

namespace minikrylov::test {
namespace {

using namespace std::complex_literals;

/// The matrix whose eigenvalues are the roots of Π (t - root).
SmallMatrix companion(const ComplexVector& roots) {
  ComplexVector coefficients{1};  // highest power first
  for (const std::complex<double>& root : roots) {
    coefficients.push_back(0);
    for (std::size_t k = coefficients.size() - 1; k > 0; --k) coefficients[k] -= root * coefficients[k - 1];
  }
  SmallMatrix C(static_cast<int>(roots.size()));
  for (int k = 0; k < C.size(); ++k) {
    C(0, k) = -coefficients[k + 1].real();
    if (k > 0) C(k, k - 1) = 1;
  }
  return C;
}

/// Σ of the powers of all eigenvalues: the trace of the matrix's power.
double trace_of_power(const SmallMatrix& H, int power) {
  SmallMatrix P = H;
  for (int k = 1; k < power; ++k) {
    SmallMatrix next(H.size());
    for (int i = 0; i < H.size(); ++i)
      for (int j = 0; j < H.size(); ++j)
        for (int l = 0; l < H.size(); ++l) next(i, j) += P(i, l) * H(l, j);
    P = next;
  }
  double trace = 0;
  for (int i = 0; i < H.size(); ++i) trace += P(i, i);
  return trace;
}

}  // namespace

TEST_CASE("Francis' steps find the roots of polynomials, in exact pairs") {
  const ComplexVector lists[] = {{3.0},
                                 {1.0 + 2.0i, 1.0 - 2.0i},
                                 {5.0, -2.0},
                                 {4.0, 3.0, 2.0, 1.0},
                                 {1.0i, -1.0i, 2.0},
                                 {1.0, -0.5 + 0.75i, -0.5 - 0.75i, 2.0 + 1.0i, 2.0 - 1.0i, 7.0}};
  for (const ComplexVector& roots : lists) {
    const ComplexVector found = hessenberg_eigenvalues(companion(roots));
    REQUIRE(found.size() == roots.size());
    for (const std::complex<double>& root : roots)
      CHECK(std::any_of(found.begin(), found.end(), [&](const auto& value) { return std::abs(value - root) < 1e-10; }));
    for (std::size_t k = 0; k < found.size(); ++k)
      if (found[k].imag() > 0) CHECK(found[k + 1] == std::conj(found[k]));
  }
}

TEST_CASE("a cyclic permutation, of which plain shifts learn nothing, has the roots of unity") {
  const int n = 5;
  SmallMatrix cycle(n);
  cycle(0, n - 1) = 1;
  for (int i = 1; i < n; ++i) cycle(i, i - 1) = 1;
  for (const std::complex<double>& value : hessenberg_eigenvalues(cycle)) {
    CHECK(std::fabs(std::abs(value) - 1) < 1e-12);
    CHECK(std::abs(std::pow(value, n) - 1.0) < 1e-11);
  }
}

TEST_CASE("eigenvalues of random Hessenberg matrices have the traces of their powers") {
  RandomNumbers number(3);
  for (int n = 1; n <= 41; n += 4) {
    SmallMatrix H(n);
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - 1); j < n; ++j) H(i, j) = number();
    const ComplexVector values = hessenberg_eigenvalues(H);
    for (int power = 1; power <= 3; ++power) {
      std::complex<double> sum = 0;
      double size = 0;
      for (const std::complex<double>& value : values) {
        sum += std::pow(value, power);
        size += std::pow(std::abs(value), power);
      }
      INFO(n << " rows, power " << power);
      CHECK(std::abs(sum - trace_of_power(H, power)) < 1e-11 * (1 + size));
    }
  }
}

TEST_CASE("matrices without eigenvalues, or without numbers, do no harm") {
  CHECK(hessenberg_eigenvalues(SmallMatrix(0)).empty());
  SmallMatrix none(4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) none(i, j) = std::nan("");
  for (const std::complex<double>& value : hessenberg_eigenvalues(none)) CHECK(std::isnan(value.real()));
  CHECK(harmonic_ritz_values({}).empty());
}

TEST_CASE("Leja's order starts at the largest point, and goes far from all before it") {
  const ComplexVector order = leja_ordered({1.0, 2.0, 3.0, 10.0});
  CHECK(order == ComplexVector{10.0, 1.0, 3.0, 2.0});
  const ComplexVector pairs = leja_ordered({1.0 + 1.0i, 1.0 - 1.0i, 0.5, 1.2});
  CHECK(pairs == ComplexVector{1.0 + 1.0i, 0.5, 1.2});
}

}  // namespace minikrylov::test
