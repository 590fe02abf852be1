// The content of the file of a `solve` job.
#include "miniapp/results/file.hpp"

#include "miniapp/results/layout.hpp"

namespace minikrylov {

ResultsGroup group_of(const std::vector<SolveRecord>& solves) {
  ResultsGroup group{.name = "solves"};
  for (const SolveRecord& solve : solves)
    group.groups.push_back({.name = std::to_string(group.groups.size()),
                            .values = values_of(solve),
                            .tables = {table_of("kernels", solve.kernels), table_of("reductions", solve.reductions),
                                       table_of("timeline", solve.timeline)}});
  return group;
}

ResultsFile contents_of(const Record& record) {
  const ResultsGroup schema{.name = "schema",
                            .tables = {meanings_of<RunRecord>("run"), meanings_of<SystemDescription>("problem"),
                                       meanings_of<MatrixRecord>("matrix"), meanings_of<SolveRecord>("solve"),
                                       meanings_of<KernelRow>("kernels"), meanings_of<ReductionRow>("reductions"),
                                       meanings_of<TimelineRow>("timeline")}};
  return {.format = results_file_layout().format,
          .groups = {{.name = "run", .values = values_of(record.run)},
                     {.name = "problem", .values = values_of(record.problem)},
                     {.name = "matrix", .values = values_of(record.matrix)},
                     group_of(record.solves),
                     schema}};
}

}  // namespace minikrylov
