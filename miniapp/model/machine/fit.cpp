// Least-squares fits of relative errors: linear in the coefficients, a grid search over the exponents.
#include "miniapp/model/machine/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace minikrylov {
namespace {

struct Fit {
  PowerLaw law;
  double error = std::numeric_limits<double>::infinity();
};

double error_of(const PowerLaw& law, const std::vector<CommunicationTime>& samples) {
  double error = 0;
  for (const auto& [bytes, nodes, seconds] : samples) {
    const double relative = law.seconds(bytes, nodes) / seconds - 1;
    error += relative * relative;
  }
  return error;
}

/// The best C₀, C₁ ≥ 0 for given exponents: minimises Σ (C₀ u + C₁ v - 1)² with u = 1/t, v = lⁿ⁰ pⁿ¹/t.
Fit fit_coefficients(double n0, double n1, const std::vector<CommunicationTime>& samples) {
  double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
  for (const auto& [bytes, nodes, seconds] : samples) {
    const double u = 1 / seconds, v = std::pow(bytes, n0) * std::pow(nodes, n1) / seconds;
    uu += u * u, uv += u * v, vv += v * v, u1 += u, v1 += v;
  }
  const double determinant = uu * vv - uv * uv;
  Fit best;
  const auto consider = [&](double c0, double c1) {
    if (!(c0 >= 0 && c1 >= 0)) return;
    const PowerLaw law{.c0 = c0, .c1 = c1, .n0 = n0, .n1 = n1};
    const double error = error_of(law, samples);
    if (error < best.error) best = {law, error};
  };
  if (determinant > 1e-12 * uu * vv) consider((u1 * vv - v1 * uv) / determinant, (v1 * uu - u1 * uv) / determinant);
  consider(u1 / uu, 0);
  consider(0, v1 / vv);
  return best;
}

}  // namespace

PowerLaw fit_power_law(const std::vector<CommunicationTime>& samples, Exponents exponents) {
  std::set<double> nodes;
  for (const CommunicationTime& sample : samples) nodes.insert(sample.nodes);
  constexpr int steps = 60;
  constexpr double step = 0.02;
  const int node_steps = exponents == Exponents::of_bytes_and_nodes && nodes.size() > 1 ? steps : 0;
  Fit best;
  for (int i = 1; i <= steps; ++i)
    for (int j = 0; j <= node_steps; ++j) {
      const Fit fit = fit_coefficients(i * step, j * step, samples);
      if (fit.error < best.error) best = fit;
    }
  return best.law;
}

PowerLaw fit_line(const std::vector<CommunicationTime>& samples) { return fit_coefficients(1, 0, samples).law; }

}  // namespace minikrylov
