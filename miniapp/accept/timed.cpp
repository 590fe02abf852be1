// Trials and timed sets.
#include "miniapp/accept/timed.hpp"

#include <algorithm>
#include <numeric>

#include "miniapp/accept/merit.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// A method and its reduction.
struct Candidate {
  const CatalogueRow* row;
  ReductionKind reduction;
};

/// All variants of `classical` without further requirements, with each kind of reduction that differs here.
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

/// Runs the solves of one part.
class PartSolver {
 public:
  PartSolver(const Part& part, const Bench& bench, const AcceptSurroundings& with)
      : part_(part), bench_(bench), with_(with), sides_(make_right_hand_sides(bench.system(), bench.A(), part.rhs)) {}

  /// Seconds per iteration.
  [[nodiscard]] double try_out(const Candidate& candidate) const {
    MethodOptions how = method_for(candidate);
    how.fixed_iterations = trial_iterations;
    const SolveRecord solved = run(candidate, how, {.repetitions = 2, .minimum_seconds = 0.05}, with_.no_triad);
    return summarise(solved.solve_seconds).median / trial_iterations;
  }

  [[nodiscard]] SolveRecord time(const Candidate& candidate, double seconds) const {
    MethodOptions how = method_for(candidate);
    how.fixed_iterations = with_.options.fixed_iterations;
    return run(candidate, how, {.repetitions = 3, .minimum_seconds = seconds}, with_.triad);
  }

 private:
  static constexpr int trial_iterations = 12;

  [[nodiscard]] MethodOptions method_for(const Candidate& candidate) const {
    return accept_method(part_.rhs, candidate.reduction);
  }

  [[nodiscard]] SolveRecord run(const Candidate& candidate, const MethodOptions& how, const RunOptions& often,
                                const CommonTriad& triad) const {
    with_.progress.show(fmt::format("{}: {}", name_of(part_), candidate.row->name));
    const SolveInputs inputs{bench_.system(),     bench_.A(),          sides_, with_.ranks, triad, nullptr,
                             Conditioning::known, with_.moves_messages};
    return solve({candidate.row->name, PreconditionerChoice::jacobi}, how, often, with_.options.network, inputs,
                 with_.progress);
  }

  const Part& part_;
  const Bench& bench_;
  const AcceptSurroundings& with_;
  RightHandSides sides_;
};

/// Times one part, with the fastest variant whose solution is correct.
void time_part(const Part& part, const Bench& bench, NonblockingSums sums, double seconds,
               const AcceptSurroundings& with, TimedSets& sets) {
  const PartSolver solver(part, bench, with);
  const std::string_view classical = workloads[part.workload].classical;
  std::vector<std::pair<double, Candidate>> order;
  for (const Candidate& candidate : candidates_for(classical, sums, with.ranks.size())) {
    order.emplace_back(solver.try_out(candidate), candidate);
    sets.trials.push_back({name_of(part), std::string(candidate.row->name), candidate.reduction, order.back().first});
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const SolveRecord by_classical = solver.time({find_method(classical), ReductionKind::blocking}, seconds);
  SolveRecord by_variant;
  for (const auto& [trial, candidate] : order) {
    by_variant = solver.time(candidate, seconds);
    if (by_variant.objections.empty()) break;
  }
  sets.parts.push_back(part_row(name_of(part), by_classical, by_variant));
  for (const SolveRecord& solve : {by_classical, by_variant}) {
    sets.seconds = std::accumulate(solve.solve_seconds.begin(), solve.solve_seconds.end(), sets.seconds);
    sets.solves.push_back(solve);
  }
}

}  // namespace

TimedSets run_timed_sets(const Benches& benches, NonblockingSums sums, const AcceptSurroundings& with) {
  const std::vector<Part> parts = parts_of_merit();
  const double seconds = with.options.seconds / (2 * static_cast<double>(parts.size()));
  TimedSets sets;
  for (const Part& part : parts) time_part(part, benches.of(part), sums, seconds, with, sets);
  return sets;
}

}  // namespace minikrylov
