// Sets up the systems of an acceptance run.
#include "miniapp/accept/bench.hpp"

#include "miniapp/settings/matrix_options.hpp"

namespace minikrylov {
namespace {

SystemSource cube_of(ProblemKind problem, int points) {
  return {.problem = {.kind = problem, .size = {points, points, points}}, .partition = {}};
}

}  // namespace

Bench::Bench(ProblemKind problem, int points, const MatrixLayout& layout, const Communicator& ranks)
    : began_(wall_time()),
      sourced_(build_system(cube_of(problem, points), layout, GpuAwareMpi::automatic, ranks)),
      A_(*sourced_.system.matrix, *sourced_.system.halo) {
  const System& system = sourced_.system;
  row_.problem = problem;
  row_.points = points;
  row_.rows = system.global_rows;
  row_.nonzeros = system.global_nonzeros;
  row_.matrix_bytes =
      static_cast<std::int64_t>(ranks.reduce(static_cast<double>(system.matrix->allocated_bytes()), ReduceBy::sum));
  row_.format = layout.format;
  row_.seconds = ranks.reduce(wall_time() - began_, ReduceBy::maximum);
}

Benches set_up(const PlannedSizes& sizes, const Communicator& ranks) {
  Benches benches;
  for (std::size_t k = 0; k < workloads.size(); ++k) {
    const auto& [problem, classical, format] = workloads[k];
    const MatrixLayout layout = accept_layout(format);
    benches.large.push_back(std::make_unique<Bench>(problem, sizes.large[k], layout, ranks));
    benches.small.push_back(std::make_unique<Bench>(problem, sizes.small[k], layout, ranks));
  }
  return benches;
}

MethodOptions accept_method(int rhs, ReductionKind reduction) {
  MethodOptions how;
  how.rhs = rhs;
  how.reduction = reduction;
  how.rtol = accept_rtol;
  return how;
}

MatrixLayout accept_layout(MatrixFormat format) {
  MatrixLayout layout;
  layout.format = format;
  layout.chunk = usual_chunk;
  return layout;
}

}  // namespace minikrylov
