// The power method.
#include "miniapp/system/spectrum.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"

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

}  // namespace minikrylov
