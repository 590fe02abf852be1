// Timed sets, as long as the timetable says.
#include "miniapp/accept/timed.hpp"

#include <fmt/format.h>

#include "miniapp/accept/part_solver.hpp"
#include "miniapp/accept/timetable.hpp"

namespace minikrylov {

SolveRecord PartSolver::solve_by(const Candidate& candidate, std::optional<int> iterations, const RunOptions& often,
                                 Beside beside) const {
  with_.progress.show(fmt::format("{}: {}", name_of(part_), candidate.row->name));
  MethodOptions how = accept_method(part_.rhs, candidate.reduction);
  how.fixed_iterations = iterations ? iterations : with_.fixed_iterations;
  const SolveInputs inputs{.system = bench_.system(),
                           .A = bench_.A(),
                           .sides = bench_.sides(),
                           .ranks = with_.ranks,
                           .triad = beside == Beside::nothing ? with_.no_triad : with_.triad,
                           .progress = with_.moves_messages,
                           .known_triad = beside == Beside::nothing ? 0 : with_.known_triad};
  SolveRecord solved =
      solve({candidate.row->name, PreconditionerChoice::jacobi}, how, often, with_.network, inputs, with_.progress);
  repeats_.add(name_of(part_), solved);
  return solved;
}

TimedSets run_timed_sets(const Benches& benches, const std::vector<Trial>& trials, double seconds,
                         const AcceptSurroundings& with, Repeats& repeats, RankSpeeds& speeds) {
  const std::vector<Part> parts = parts_of_merit();
  TimedSets sets;
  Timetable time(seconds, 2 * parts.size());
  const double began = wall_time();
  const auto elapsed = [&] { return with.ranks.reduce(wall_time() - began, ReduceBy::maximum); };
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PartSolver solver(parts[k], *benches.of_parts[k], with, repeats);
    for (const TriedMethod* method : {&trials[k].classical, &trials[k].variant}) {
      const TimedPlan plan = time.begin_set(elapsed(), method->seconds_per_iteration, method->full.iterations);
      const RunOptions often{.repetitions = timed_repetitions, .warm_up = 0, .span_seconds = plan.span_seconds};
      sets.methods.push_back({method->full, solver.solve_by(method->candidate, plan.iterations, often, Beside::triad)});
      if (method == &trials[k].variant) speeds.look(fmt::format("after {}", name_of(parts[k])));
      time.end_set(elapsed());
    }
  }
  sets.seconds = elapsed();
  return sets;
}

void solve_again(const Benches& benches, const TimedSets& sets, const AcceptSurroundings& with, Repeats& repeats) {
  const std::vector<Part> parts = parts_of_merit();
  for (std::size_t m = 0; m < sets.methods.size(); ++m) {
    const auto& [full, timed] = sets.methods[m];
    if (timed.iterations >= full.iterations) continue;
    const PartSolver solver(parts[m / 2], *benches.of_parts[m / 2], with, repeats);
    static_cast<void>(solver.solve_by({find_method(full.method), full.reduction}, {}, {.repetitions = 0, .warm_up = 0},
                                      Beside::nothing));
  }
}

}  // namespace minikrylov
