// Coordinates in a basis of a few vectors, and the basis' Gram matrix: the small algebra of s-step methods.
#pragma once
#include <vector>

#include "kernels/core/scalars.hpp"

namespace minikrylov {

/// One number per vector of a basis, for every right-hand side.
class Coordinates {
 public:
  Coordinates(int size, int width) : c_(static_cast<std::size_t>(size), Scalars(width, 0)) {}
  /// Those of the basis vector `number`.
  static Coordinates unit(int size, int width, int number) {
    Coordinates c(size, width);
    c[number] = Scalars(width, 1);
    return c;
  }

  [[nodiscard]] int size() const { return static_cast<int>(c_.size()); }
  [[nodiscard]] const Scalars& operator[](int k) const { return c_[k]; }
  [[nodiscard]] Scalars& operator[](int k) { return c_[k]; }

  friend Coordinates operator+(Coordinates a, const Coordinates& b) {
    for (int k = 0; k < a.size(); ++k) a[k] = a[k] + b[k];
    return a;
  }
  friend Coordinates operator-(Coordinates a, const Coordinates& b) {
    for (int k = 0; k < a.size(); ++k) a[k] = a[k] - b[k];
    return a;
  }
  friend Coordinates operator*(const Scalars& by, Coordinates a) {
    for (int k = 0; k < a.size(); ++k) a[k] = by * a[k];
    return a;
  }

 private:
  std::vector<Scalars> c_;
};

/// The inner products of a basis, for every right-hand side; symmetric.
class Gram {
 public:
  /// `packed`: (y_i, y_j) for j ≤ i, row by row, the numbers of all right-hand sides one after the other.
  Gram(int size, int width, std::vector<double> packed) : size_(size), width_(width), packed_(std::move(packed)) {}

  /// The number of inner products per right-hand side.
  [[nodiscard]] static constexpr int count(int size) { return size * (size + 1) / 2; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] double at(int i, int j, int column) const {
    return packed_[static_cast<std::size_t>(i < j ? count(j) + i : count(i) + j) * width_ + column];
  }

  /// (y_i, y_j).
  [[nodiscard]] Scalars operator()(int i, int j) const {
    Scalars product(width_, 0);
    for (int column = 0; column < width_; ++column) product[column] = at(i, j, column);
    return product;
  }
  /// aᵀ G b.
  [[nodiscard]] Scalars operator()(const Coordinates& a, const Coordinates& b) const {
    return form(a, b, [](double x) { return x; });
  }
  /// |a|ᵀ |G| |b|: times the rounding error of a sum, it bounds the error of the form itself.
  [[nodiscard]] Scalars absolute(const Coordinates& a, const Coordinates& b) const {
    return form(a, b, [](double x) { return std::fabs(x); });
  }

 private:
  template <class Each> [[nodiscard]] Scalars form(const Coordinates& a, const Coordinates& b, const Each& each) const {
    Scalars sum(width_, 0);
    for (int j = 0; j < width_; ++j)
      for (int i = 0; i < size_; ++i) {
        double row = 0;
        for (int k = 0; k < size_; ++k) row += each(at(i, k, j)) * each(b[k][j]);
        sum[j] += each(a[i][j]) * row;
      }
    return sum;
  }

  int size_, width_;
  std::vector<double> packed_;
};

}  // namespace minikrylov
