// Francis' QR steps.
#include "miniapp/system/preconditioner/hessenberg_eigenvalues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace minikrylov {
namespace {

/// Rows and columns first … last of a matrix, coupled to no others.
struct Block {
  int first, last;
};

/// The shifts of a step: the sum and the product of two numbers.
struct Shifts {
  double sum, product;
};

/// The eigenvalues of the last two rows and columns; others where steps do not converge.
Shifts shifts_of(const SmallMatrix& h, int last, int step) {
  constexpr int patience = 10;
  if (step % patience == patience - 1) {
    const double size = std::fabs(h(last, last - 1)) + (last > 1 ? std::fabs(h(last - 1, last - 2)) : 0);
    return {1.5 * size, size * size};
  }
  return {h(last - 1, last - 1) + h(last, last),
          h(last - 1, last - 1) * h(last, last) - h(last - 1, last) * h(last, last - 1)};
}

/// The reflection that maps x to a multiple of the first unit vector, applied to rows and columns at, at + 1, ….
void reflect(SmallMatrix& h, const Block& block, int at, std::array<double, 3> x, int count) {
  const double norm = std::hypot(x[0], x[1], x[2]);
  if (norm == 0) return;
  std::array<double, 3> v = x;
  v[0] += std::copysign(norm, x[0]);
  double squared = 0;
  for (const double element : v) squared += element * element;
  for (int j = block.first; j <= block.last; ++j) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += v[i] * h(at + i, j);
    for (int i = 0; i < count; ++i) h(at + i, j) -= 2 * sum / squared * v[i];
  }
  for (int i = block.first; i <= block.last; ++i) {
    double sum = 0;
    for (int j = 0; j < count; ++j) sum += h(i, at + j) * v[j];
    for (int j = 0; j < count; ++j) h(i, at + j) -= 2 * sum / squared * v[j];
  }
}

/// One step on a block of three rows or more: makes the bulge of both shifts, and chases it to the end.
void francis_step(SmallMatrix& h, const Block& block, const Shifts& shifts) {
  const int a = block.first;
  std::array<double, 3> x{h(a, a) * h(a, a) + h(a, a + 1) * h(a + 1, a) - shifts.sum * h(a, a) + shifts.product,
                          h(a + 1, a) * (h(a, a) + h(a + 1, a + 1) - shifts.sum), h(a + 1, a) * h(a + 2, a + 1)};
  for (int k = a; k < block.last; ++k) {
    const int count = std::min(3, block.last - k + 1);
    if (k > a)
      for (int i = 0; i < 3; ++i) x[i] = i < count ? h(k + i, k - 1) : 0;
    reflect(h, block, k, x, count);
  }
  // What was chased away is zero but for rounding.
  for (int i = a + 2; i <= block.last; ++i)
    for (int j = a; j <= i - 2; ++j) h(i, j) = 0;
}

/// The first row of the uncoupled block that ends at `last`; makes zero what couples it.
int start_of_block(SmallMatrix& h, int last) {
  for (int i = last; i > 0; --i) {
    const double beside = std::fabs(h(i, i)) + std::fabs(h(i - 1, i - 1));
    if (!(std::fabs(h(i, i - 1)) > std::numeric_limits<double>::epsilon() * beside)) {
      h(i, i - 1) = 0;
      return i;
    }
  }
  return 0;
}

/// Adds those of the rows last - 1 and last.
void add_two(const SmallMatrix& h, int last, std::vector<std::complex<double>>& values) {
  const double mean = (h(last - 1, last - 1) + h(last, last)) / 2, half = (h(last - 1, last - 1) - h(last, last)) / 2;
  const double squared = half * half + h(last - 1, last) * h(last, last - 1);
  if (squared < 0) {
    values.emplace_back(mean, std::sqrt(-squared));
    values.emplace_back(mean, -std::sqrt(-squared));
    return;
  }
  // The larger one first; the other from the product of both, without cancellation.
  const double large = mean + std::copysign(std::sqrt(squared), mean);
  const double product = mean * mean - squared;
  values.emplace_back(large);
  values.emplace_back(large == 0 ? 0 : product / large);
}

}  // namespace

std::vector<std::complex<double>> hessenberg_eigenvalues(SmallMatrix hessenberg) {
  constexpr int most_steps = 60;  // per eigenvalue; two or three are usual
  std::vector<std::complex<double>> values;
  int last = hessenberg.size() - 1, step = 0;
  while (last >= 0 && step < most_steps) {
    const int first = start_of_block(hessenberg, last);
    if (first == last) values.emplace_back(hessenberg(last, last));
    if (first == last - 1) add_two(hessenberg, last, values);
    if (first < last - 1) {
      francis_step(hessenberg, {first, last}, shifts_of(hessenberg, last, step++));
    } else {
      last = first - 1;
      step = 0;
    }
  }
  values.resize(hessenberg.size(), std::numeric_limits<double>::quiet_NaN());
  return values;
}

}  // namespace minikrylov
