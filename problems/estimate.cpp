// Size of a system before assembly: row lengths summed per direction.
#include "problems/estimate.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// Pairs (i, j) with begin ≤ i < end, 0 ≤ j < size and |i - j| ≤ reach.
GlobalIndex couplings(LocalIndex begin, LocalIndex end, LocalIndex size, LocalIndex reach) {
  GlobalIndex pairs = 0;
  for (LocalIndex distance = -reach; distance <= reach; ++distance)
    pairs += std::max(0, std::min(end, size - distance) - std::max(begin, -distance));
  return pairs;
}

}  // namespace

GlobalIndex count_nonzeros(const Problem& problem, const Box& box) {
  const ProblemProperties& metadata = properties_of(problem.kind);
  const GridSize size = box.size();
  const GlobalIndex x = couplings(box.begin.x, box.end.x, problem.grid.x, metadata.reach);
  const GlobalIndex y = couplings(box.begin.y, box.end.y, problem.grid.y, metadata.reach);
  const GlobalIndex z = couplings(box.begin.z, box.end.z, problem.grid.z, metadata.reach);
  if (metadata.shape == StencilShape::cube) return x * y * z * metadata.dofs * metadata.dofs;
  // Couplings per line times lines, for each axis; this counts every point's coupling with itself three times.
  return x * size.y * size.z + y * size.x * size.z + z * size.x * size.y - 2 * size.points();
}

GlobalIndex count_nonzeros(const Problem& problem) { return count_nonzeros(problem, whole(problem.grid)); }

GlobalIndex assembly_bytes(const Problem& problem, const Box& box) {
  const GlobalIndex points = box.size().points(), dofs = problem.dofs();
  const GlobalIndex around = grown(box, properties_of(problem.kind).reach, problem.grid).size().points();
  const GlobalIndex entry = sizeof(double) + sizeof(LocalIndex);
  const GlobalIndex row = sizeof(Offset) + 2 * sizeof(double);
  const GlobalIndex ghost = 2 * sizeof(GlobalIndex);
  return entry * count_nonzeros(problem, box) + row * points * dofs + GlobalIndex{sizeof(Offset)} +
         GlobalIndex{sizeof(LocalIndex)} * (around + 1) + ghost * (around - points) * dofs;
}

}  // namespace minikrylov
