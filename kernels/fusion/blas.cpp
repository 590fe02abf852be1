// Statements by KokkosBlas: the only file that includes it.
#include "kernels/fusion/blas.hpp"

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>
#include <KokkosBlas1_mult.hpp>
#include <KokkosBlas1_scal.hpp>
#include <KokkosBlas1_update.hpp>

namespace minikrylov::blas {
namespace {

using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
using One = Kokkos::View<double*, Memory, Unmanaged>;
using ConstOne = Kokkos::View<const double*, Memory, Unmanaged>;
using Many = Kokkos::View<double**, Kokkos::LayoutRight, Memory, Unmanaged>;
using ConstMany = Kokkos::View<const double**, Kokkos::LayoutRight, Memory, Unmanaged>;

Array<double> on_device(const Scalars& c, int width) {
  const Kokkos::View<double*, Kokkos::HostSpace> host("coefficients", width);
  for (int j = 0; j < width; ++j) host(j) = c[j];
  Array<double> device("coefficients", width);
  Kokkos::deep_copy(device, host);
  return device;
}

/// y ← Σ c x with scalars: up to three vectors per call.
Counts assign_one(const std::vector<Term>& terms, double* y, LocalIndex rows) {
  const One to(y, rows);
  const bool accumulates = terms.front().x == y;
  if (accumulates && terms.size() == 1) {
    KokkosBlas::scal(to, terms.front().c[0], ConstOne(y, rows));
    return {1, 1, 0};
  }
  Counts moved{.fills = accumulates ? 0 : 1};
  double of_y = accumulates ? terms.front().c[0] : 0;
  for (std::size_t k = accumulates ? 1 : 0; k < terms.size(); k += 2) {
    const ConstOne first(terms[k].x, rows);
    const int read_y = of_y != 0 ? 1 : 0;
    if (k + 1 < terms.size()) {
      KokkosBlas::update(terms[k].c[0], first, terms[k + 1].c[0], ConstOne(terms[k + 1].x, rows), of_y, to);
      moved.reads += 2 + read_y;
    } else {
      KokkosBlas::axpby(terms[k].c[0], first, of_y, to);
      moved.reads += 1 + read_y;
    }
    ++moved.writes;
    of_y = 1;
  }
  return moved;
}

/// y ← Σ c x with one coefficient per column: KokkosBlas supports two vectors per call.
Counts assign_many(const std::vector<Term>& terms, double* y, LocalIndex rows, int width) {
  const Many to(y, rows, width);
  const bool accumulates = terms.front().x == y;
  if (accumulates && terms.size() == 1) {
    KokkosBlas::scal(to, on_device(terms.front().c, width), ConstMany(y, rows, width));
    return {1, 1, 0};
  }
  Counts moved{.fills = accumulates ? 0 : 1};
  Array<double> of_y = on_device(accumulates ? terms.front().c : Scalars(width, 0), width);
  const Array<double> ones = on_device(Scalars(width, 1), width);
  int read_y = accumulates ? 1 : 0;
  for (std::size_t k = accumulates ? 1 : 0; k < terms.size(); ++k) {
    KokkosBlas::axpby(on_device(terms[k].c, width), ConstMany(terms[k].x, rows, width), of_y, to);
    moved.reads += 1 + read_y;
    ++moved.writes;
    of_y = ones;
    read_y = 1;
  }
  return moved;
}

}  // namespace

Counts assign(const std::vector<Term>& terms, double* y, LocalIndex rows, int width) {
  return width == 1 ? assign_one(terms, y, rows) : assign_many(terms, y, rows, width);
}

Scalars dot(const double* x, const double* y, LocalIndex rows, int width) {
  if (width == 1) return KokkosBlas::dot(ConstOne(x, rows), ConstOne(y, rows));
  const Kokkos::View<double*, Kokkos::HostSpace> result("dot", width);
  KokkosBlas::dot(result, ConstMany(x, rows, width), ConstMany(y, rows, width));
  Scalars sums(width, 0);
  for (int j = 0; j < width; ++j) sums[j] = result(j);
  return sums;
}

void scale(const Array<double>& inverse_diagonal, const Vector& r, const Vector& z) {
  const ConstOne diagonal(inverse_diagonal.data(), r.rows);
  if (r.width == 1)
    KokkosBlas::mult(0.0, One(z.data.data(), r.rows), 1.0, diagonal, ConstOne(r.data.data(), r.rows));
  else
    KokkosBlas::mult(0.0, Many(z.data.data(), r.rows, r.width), 1.0, diagonal,
                     ConstMany(r.data.data(), r.rows, r.width));
}

}  // namespace minikrylov::blas
