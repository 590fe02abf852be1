// The power method and Lanczos' process; Arnoldi's has its own file.
#include "miniapp/system/preconditioner/spectrum.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/preconditioner/arnoldi.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "miniapp/system/preconditioner/small_eigenvalues.hpp"

namespace minikrylov {
namespace {

/// Numbers between -1/2 and 1/2 without a pattern: a Weyl sequence in the global number.
void fill_roughly(const Vector& v, const Array<GlobalIndex>& global_number) {
  const auto data = v.data;
  constexpr double golden = 0.6180339887498949;
  Kokkos::parallel_for(
      "v = rough", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, v.rows), KOKKOS_LAMBDA(LocalIndex i) {
        const double turns = golden * static_cast<double>(global_number(i) + 1);
        data(i) = turns - Kokkos::floor(turns) - 0.5;
      });
}

}  // namespace

double largest_eigenvalue(const Operator& A, const Preconditioner& M, LocalIndex ghosts,
                          const Array<GlobalIndex>& global_number, const Communicator& ranks) {
  constexpr int steps = 20;
  const auto rows = static_cast<LocalIndex>(global_number.extent(0));
  const auto vector = [&](const char* name) { return make_vector(name, rows, ghosts, 1); };
  const Vec<0> v(vector("v"), "v");
  const Vec<1> w(vector("w"), "w");
  const Vec<2> z(vector("z"), "z");
  Kernels k(rows, 1);
  fill_roughly(v.vector(), global_number);
  Coefficient scale("1/‖z‖", 1.0);
  double largest = 0;
  for (int step = 0; step < steps; ++step) {
    const auto [vv, zz] = k.run(v = scale * v, dot(v, v), w = A * v, z = M * w, dot(z, z));
    const std::vector<double> sums = ranks.reduce(std::vector{vv[0], zz[0]}, ReduceBy::sum);
    if (!(sums[0] > 0 && sums[1] > 0)) return largest;
    largest = std::sqrt(sums[1] / sums[0]);
    scale = 1 / std::sqrt(sums[1]);
    k.run(v = z);
  }
  return largest;
}

std::vector<double> ritz_values(const Operator& A, const Preconditioner& M, LocalIndex ghosts,
                                const Array<GlobalIndex>& global_number, const Communicator& ranks, int steps) {
  const auto rows = static_cast<LocalIndex>(global_number.extent(0));
  const auto vector = [&](const char* name) { return make_vector(name, rows, ghosts, 1); };
  const Vec<0> r(vector("r"), "r");
  const Vec<1> z(vector("z"), "z");
  const Vec<2> p(vector("p"), "p");
  const Vec<3> q(vector("q"), "q");
  Kernels k(rows, 1);
  fill_roughly(r.vector(), global_number);
  const auto sum_of = [&](const Scalars& local) { return ranks.reduce(local[0], ReduceBy::sum); };
  const auto [rz] = k.run(z = M * r, p = z, dot(r, z));
  double gamma = sum_of(rz), beta = 0, alpha_before = 1;
  const double gamma_0 = gamma;
  std::vector<double> diagonal, beside;
  for (int step = 0; step < steps; ++step) {
    const auto [pq] = k.run(q = A * p, dot(p, q));
    const double delta = sum_of(pq), alpha = gamma / delta;
    if (!(gamma > 0 && delta > 0)) break;
    diagonal.push_back(1 / alpha + (step == 0 ? 0 : beta / alpha_before));
    const auto [next] = k.run(r = r - Coefficient("α", alpha) * q, z = M * r, dot(r, z));
    beta = sum_of(next) / gamma;
    beside.push_back(std::sqrt(std::fmax(beta, 0)) / alpha);
    gamma *= beta;
    alpha_before = alpha;
    constexpr double exhausted = 1e-24;  // γ is a squared norm: a residual of 1e-12 is mostly rounding errors
    if (!(gamma > exhausted * gamma_0)) break;
    k.run(p = z + Coefficient("β", beta) * p);
  }
  SmallMatrix T(static_cast<int>(diagonal.size()));
  for (int i = 0; i < T.size(); ++i) {
    T(i, i) = diagonal[i];
    if (i + 1 < T.size()) T(i, i + 1) = T(i + 1, i) = beside[i];
  }
  return eigenvalues(std::move(T));
}

std::vector<double> real_parts(const Operator& A, LocalIndex ghosts, const Array<GlobalIndex>& global_number,
                               const Communicator& ranks, int steps) {
  const auto rows = static_cast<LocalIndex>(global_number.extent(0));
  const Vector start = make_vector("v", rows, ghosts, 1);
  fill_roughly(start, global_number);
  const SmallMatrix H = arnoldi(A, Identity(), Identity(), start, ranks, steps).H;
  SmallMatrix S(H.size());
  for (int i = 0; i < S.size(); ++i)
    for (int j = 0; j < S.size(); ++j) S(i, j) = H(i, j) / 2 + H(j, i) / 2;
  return eigenvalues(std::move(S));
}

}  // namespace minikrylov
