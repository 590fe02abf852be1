// The order of sweeps, and their memory traffic.
#include "kernels/triangular/substitution.hpp"

namespace minikrylov {

void Substitution::solve(const Vector& r, const Vector& z, ProgressHook* progress) const {
  for (const SweepStage& stage : stages_) run({SweepDirection::forward, stage, progress}, r, z);
  for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage)
    if (parts_[stage->first].upper_entries > 0) run({SweepDirection::backward, *stage, progress}, z, z);
}

Cost Substitution::cost(int width) const {
  const double block = numbers_.block;
  double swept = rows(), entries = 0;
  for (const SweepPart& part : parts_) {
    if (part.upper_entries > 0) swept += block * (part.end - part.begin);
    entries += static_cast<double>(part.lower_entries + part.upper_entries);
  }
  return {static_cast<double>(triangle_bytes()) + swept * (numbers_.bytes * block + 8 * width), 8 * swept * width,
          2 * (entries * block * block + swept * block) * width};
}

}  // namespace minikrylov
