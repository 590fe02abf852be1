// Products with runs of rows in codes.
#pragma once
#include "kernels/core/caches.hpp"
#include "kernels/formats/coded/decoded.hpp"
#include "kernels/formats/coded_crs/row_runs.hpp"
#include "kernels/formats/sell_product.hpp"

namespace minikrylov::coded {

// --- host ------------------------------------------------------------------------------------------------------------

/// The rows of a run times `width` vectors; M is the width, or any_width. `x` and `y` point to its first row.
template <int M, class Values, class Rows>
void multiply_rows(const Values& values, const Rows& entries, LocalIndex rows, const double* x, int width, double* y) {
  for (LocalIndex row = 0; row < rows; ++row) {
    double sum[M == any_width ? max_width : M] = {};
    entries.visit(row, [&](Offset e, LocalIndex column) {
      const double value = values(e, 0);
      const double* const from = x + Offset{column} * width;
      for (int j = 0; j < (M == any_width ? width : M); ++j) sum[j] += value * from[j];
    });
    for (int j = 0; j < width; ++j) y[Offset{row} * width + j] = sum[j];
  }
}

/// One run on one thread. `x` points to row 0, `y` to its first row. For one right-hand side numbers are decoded one by
/// one, for several beforehand.
template <int M> void multiply_run(const Runs& a, LocalIndex run, const double* x, int width, double* y) {
  const StoredChunk& stored = a.chunks.chunks[a.chunks.stored[run]];
  const LocalIndex rows = a.rows_of(run);
  const double* const from = x + Offset{run} * run_rows * width;
  with_rows(a.chunks, stored, rows, [&](const auto& entries) {
    if constexpr (M == 1) {
      with_values<1>(a.chunks, stored,
                     [&](const auto& values) { multiply_rows<1>(values, entries, rows, from, 1, y); });
    } else {
      Decoded<1> room;
      const Shared<1> plain{plain_values<1, 1>(a.chunks, stored, room)};
      multiply_rows<M>(plain, entries, rows, from, width, y);
    }
  });
}

/// The runs [first, last) on one thread; y starts at the first row of these.
inline void multiply_runs(const Runs& a, LocalIndex first, LocalIndex last, const Vector& x, const ResultRows& y) {
  with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
    for (LocalIndex run = first; run < last; ++run) {
      const ResultRows to = y.from(Offset{run - first} * run_rows * x.width);
      multiply_run<M>(a, run, x.data.data(), x.width, to.rows);
      if (to.streamed != nullptr) stream(to.rows, Offset{a.rows_of(run)} * x.width, to.streamed);
    }
  });
}

// --- device ----------------------------------------------------------------------------------------------------------

/// use(number, column) for the entries of one row.
template <class Use> KOKKOS_FUNCTION void visit_row(const Runs& a, LocalIndex row, const Use& use) {
  const LocalIndex run = row / run_rows, first = run * run_rows;
  const StoredChunk& stored = a.chunks.chunks[a.chunks.stored[run]];
  with_values<1>(a.chunks, stored, [&](const auto& values) {
    with_rows(a.chunks, stored, a.rows_of(run), [&](const auto& entries) {
      entries.visit(row - first, [&](Offset e, LocalIndex column) { use(values(e, 0), first + column); });
    });
  });
}

/// One row of y per thread.
struct MultiplyCodedRow {
  Runs a;
  const double* x;
  double* y;
  int width;

  KOKKOS_FUNCTION void operator()(LocalIndex row) const {
    double sum[max_width] = {};
    visit_row(a, row, [&](double value, LocalIndex column) {
      for (int j = 0; j < width; ++j) sum[j] += value * x[Offset{column} * width + j];
    });
    for (int j = 0; j < width; ++j) y[Offset{row} * width + j] = sum[j];
  }
};

/// y ← y + Aᵀ x, the terms of one row. Device threads share y, so they add atomically.
struct AddTransposedCodedRow {
  Runs a;
  const double* x;
  double* y;
  int width;

  KOKKOS_FUNCTION void operator()(LocalIndex row) const {
    visit_row(a, row, [&](double value, LocalIndex column) {
      for (int j = 0; j < width; ++j) {
        const double term = value * x[Offset{row} * width + j];
        double& sum = y[Offset{column} * width + j];
        if constexpr (on_host)
          sum += term;
        else
          Kokkos::atomic_add(&sum, term);
      }
    });
  }
};

}  // namespace minikrylov::coded
