// The guards of a running method: sums that must not vanish, nor have the wrong sign.
#include <cmath>

#include "miniapp/methods/running/env.hpp"

namespace minikrylov {
namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Relative to the norms of its vectors, an inner product below this is zero but for rounding errors. Not ε: r₀ may
/// have few components, so that (r₀,r) can be small and accurate, and methods survive iterations whose products are
/// noise (with ε, bicgstab would end on e05r0000, and for 4 of 16 right-hand sides on sherman5, all of which converge).
constexpr double vanishing = epsilon * epsilon;
constexpr double smallest_normal = std::numeric_limits<double>::min();
}  // namespace

void Env::positive(const Scalars& value, Ending otherwise) {
  for (int j = 0; j < kernels.width(); ++j) {
    if (!std::isfinite(value[j])) end(j, Ending::not_finite);
    if (!(value[j] >= smallest_normal)) end(j, otherwise);
  }
}

void Env::nonzero(const Scalars& value, Ending otherwise) {
  for (int j = 0; j < kernels.width(); ++j) {
    if (!std::isfinite(value[j])) end(j, Ending::not_finite);
    const double scale = otherwise == Ending::breakdown_rho ? initial_[j] * last_[j] : 0;
    if (!(std::fabs(value[j]) >= std::max(smallest_normal, vanishing * scale))) end(j, otherwise);
  }
}

void Env::nonzero(const InnerProduct& product, Ending otherwise) {
  const Scalars scale = sqrt(abs(product.aa)) * sqrt(abs(product.bb));
  for (int j = 0; j < kernels.width(); ++j) {
    if (!std::isfinite(product.ab[j])) end(j, Ending::not_finite);
    if (!(std::fabs(product.ab[j]) >= std::max(smallest_normal, vanishing * scale[j]))) end(j, otherwise);
  }
}

void Env::finite_step(const Scalars& rho, const Scalars& ss) {
  for (int j = 0; j < kernels.width(); ++j)
    if (std::fabs(rho[j]) < vanishing * initial_[j] * (std::sqrt(ss[j]) - last_[j])) end(j, Ending::breakdown_r0v);
}

bool Env::is_spent(const Scalars& value, const Scalars& absolute, int digits) const {
  const double margin = std::pow(10.0, digits);
  for (int j = 0; j < kernels.width(); ++j)
    if (endings_[j] == Ending::running && !(value[j] > margin * epsilon * absolute[j])) return true;
  return false;
}

}  // namespace minikrylov
