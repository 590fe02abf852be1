// Trials: finds the fastest variant, and runs whole solves.
#include <algorithm>

#include "miniapp/accept/part_solver.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// All variants of `classical` without further needs, with each kind of reduction that makes a difference here.
std::vector<Candidate> candidates_for(std::string_view classical, NonblockingSums sums, int ranks) {
  std::vector<Candidate> candidates;
  for (const CatalogueRow& row : catalogue()) {
    const bool suits = row.classical == classical && row.name != classical && row.norms != KnownNorms::natural &&
                       row.needs == Needs::nothing;
    if (!suits) continue;
    candidates.push_back({&row, ReductionKind::blocking});
    if (ranks > 1 && sums == NonblockingSums::trusted) candidates.push_back({&row, ReductionKind::nonblocking});
  }
  return candidates;
}

/// Seconds per iteration.
double try_out(const PartSolver& solver, const Candidate& candidate, int iterations, double minimum_seconds) {
  const SolveRecord solved =
      solver.solve_by(candidate, iterations, {.repetitions = 2, .minimum_seconds = minimum_seconds}, Beside::nothing);
  return summarise(solved.solve_seconds).median / std::max(1, solved.iterations);
}

TriedMethod whole(const PartSolver& solver, const Candidate& candidate, double seconds_per_iteration) {
  return {candidate, seconds_per_iteration,
          solver.solve_by(candidate, {}, {.repetitions = 0, .warm_up = 0}, Beside::nothing)};
}

}  // namespace

Trial try_part(const Part& part, const Bench& bench, NonblockingSums sums, double seconds,
               const AcceptSurroundings& with, Repeats& repeats) {
  // Iterations of a solve in the trial: more than one, since s-step and pipelined methods differ in their first ones;
  // few enough to leave the time to others. They rank variants, and do not enter the figure of merit.
  constexpr int fewest = 2, most = 12, first_guess = 4;
  constexpr int solves = 4;        // a warm-up, two timed, one recorded
  constexpr double enough = 0.05;  // seconds, many times the resolution of clocks
  const PartSolver solver(part, bench, with, repeats);
  const Candidate classical{find_method(workloads[part.workload].classical), ReductionKind::blocking};
  const std::vector<Candidate> candidates = candidates_for(classical.row->name, sums, with.ranks.size());
  const double each = seconds / static_cast<double>(candidates.size() + 1);
  const double first = try_out(solver, classical, first_guess, 0);
  const int iterations = std::clamp(static_cast<int>(each / (solves * first)), fewest, most);

  Trial trial;
  std::vector<std::pair<double, Candidate>> order;
  for (const Candidate& candidate : candidates) {
    order.emplace_back(try_out(solver, candidate, iterations, std::min(enough, each / 2)), candidate);
    trial.rows.push_back({.part = name_of(part),
                          .method = std::string(candidate.row->name),
                          .reduction = candidate.reduction,
                          .seconds = order.back().first});
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  trial.classical = whole(solver, classical, first);
  for (const auto& [time, candidate] : order) {
    trial.variant = whole(solver, candidate, time);
    if (trial.variant.full.objections.empty()) break;
  }
  return trial;
}

}  // namespace minikrylov
