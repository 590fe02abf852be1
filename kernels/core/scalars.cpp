// The coefficients of a method: element-wise arithmetic.
#include "kernels/core/scalars.hpp"

#include <cmath>

namespace minikrylov {

Scalars operator+(const Scalars& a, const Scalars& b) {
  return combine(a, b, [](double x, double y) { return x + y; });
}
Scalars operator-(const Scalars& a, const Scalars& b) {
  return combine(a, b, [](double x, double y) { return x - y; });
}
Scalars operator*(const Scalars& a, const Scalars& b) {
  return combine(a, b, [](double x, double y) { return x * y; });
}
Scalars operator/(const Scalars& a, const Scalars& b) {
  return combine(a, b, [](double x, double y) { return x / y; });
}

Scalars sqrt(const Scalars& a) {
  return combine(a, a, [](double x, double) { return std::sqrt(x); });
}

Scalars abs(const Scalars& a) {
  return combine(a, a, [](double x, double) { return std::fabs(x); });
}

Scalars quotient_or_zero(const Scalars& a, const Scalars& b) {
  return combine(a, b, [](double x, double y) { return y == 0 ? 0.0 : x / y; });
}

}  // namespace minikrylov
