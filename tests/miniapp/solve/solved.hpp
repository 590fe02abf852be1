// Solve jobs without their report and files.
#pragma once
#include <vector>

#include "comm/progress.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/solve.hpp"

namespace minikrylov::test {

/// Solves a system by all methods of `options`, as the job does.
inline std::vector<SolveRecord> solved(const SolveOptions& options) {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  const SourcedSystem sourced =
      build_system(source_of(options.problem, options.partition, options.method),
                   layout_of(options.matrix, options.ordering, options.method), options.halo.gpu_aware_mpi, ranks);
  const System& system = sourced.system;
  const HaloOverlap overlap = overlap_of(options.halo, system, options.method.rhs, ranks);
  const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, overlap);
  const RightHandSides sides = make_right_hand_sides(system, A, options.method.rhs);
  const Progress moves_messages(options.network.progress);
  system.halo->move_by(moves_messages);
  const SolveInputs inputs{
      .system = system, .A = A, .sides = sides, .ranks = ranks, .triad = triad, .progress = moves_messages};
  ProgressLine silent(nullptr);
  std::vector<SolveRecord> records;
  for (const ChosenMethod& chosen : options.method.methods)
    records.push_back(solve(chosen, options.method, options.run, options.network, inputs, silent));
  return records;
}

}  // namespace minikrylov::test
