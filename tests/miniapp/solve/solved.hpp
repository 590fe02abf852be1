// Solve jobs without their report and files.
#pragma once
#include <functional>
#include <vector>

#include "comm/reduction/progress.hpp"
#include "miniapp/solve/job_system.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/solve.hpp"

namespace minikrylov::test {

/// Solves a system by all methods of `options`, as the job does, once it is changed. `rows`: those of the problem.
/// Times are predicted from the bandwidth of `caches` that hold everything.
inline std::vector<SolveRecord> solved(SourcedRows rows, const SolveOptions& options,
                                       const std::function<void(System&)>& change = {}, const Caches& caches = {}) {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  ProgressLine silent(nullptr);
  const GivenVectors vectors = given_vectors(options.vectors, rows.rows, options.method.rhs, ranks);
  rows.rows = with_vectors(std::move(rows.rows), vectors);
  MethodOptions asked = options.method;
  asked.rhs = vectors.width;
  SourcedSystem sourced =
      build_system(std::move(rows), layout_of(options.matrix, options.ordering, options.halo, asked),
                   options.halo.gpu_aware_mpi, ranks);
  if (change) change(sourced.system);
  const System& system = sourced.system;
  DistributedMatrix A = fastest_product(system, options.halo, asked.rhs, {}, triad, ranks, silent);
  choose_ghosts(A, system, asked.rhs, {}, ranks, silent);
  const MethodOptions method = with_degree(asked, system, A, ranks, silent);
  const auto inner = inner_product(system, A);
  const RightHandSides sides = make_right_hand_sides(system, A, method.rhs);
  const Progress moves_messages(options.network.progress);
  system.halo->move_by(moves_messages);
  const SolveInputs inputs{.system = system,
                           .A = A,
                           .sides = sides,
                           .ranks = ranks,
                           .triad = triad,
                           .progress = moves_messages,
                           .guess = guess_of(system, vectors, ranks),
                           .caches = caches,
                           .inner = inner.get()};
  std::vector<SolveRecord> records;
  for (const ChosenMethod& chosen : method.methods)
    records.push_back(solve(chosen, method, options.run, options.network, inputs, silent));
  return records;
}

/// The same, with rows assembled or read for the purpose.
inline std::vector<SolveRecord> solved(const SolveOptions& options, const std::function<void(System&)>& change = {},
                                       const Caches& caches = {}) {
  return solved(source_rows(source_of(options.problem, options.partition, options.method), Communicator()), options,
                change, caches);
}

}  // namespace minikrylov::test
