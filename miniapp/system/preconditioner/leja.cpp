// Greedy choice of points.
#include "miniapp/system/preconditioner/leja.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {

std::vector<std::complex<double>> leja_ordered(const std::vector<std::complex<double>>& points) {
  std::vector<std::complex<double>> left, order;
  for (const std::complex<double>& point : points)
    if (point.imag() >= 0) left.push_back(point);
  while (!left.empty()) {
    const auto score = [&](const std::complex<double>& point) {
      if (order.empty()) return std::abs(point);
      double sum = 0;  // logarithms: products may overflow
      for (const std::complex<double>& chosen : order) {
        sum += std::log(std::abs(point - chosen));
        if (chosen.imag() > 0) sum += std::log(std::abs(point - std::conj(chosen)));
      }
      return sum;
    };
    const auto best =
        std::max_element(left.begin(), left.end(), [&](const auto& a, const auto& b) { return score(a) < score(b); });
    order.push_back(*best);
    left.erase(best);
  }
  return order;
}

}  // namespace minikrylov
