// The coefficients of statements: numbers that a paper calls by a letter.
#pragma once
#include <array>

#include "kernels/core/scalars.hpp"

namespace minikrylov {

/// One number per right-hand side under a letter, which formulas show. Assignment changes the numbers, never the
/// letter.
class Coefficient : public Scalars {
 public:
  /// `letter` must outlive this and all statements with it: a literal.
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

/// Coefficients that are zero: `auto [alpha, beta] = coefficients("α", "β")`.
template <class... Letter> std::array<Coefficient, sizeof...(Letter)> coefficients(Letter... letter) {
  return {Coefficient(letter)...};
}

}  // namespace minikrylov
