// The jobs of `minikrylov model`.
#include "miniapp/model/job.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/formats/sell.hpp"
#include "miniapp/model/compare.hpp"
#include "miniapp/model/machine/calibrate.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/results/reader.hpp"
#include "miniapp/settings/matrix_options.hpp"
#include "problems/assemble.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// Bytes per row of the matrix stored as SELL, with padding and compact columns, sampled on a smaller grid.
double sell_bytes_per_row(ProblemKind kind, int points) {
  const bool plane = properties_of(kind).dimensions == Dimensions::two;
  const LocalIndex n = std::min(points, plane ? 512 : 48);
  const Problem problem = make_problem(kind, {n, n, plane ? 1 : n}, {});
  const Rows rows = assemble(problem, whole(problem.grid));
  const CrsArrays crs{.rows = rows.rows,
                      .column_count = rows.rows,
                      .offsets = rows.offsets,
                      .columns = rows.columns,
                      .values = rows.values};
  const auto matrix = make_sell(crs, {0, rows.rows}, usual_chunk);
  return static_cast<double>(matrix->allocated_bytes()) / matrix->rows();
}

}  // namespace

std::string run_calibrate_job(const RunRecord& metadata, const Communicator& ranks) {
  return machine_text(calibrate_machine(metadata, ranks));
}

PredictionRecord run_predict_job(const PredictOptions& options, RunRecord metadata) {
  PredictionPlan plan = options.plan;
  PredictionRecord record;
  record.run = std::move(metadata);
  record.machine = machine_text(plan.machine);
  record.workload = options.workload;
  record.formulation = plan.formulation;
  if (options.sample) {
    const double bytes = sell_bytes_per_row(*options.sample, options.points);
    plan.workload.matrix_bytes = bytes * plan.workload.rows;
    record.workload += fmt::format(", SELL with {:.1f} bytes per row", bytes);
  }
  if (plan.workload.chebyshev_degree > 0)
    record.workload += fmt::format(", a polynomial of {} products as preconditioner", plan.workload.chebyshev_degree);
  record.workload += fmt::format(", {} formulation", name_of(plan.formulation));
  record.curves = predict(plan);
  record.answer = advice(plan, record.curves);
  record.details = table_of(plan, record.curves) + "\nBest method by number of nodes:\n" + best_methods(record.curves);
  return record;
}

ModelComparisonRecord run_compare_job(const CompareOptions& options, RunRecord metadata) {
  std::vector<MeasuredSolve> solves;
  for (const std::string& path : options.results) {
    const std::vector<MeasuredSolve> some = read_solves(path);
    solves.insert(solves.end(), some.begin(), some.end());
  }
  std::vector<ComparisonRow> rows = compare(solves, options.machine);
  require(!rows.empty(), "there is nothing to compare (no solve in {} took an iteration) give other files",
          fmt::join(options.results, ", "));
  return {std::move(metadata), machine_text(options.machine), std::move(rows)};
}

std::string report(const PredictionRecord& record) {
  return fmt::format("{}\n{}\n\n{}\nWhich method should be used here? {}\n", record.machine, record.workload,
                     record.details, record.answer);
}

std::string report(const ModelComparisonRecord& record) { return report_model_comparison(record.rows); }

}  // namespace minikrylov
