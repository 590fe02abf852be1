// Timed sets: how many iterations and solves fit into the requested time.
#include "miniapp/accept/timed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "miniapp/accept/part_solver.hpp"

namespace minikrylov {
namespace {

constexpr int timed_repetitions = 3;  // the fewest for which the median is not an extreme

/// Divides the remaining time among the remaining sets. The same on all ranks.
class Timetable {
 public:
  Timetable(double seconds, std::size_t sets, const Communicator& ranks)
      : ranks_(ranks), began_(wall_time()), seconds_(seconds), sets_(sets) {}

  [[nodiscard]] double elapsed() const { return ranks_.reduce(wall_time() - began_, ReduceBy::maximum); }
  /// Seconds for the next set.
  [[nodiscard]] double share() const {
    return std::max(0.0, seconds_ - elapsed()) / static_cast<double>(std::max<std::size_t>(1, sets_ - done_));
  }
  void next() { ++done_; }

 private:
  const Communicator& ranks_;
  double began_, seconds_;
  std::size_t sets_, done_ = 0;
};

/// Iterations of a timed solve; unset: until convergence.
std::optional<int> iterations_in(double seconds, const TriedMethod& method) {
  // Of the repetitions and one more that is recorded; a fifth of the time is for triads and for set-up.
  constexpr double share = 0.8 / (timed_repetitions + 1);
  constexpr int fewest = 2;  // a single one would be dominated by the start of the solve
  const double fit = share * seconds / method.seconds_per_iteration;
  if (!(fit < method.full.iterations)) return {};
  return std::clamp(static_cast<int>(fit), std::min(fewest, method.full.iterations), method.full.iterations);
}

}  // namespace

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
  Timetable time(seconds, 2 * parts.size(), with.ranks);
  double around = 0;  // seconds of the last set outside of timed solves
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PartSolver solver(parts[k], *benches.of_parts[k], with, repeats);
    for (const TriedMethod* method : {&trials[k].classical, &trials[k].variant}) {
      const double before = time.elapsed(), share = time.share();
      const std::optional<int> iterations = iterations_in(share, *method);
      const double recorded = iterations.value_or(method->full.iterations) * method->seconds_per_iteration,
                   span = std::max(1e-9, share - recorded - around);
      sets.methods.push_back(
          {method->full,
           solver.solve_by(method->candidate, iterations,
                           {.repetitions = timed_repetitions, .warm_up = 0, .span_seconds = span}, Beside::triad)});
      if (method == &trials[k].variant) speeds.look(fmt::format("after {}", name_of(parts[k])));
      around = std::max(0.0, time.elapsed() - before - span - recorded);
      time.next();
    }
  }
  sets.seconds = time.elapsed();
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
