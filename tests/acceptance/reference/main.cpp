// Measures the reference data of methods and systems, from which scripts/acceptance/known.py generates the table.
//   accept_reference <points>...
// Prints "iterations <problem> <points> <iterations>" and "rounding <problem> <method> <deviation> <loss>".
#include <cstdio>
#include <cstdlib>

#include "comm/runtime/runtime.hpp"
#include "miniapp/accept/checks/variants.hpp"

namespace minikrylov::test {
namespace {

int program(Runtime& runtime) {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  ProgressLine progress(nullptr);
  const AcceptSurroundings with{.ranks = ranks, .triad = triad, .no_triad = triad, .progress = progress};
  for (int k = 1; k < runtime.argument_count(); ++k)
    for (const auto& [problem, classical] : workloads)
      for (const MatrixFormat format : formats_for(problem)) {
        const Bench bench({.problem = problem, .points = std::atoi(runtime.arguments()[k]), .format = format}, ranks);
        Repeats repeats;
        const MethodSolves solves = solve_by_all(bench, classical, with, repeats);
        if (ranks.rank() != 0) continue;
        const std::string name(name_of(problem));
        std::printf("iterations %s %d %d\n", name.c_str(), bench.plan().points, solves.classical.iterations);
        for (const MethodSolve& variant : solves.variants)
          std::printf("rounding %s %s %.3e %.3e\n", name.c_str(), std::string(variant.method).c_str(),
                      deviation(variant, solves.classical), loss(variant));
        std::fflush(stdout);
      }
  return 0;
}

}  // namespace
}  // namespace minikrylov::test

int main(int argc, char** argv) { return minikrylov::run(argc, argv, minikrylov::test::program); }
