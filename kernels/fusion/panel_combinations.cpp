// Linear combinations of the columns of a panel, each column read once.
#include <algorithm>
#include <vector>

#include "kernels/core/arrays.hpp"
#include "kernels/core/caches.hpp"
#include "kernels/core/simd.hpp"
#include "kernels/core/threads.hpp"
#include "kernels/fusion/launch.hpp"
#include "kernels/fusion/panel_columns.hpp"

namespace minikrylov {
namespace {

constexpr int max_assigned = 3;

/// The c of combinations, and which right-hand sides run.
struct InMemory {
  const double* c;        ///< [column of Y][assignment][right-hand side]
  const double* running;  ///< one per right-hand side
  int width;
  KOKKOS_FORCEINLINE_FUNCTION int side_of(Offset element) const { return static_cast<int>(element % width); }
  KOKKOS_FORCEINLINE_FUNCTION bool runs(int j) const { return running[j] != 0; }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(int k, int t, int j) const {
    return c[(k * max_assigned + t) * width + j];
  }
};

/// The same of one right-hand side, which runs. They travel with the kernel, so that the host, which need not copy or
/// free them, waits for nothing.
struct WithKernel {
  double c[max_columns * max_assigned];  ///< [column of Y][assignment]
  KOKKOS_FORCEINLINE_FUNCTION static int side_of(Offset) { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool runs(int) const { return true; }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(int k, int t, int) const { return c[k * max_assigned + t]; }
};

/// The c of several right-hand sides, all of which run, as often as they fill registers.
struct Period {
  int length = 0;           ///< elements; 0: there is none
  std::vector<double> c{};  ///< [column of Y][assignment][element]

  Period(const InMemory& of, int columns) {
    const int width = of.width;
    if (width == 1 || (width % lanes != 0 && lanes % width != 0)) return;
    for (int j = 0; j < width; ++j)
      if (!of.runs(j)) return;
    length = std::max(width, lanes);
    c.reserve(static_cast<std::size_t>(columns) * max_assigned * length);
    for (int k = 0; k < columns; ++k)
      for (int t = 0; t < max_assigned; ++t)
        for (int e = 0; e < length; ++e) c.push_back(of(k, t, e % width));
  }
};

/// How a host reads the columns and writes what is assigned.
struct Passage {
  Offset ahead;  ///< elements; 0: no prefetch
  Stores stores;

  MINIKRYLOV_ALWAYS_INLINE void put(const Simd& sum, double* to) const {
    if (stores == Stores::streamed)
      sum.stream_to(to);
    else
      store(sum, to);
  }
};

/// Y c for up to three c at once, element by element.
template <class Coefficients> struct Combine {
  Columns y;
  double* to[max_assigned];
  bool keeps[max_assigned];
  int count;
  Coefficients c;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Offset e) const {
    const int j = c.side_of(e);
    if (!c.runs(j)) return;
    double sum[max_assigned];
    for (int t = 0; t < max_assigned; ++t) sum[t] = t < count && keeps[t] ? to[t][e] : 0;
    for (int k = 0; k < y.count; ++k) {
      const double value = y.at[k][e];
      for (int t = 0; t < max_assigned; ++t) sum[t] += c(k, t, j) * value;
    }
    for (int t = 0; t < count; ++t) to[t][e] = sum[t];
  }

  /// The elements first … first + registers * lanes - 1 of one right-hand side, in the same order of sums.
  template <int registers> void run_alone(Offset first, const Passage& how) const {
    Simd sum[max_assigned][registers];
    for (int t = 0; t < max_assigned; ++t)
      for (int g = 0; g < registers; ++g)
        sum[t][g] = t < count && keeps[t] ? load<Simd>(to[t] + first + g * lanes) : Simd(0.0);
    for (int k = 0; k < y.count; ++k) {
      const double* const by = c.c + static_cast<std::ptrdiff_t>(k) * max_assigned;
      if (how.ahead > 0) prefetch<registers * lanes>(y.at[k] + first + how.ahead);
      for (int g = 0; g < registers; ++g) {
        const Simd value = load<Simd>(y.at[k] + first + g * lanes);
        for (int t = 0; t < max_assigned; ++t) sum[t][g] = sum[t][g] + Simd(by[t]) * value;
      }
    }
    for (int t = 0; t < count; ++t)
      for (int g = 0; g < registers; ++g) how.put(sum[t][g], to[t] + first + g * lanes);
  }

  /// A period of elements, of all right-hand sides, in the same order of sums.
  void run_period(Offset first, const Period& of, const Passage& how) const {
    for (int g = 0; g < of.length; g += lanes) {
      Simd sum[max_assigned];
      for (int t = 0; t < max_assigned; ++t) sum[t] = t < count && keeps[t] ? load<Simd>(to[t] + first + g) : Simd(0.0);
      const double* by = of.c.data() + g;
      for (int k = 0; k < y.count; ++k) {
        if (how.ahead > 0) prefetch<lanes>(y.at[k] + first + g + how.ahead);
        const Simd value = load<Simd>(y.at[k] + first + g);
        for (int t = 0; t < max_assigned; ++t, by += of.length) sum[t] = sum[t] + load<Simd>(by) * value;
      }
      for (int t = 0; t < count; ++t) how.put(sum[t], to[t] + first + g);
    }
  }
};

template <class Coefficients>
Combine<Coefficients> combine(const std::vector<PanelAssign>& list, const Coefficients& c) {
  Combine<Coefficients> all{
      .y = columns_of(list.front().product.Y), .to = {}, .keeps = {}, .count = static_cast<int>(list.size()), .c = c};
  for (int t = 0; t < all.count; ++t) {
    all.to[t] = list[t].y.data.data();
    all.keeps[t] = list[t].from == PanelAssign::From::old_value;
  }
  return all;
}

/// Lays out coefficients as InMemory has them.
void lay_out(const std::vector<PanelAssign>& list, int width, double* c) {
  for (int t = 0; t < static_cast<int>(list.size()); ++t) {
    const Coordinates& by = list[t].product.c;
    for (int k = 0; k < by.size(); ++k)
      for (int j = 0; j < width; ++j) c[(k * max_assigned + t) * width + j] = by[k][j];
  }
}

void combine_on_host(const Combine<InMemory>& combine, LocalIndex rows, const Execution& how) {
  const RowBlocks blocks = RowBlocks::of(rows, combine.y.width);
  const int width = combine.y.width;
  const Period period(combine.c, combine.y.count);
  const Passage passage{prefetch_distance(combine.y, rows, how.tuning), stores_of(rows, width, how.tuning)};
  for_shares(
      "Y c", 0, blocks.count(),
      [&](LocalIndex block) {
        const Offset end = Offset{blocks.end(block)} * width;
        Offset e = Offset{blocks.begin(block)} * width;
        constexpr int registers = 4;  // 12 sums of three assignments, and a value, fit into 16 registers
        if (width == 1)
          for (; e + registers * lanes <= end; e += registers * lanes) combine.run_alone<registers>(e, passage);
        if (period.length > 0)
          for (; e + period.length <= end; e += period.length) combine.run_period(e, period, passage);
        for (; e < end; ++e) combine(e);
        if (passage.stores == Stores::streamed) finish_streaming();
      },
      how.progress);
}

template <class Coefficients> void combine_on_device(const Combine<Coefficients>& combine, Offset elements) {
  Kokkos::parallel_for("Y c", device_range(elements), combine);
}

}  // namespace

Panel joined(const Panel& P, const Panel& R, const char* name) {
  Panel Y{P.columns, name};
  Y.columns.insert(Y.columns.end(), R.columns.begin(), R.columns.end());
  return Y;
}

void assign(const std::vector<PanelAssign>& list, const Scalars& running, const Execution& how) {
  if (list.size() > max_assigned) Kokkos::abort("more than three combinations of a panel at once");
  const Panel& Y = list.front().product.Y;
  const Vector& first = Y.columns.front();
  const int width = first.width;
  if (width == 1 && running[0] == 0) return;
  if constexpr (!on_host)
    if (width == 1) {
      Combine<WithKernel> all = combine(list, WithKernel{});
      lay_out(list, width, all.c.c);
      return combine_on_device(all, first.elements());
    }
  std::vector<double> c(static_cast<std::size_t>(Y.size()) * max_assigned * width, 0), runs(width);
  lay_out(list, width, c.data());
  for (int j = 0; j < width; ++j) runs[j] = running[j];
  if constexpr (on_host) {
    combine_on_host(combine(list, InMemory{c.data(), runs.data(), width}), first.rows, how);
  } else {
    const Array<double> coefficients = array_of("coordinates", c), flags = array_of("running", runs);
    combine_on_device(combine(list, InMemory{coefficients.data(), flags.data(), width}), first.elements());
    Exec().fence("Y c");  // the coefficients are freed
  }
}

}  // namespace minikrylov
