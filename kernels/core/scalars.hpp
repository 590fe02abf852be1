// The coefficients of a method: one number per right-hand side, with element-wise arithmetic.
#pragma once
#include <array>

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

  // Not inline: methods are compiled in half the time, and a step has few of them.
  friend Scalars operator+(const Scalars& a, const Scalars& b);
  friend Scalars operator-(const Scalars& a, const Scalars& b);
  friend Scalars operator*(const Scalars& a, const Scalars& b);
  friend Scalars operator/(const Scalars& a, const Scalars& b);
  Scalars operator-() const { return 0.0 - *this; }

 private:
  int width_ = 1;
  std::array<double, max_width> value_{};
};

/// f(a, b), column by column.
template <class F> [[nodiscard]] Scalars combine(const Scalars& a, const Scalars& b, F f) {
  Scalars c(a.width() > b.width() ? a.width() : b.width(), 0);
  for (int j = 0; j < c.width(); ++j) c[j] = f(a[j], b[j]);
  return c;
}

/// √a, column by column; NaN where a < 0.
[[nodiscard]] Scalars sqrt(const Scalars& a);

/// |a|, column by column.
[[nodiscard]] Scalars abs(const Scalars& a);

/// a / b, or 0 where b = 0: for coefficients whose numerator vanishes together with the denominator.
[[nodiscard]] Scalars quotient_or_zero(const Scalars& a, const Scalars& b);

}  // namespace minikrylov
