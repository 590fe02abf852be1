// The coefficients of statements: numbers with the letters of the paper.
#pragma once
#include <array>

#include "kernels/core/scalars.hpp"

namespace minikrylov {

/// One number per right-hand side, and a letter to show in formulas. Assignment changes the numbers, never the letter.
class Coefficient : public Scalars {
 public:
  /// `letter` must outlive this and all statements that use it: pass a literal.
  explicit Coefficient(const char* letter, const Scalars& value = 0.0) : Scalars(value), letter_(letter) {}
  Coefficient(const Coefficient&) = default;
  ~Coefficient() = default;
  Coefficient& operator=(const Scalars& value) {
    Scalars::operator=(value);
    return *this;
  }
  Coefficient& operator=(const Coefficient& other) { return *this = static_cast<const Scalars&>(other); }

  [[nodiscard]] const char* letter() const { return letter_; }

 private:
  const char* letter_;
};

/// Coefficients with value zero: `auto [alpha, beta] = coefficients("α", "β")`.
template <class... Letter> std::array<Coefficient, sizeof...(Letter)> coefficients(Letter... letter) {
  return {Coefficient(letter)...};
}

}  // namespace minikrylov
