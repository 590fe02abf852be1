// Coefficients of fused kernels.
#include "kernels/fusion/fused_bodies.hpp"

namespace minikrylov {

void FusedBodies::add(const Scalars& coefficient, double of_frozen) {
  const int width = workspace_.width();
  Scalars c = width == 1 ? coefficient : coefficient * Scalars(width, 1);
  for (int j = 0; j < width; ++j)
    if (frozen_[j]) c[j] = of_frozen;
  coefficients_.push_back(c);
}

}  // namespace minikrylov
