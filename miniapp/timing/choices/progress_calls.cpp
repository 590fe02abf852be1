// Times products with a reduction in flight, for several numbers of MPI calls per product.
#include "miniapp/timing/choices/progress_calls.hpp"

#include <array>

#include "comm/reduction/emulated.hpp"
#include "miniapp/timing/choices/fastest.hpp"

namespace minikrylov {

ProgressOptions chosen_progress(const NetworkOptions& options, ReductionKind kind, const Operator& A,
                                const System& system, const Communicator& ranks) {
  ProgressOptions chosen = options.progress;
  if (chosen.kind != ProgressKind::manual) return chosen;
  if (options.progress_calls || ranks.size() == 1) {
    chosen.calls_per_loop = options.progress_calls.value_or(chosen.calls_per_loop);
    return chosen;
  }
  constexpr std::array candidates{1, 3, 10, 30, 100};
  const ReductionKind tried = kind == ReductionKind::embedded ? ReductionKind::point_to_point : kind;
  const Vector x = make_vector("x", system.rows, system.ghosts, 1), y = make_vector("y", system.rows, system.ghosts, 1);
  const std::size_t best = first_of_the_fastest(candidates.size(), [&](std::size_t k) {
    const Progress moves_messages({ProgressKind::manual, candidates[k]});
    system.halo->move_by(moves_messages);
    const auto sum = progressing(
        on_emulated_network(make_reduction(tried, ranks, options.network), tried, options.network), moves_messages);
    std::array<double, 3> values{};
    ranks.barrier();
    const double began = wall_time();
    sum->start(values, "tried");
    A.apply(x, y, {.progress = moves_messages.hook()});
    Exec().fence("product");
    sum->finish();
    return ranks.reduce(wall_time() - began, ReduceBy::maximum);
  });
  system.halo->move_by({});
  chosen.calls_per_loop = candidates[best];
  return chosen;
}

}  // namespace minikrylov
