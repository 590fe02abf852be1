// The order of the sweeps, and what they move.
#include "kernels/substitution.hpp"

#include "kernels/arrays.hpp"

namespace minikrylov {

void Substitution::solve(const Vector& r, const Vector& z) const {
  for (std::size_t p = 0; p < parts_.size(); ++p) sweep(SweepDirection::forward, p, r, z);
  for (std::size_t p = parts_.size(); p-- > 0;)
    if (parts_[p].upper_entries > 0) sweep(SweepDirection::backward, p, z, z);
}

Cost Substitution::cost(int width) const {
  double forward = rows(), backward = 0, entries = 0;
  for (const SweepPart& part : parts_) {
    if (part.upper_entries > 0) backward += part.end - part.begin;
    entries += static_cast<double>(part.lower_entries + part.upper_entries);
  }
  return {static_cast<double>(triangle_bytes()) + 8 * (forward + backward) * (1 + width),
          8 * (forward + backward) * width, 2 * (entries + forward + backward) * width};
}

Array<double> inverse_diagonal_of(const Triangles& triangles, const std::vector<SweepPart>& parts) {
  const auto inverse = allocate<double>("D⁻¹", triangles.rows());
  const auto diagonal = triangles.diagonal;
  for (const SweepPart& part : parts)
    Kokkos::parallel_for(
        "D⁻¹", rows_of_part(part.begin, part.end), KOKKOS_LAMBDA(LocalIndex i) { inverse(i) = 1 / diagonal(i); });
  Exec().fence("inverse_diagonal_of");
  return inverse;
}

}  // namespace minikrylov
