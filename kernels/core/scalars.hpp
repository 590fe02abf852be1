// The coefficients of a method: one number per right-hand side, with element-wise arithmetic.
#pragma once
#include <array>
#include <cmath>

#include "kernels/core/numbers.hpp"

namespace minikrylov {

/// One number per right-hand side. A Scalars made from a plain number has width 1 and fits any width.
class Scalars {
 public:
  Scalars() = default;
  Scalars(double value) { value_[0] = value; }  // NOLINT(google-explicit-constructor): textbook formulas mix both
  /// `width` equal numbers.
  Scalars(int width, double value) : width_(width) { value_.fill(value); }

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] double operator[](int column) const { return value_[width_ == 1 ? 0 : column]; }
  [[nodiscard]] double& operator[](int column) { return value_[column]; }

  /// f(a, b), column by column.
  template <class F> friend Scalars combine(const Scalars& a, const Scalars& b, F f) {
    Scalars c(a.width_ > b.width_ ? a.width_ : b.width_, 0);
    for (int j = 0; j < c.width_; ++j) c[j] = f(a[j], b[j]);
    return c;
  }
  friend Scalars operator+(const Scalars& a, const Scalars& b) {
    return combine(a, b, [](double x, double y) { return x + y; });
  }
  friend Scalars operator-(const Scalars& a, const Scalars& b) {
    return combine(a, b, [](double x, double y) { return x - y; });
  }
  friend Scalars operator*(const Scalars& a, const Scalars& b) {
    return combine(a, b, [](double x, double y) { return x * y; });
  }
  friend Scalars operator/(const Scalars& a, const Scalars& b) {
    return combine(a, b, [](double x, double y) { return x / y; });
  }
  Scalars operator-() const { return 0.0 - *this; }

 private:
  int width_ = 1;
  std::array<double, max_width> value_{};
};

/// √a, column by column; NaN where a < 0.
inline Scalars sqrt(const Scalars& a) {
  return combine(a, a, [](double x, double) { return std::sqrt(x); });
}

/// |a|, column by column.
inline Scalars abs(const Scalars& a) {
  return combine(a, a, [](double x, double) { return std::fabs(x); });
}

/// a / b, or 0 where b = 0: for coefficients whose numerator vanishes together with the denominator.
inline Scalars quotient_or_zero(const Scalars& a, const Scalars& b) {
  return combine(a, b, [](double x, double y) { return y == 0 ? 0.0 : x / y; });
}

}  // namespace minikrylov
