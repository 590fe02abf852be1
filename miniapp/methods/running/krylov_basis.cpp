// Making bases, and A in their coordinates.
#include "miniapp/methods/running/krylov_basis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "miniapp/system/preconditioner/leja.hpp"
#include "miniapp/system/preconditioner/small_eigenvalues.hpp"

namespace minikrylov {
namespace {

/// Adds B a for the columns first … first + count - 1, which are those of one start vector.
void add_block(const KrylovBasis& basis, int first, int count, const Coordinates& a, Coordinates& Ba) {
  for (int k = 0; k + 1 < count; ++k) {
    // y_{k+1} = α A y_k + β y_k + γ y_{k-1}, solved for A y_k.
    const PowersTerm& term = basis.terms[k];
    const Scalars share = a[first + k] / Scalars(term.a);
    Ba[first + k + 1] = Ba[first + k + 1] + share;
    Ba[first + k] = Ba[first + k] - Scalars(term.b) * share;
    if (k > 0) Ba[first + k - 1] = Ba[first + k - 1] - Scalars(term.c) * share;
  }
}

}  // namespace

std::vector<double> leja_ordered(const std::vector<double>& values, int count) {
  const std::vector<std::complex<double>> points(values.begin(), values.end());
  std::vector<double> order;
  while (static_cast<int>(order.size()) < count && !values.empty())
    for (const std::complex<double>& point : leja_ordered(points)) order.push_back(point.real());
  order.resize(count, 0);
  return order;
}

KrylovBasis make_basis(BasisKind kind, int steps, const std::vector<double>& ritz) {
  const double smallest = ritz.empty() ? 0 : ritz.front(), largest = ritz.empty() ? 1 : ritz.back();
  const double size = std::max(std::fabs(smallest), std::fabs(largest));
  const double radius = (largest - smallest) / 2, centre = (largest + smallest) / 2;
  // All Ritz values alike: A is a multiple of the identity, and any basis will do.
  const bool narrow = !(radius > 1e-8 * size);
  KrylovBasis basis{.terms = {}, .norm = size > 0 ? size : 1};
  if (kind == BasisKind::monomial || narrow) {
    basis.terms.assign(steps, {.a = size > 0 ? 1 / size : 1});
  } else if (kind == BasisKind::newton) {
    const double scale = 2 / radius;
    for (const double shift : leja_ordered(ritz, steps)) basis.terms.push_back({.a = scale, .b = -shift * scale});
  } else {
    basis.terms.assign(steps, {.a = 2 / radius, .b = -2 * centre / radius, .c = -1});
    basis.terms.front() = {.a = 1 / radius, .b = -centre / radius};
  }
  return basis;
}

Gram gram_of_moments(const MomentLayout& layout, int width, const std::vector<double>& q) {
  const int of_p = layout.of_p, size = 2 * of_p - 1;
  std::vector<double> packed;
  packed.reserve(static_cast<std::size_t>(Gram::count(size)) * width);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column <= row; ++column) {
      const int kind = row < of_p ? layout.pp() : column < of_p ? layout.pr() : layout.rr();
      const int i = row % of_p, j = column % of_p;
      const double* const moment = q.data() + static_cast<std::ptrdiff_t>(kind) * width;
      for (int k = 0; k < width; ++k)
        packed.push_back(
            moment[(i + j) * width + k] + (moment[std::abs(i - j) * width + k] - moment[(i + j) % 2 * width + k]));
    }
  return {size, width, std::move(packed)};
}

double condition_of(const Gram& G, int columns) {
  double largest = 1;
  for (int column = 0; column < G.width(); ++column) {
    SmallMatrix scaled(columns);
    for (int i = 0; i < columns; ++i)
      for (int j = 0; j < columns; ++j) {
        const double norms = std::sqrt(G.at(i, i, column)) * std::sqrt(G.at(j, j, column));
        scaled(i, j) = norms > 0 ? G.at(i, j, column) / norms : (i == j ? 1 : 0);
      }
    const std::vector<double> values = eigenvalues(std::move(scaled));
    const double smallest = std::max(values.front(), std::numeric_limits<double>::epsilon() * values.back());
    largest = std::max(largest, std::sqrt(values.back() / smallest));
  }
  return largest;
}

Coordinates times_B(const KrylovBasis& basis, int of_p, int of_r, const Coordinates& a) {
  Coordinates Ba(a.size(), a[0].width());
  add_block(basis, 0, of_p, a, Ba);
  add_block(basis, of_p, of_r, a, Ba);
  return Ba;
}

}  // namespace minikrylov
