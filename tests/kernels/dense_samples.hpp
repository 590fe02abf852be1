// Dense matrices and their factorisations: oracles for triangles, IC(0) and substitutions.
#pragma once
#include <cmath>
#include <string>

#include "kernels/ordering/colouring.hpp"
#include "kernels/triangular/triangles.hpp"
#include "tests/kernels/grid_samples.hpp"

namespace minikrylov::samples {

struct Dense {
  LocalIndex rows = 0;
  std::vector<double> value;

  explicit Dense(LocalIndex n) : rows(n), value(static_cast<std::size_t>(n) * n, 0.0) {}
  double& operator()(LocalIndex i, LocalIndex j) { return value[static_cast<std::size_t>(i) * rows + j]; }
  double operator()(LocalIndex i, LocalIndex j) const { return value[static_cast<std::size_t>(i) * rows + j]; }
};

/// The matrix without ghost columns.
inline Dense dense_of(const CrsArrays& matrix) {
  Dense dense(matrix.rows);
  const auto offsets = to_host(matrix.offsets);
  const auto columns = to_host(matrix.columns);
  const auto values = to_host(matrix.values);
  for (LocalIndex i = 0; i < matrix.rows; ++i)
    for (Offset e = offsets[i]; e < offsets[i + 1]; ++e)
      if (columns[e] < matrix.rows) dense(i, columns[e]) = values[e];
  return dense;
}
inline Dense dense_of(const Sample& sample) { return dense_of(sample.arrays()); }

/// L (below the diagonal) and D̃ of IC(0), by elimination column by column, with updates outside the pattern dropped.
inline Dense dense_ic0(const Dense& a, double shift) {
  Dense work = a;
  const LocalIndex n = a.rows;
  for (LocalIndex i = 0; i < n; ++i) work(i, i) *= 1 + shift;
  for (LocalIndex k = 0; k < n; ++k)
    for (LocalIndex i = k + 1; i < n; ++i)
      for (LocalIndex j = k + 1; j < n; ++j)
        if (a(i, j) != 0) work(i, j) -= work(i, k) * work(k, j) / work(k, k);
  return work;
}

/// (D + L) D⁻¹ (D + U).
inline Dense product_of_factors(const Triangles& t) {
  const Dense lower = dense_of(t.lower), upper = dense_of(t.upper);
  const auto d = to_host(t.diagonal);
  Dense m(lower.rows);
  for (LocalIndex i = 0; i < m.rows; ++i)
    for (LocalIndex j = 0; j < m.rows; ++j)
      for (LocalIndex k = 0; k < m.rows; ++k)
        m(i, j) += (i == k ? d[k] : lower(i, k)) / d[k] * (j == k ? d[k] : upper(k, j));
  return m;
}

struct NamedOrdering {
  std::string name;
  Ordering ordering;
};

/// Natural, sorted by length, colours, colours sorted by length, and two parts with coupled rows.
inline std::vector<NamedOrdering> orderings_of(const Sample& sample) {
  const CrsArrays matrix = sample.arrays();
  const Colouring colouring = colour_rows(matrix);
  const Ordering colours = order_by_part(colouring.colour_of_row, colouring.colours);
  std::vector<int> halves(sample.rows());
  for (LocalIndex i = 0; i < sample.rows(); ++i) halves[i] = i % 5 < 2;
  return {{"natural", natural_ordering(sample.rows())},
          {"natural, sorted", sort_rows(matrix.offsets, natural_ordering(sample.rows()), 16)},
          {"colours", colours},
          {"colours, sorted", sort_rows(matrix.offsets, colours, 1000)},
          {"coupled parts", order_by_part(to_device(halves), 2)}};
}

}  // namespace minikrylov::samples
