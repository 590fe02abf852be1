// Sets up the systems of an acceptance run.
#include "miniapp/accept/bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/core/digest.hpp"
#include "miniapp/accept/checks/on_ranks.hpp"
#include "miniapp/settings/matrix_options.hpp"
#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

SystemSource cube_of(const BenchPlan& plan) {
  return {.problem = {.kind = plan.problem, .size = {plan.points, plan.points, plan.points}}, .partition = {}};
}

/// Time of a product with the bench's right-hand sides on the slowest rank.
double product_seconds(const Bench& bench, const Communicator& ranks) {
  const System& system = bench.system();
  const Vector y = make_vector("A x", system.rows, system.ghosts, bench.plan().rhs);
  ranks.barrier();
  const double began = wall_time();
  bench.A().apply(bench.sides().exact, y, {});
  Exec().fence("product");
  return ranks.reduce(wall_time() - began, ReduceBy::maximum);
}

/// One bench per format, all of the same problem and size.
using Candidates = std::vector<std::unique_ptr<Bench>>;

/// The index of the fastest, and what was measured.
struct FormatTrial {
  std::size_t fastest = 0;
  std::vector<FormatTrialRow> rows;
};

FormatTrial try_formats(const Candidates& candidates, const Communicator& ranks) {
  if (candidates.size() == 1) return {};
  std::vector<std::vector<double>> seconds(candidates.size());
  FormatTrial trial;
  trial.fastest = first_of_the_fastest(candidates.size(), [&](std::size_t k) {
    seconds[k].push_back(product_seconds(*candidates[k], ranks));
    return seconds[k].back();
  });
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const BenchPlan& plan = candidates[k]->plan();
    trial.rows.push_back({.problem = plan.problem,
                          .points = plan.points,
                          .rhs = plan.rhs,
                          .format = plan.format,
                          .seconds = summarise(seconds[k]).median});
  }
  return trial;
}

SystemScale scale_of(const Part& part, const SystemRow& row, double cache_bytes) {
  if (part.scale == SystemScale::small || !on_host) return part.scale;
  return static_cast<double>(row.working_bytes) >= times_caches * cache_bytes ? SystemScale::large
                                                                              : SystemScale::in_cache;
}

}  // namespace

Bench::Bench(const BenchPlan& plan, const Communicator& ranks) : Bench(plan, accept_layout(plan.format), ranks) {}

Bench::Bench(const BenchPlan& plan, const MatrixLayout& layout, const Communicator& ranks)
    : began_(wall_time()),
      plan_(plan),
      sourced_(build_system(cube_of(plan), layout, GpuAwareMpi::automatic, ranks)),
      A_(*sourced_.system.matrix, *sourced_.system.halo, plan.tuning),
      sides_(make_right_hand_sides(sourced_.system, A_, plan.rhs)) {
  System& system = sourced_.system;
  system.tuning = plan.tuning;
  row_.problem = plan.problem;
  row_.points = plan.points;
  row_.rhs = plan.rhs;
  row_.rows = system.global_rows;
  row_.nonzeros = system.global_nonzeros;
  row_.matrix_bytes =
      static_cast<std::int64_t>(ranks.reduce(static_cast<double>(system.matrix->allocated_bytes()), ReduceBy::sum));
  row_.working_bytes =
      row_.matrix_bytes + working_vectors * static_cast<std::int64_t>(sizeof(double)) * row_.rows * plan.rhs;
  row_.format = layout.format;
  row_.compression = compression_of(system);
  Exec().fence("bench");
  digest_ = digest_now();
  row_.seconds = ranks.reduce(wall_time() - began_, ReduceBy::maximum);
}

std::uint64_t Bench::digest_now() const {
  Digest digest;
  digest.add(digest_of(system()));
  digest.add(sides_.b.data, sides_.b.elements());
  digest.add(sides_.exact.data, sides_.exact.elements());
  return digest.value();
}

std::string name_of(const BenchPlan& plan) {
  return fmt::format("{}, {}³{}", name_of(plan.problem), plan.points,
                     plan.rhs > 1 ? fmt::format(", {} right-hand sides", plan.rhs) : "");
}

Benches set_up(const PlannedSizes& sizes, const Tuning& tuning, double cache_bytes, const Communicator& ranks,
               ProgressLine& progress) {
  const std::vector<Part> parts = parts_of_merit();
  Benches benches;
  RankFlags differ(ranks);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    progress.show(fmt::format("setting up {}", name_of(parts[k])));
    BenchPlan plan{.problem = workloads[parts[k].workload].problem,
                   .points = sizes.parts[k],
                   .rhs = parts[k].rhs,
                   .tuning = tuning};
    Candidates candidates;
    for (const MatrixFormat format : formats_for(plan.problem)) {
      plan.format = format;
      candidates.push_back(std::make_unique<Bench>(plan, ranks));
    }
    const FormatTrial trial = try_formats(candidates, ranks);
    std::unique_ptr<Bench> chosen = std::move(candidates[trial.fastest]);
    candidates.clear();
    const bool same = Bench(chosen->plan(), ranks).digest_made() == chosen->digest_made();
    differ.raise(!same, name_of(parts[k]));
    benches.systems.push_back(chosen->row());
    benches.systems.back().scale = scale_of(parts[k], chosen->row(), cache_bytes);
    const double first = product_seconds(*chosen, ranks), second = product_seconds(*chosen, ranks);
    benches.product_seconds.push_back(std::min(first, second));
    benches.formats.insert(benches.formats.end(), trial.rows.begin(), trial.rows.end());
    benches.of_parts.push_back(std::move(chosen));
  }
  benches.checks.push_back(differ.row("all systems", "set up twice, bitwise equal"));
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
  layout.compression = Compression::none;  // codes would make rates depend on the numbers in a matrix
  return layout;
}

}  // namespace minikrylov
