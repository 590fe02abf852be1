// The fields of `minikrylov model`.
#include "miniapp/model/fields.hpp"

#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::field;

constexpr Field<PredictionRecord> prediction_fields[] = {
    field<&PredictionRecord::machine>("machine", "", "machine, in the format of a machine file"),
    field<&PredictionRecord::workload>("workload", "", "system and formulation in words"),
    field<&PredictionRecord::formulation>("formulation", "", "how statements are run: merged or basic"),
    field<&PredictionRecord::answer>("answer", "", "which method is best, and for which number of nodes"),
};

constexpr Field<ModelComparisonRecord> model_fields[] = {
    field<&ModelComparisonRecord::machine>("machine", "", "machine, in the format of a machine file"),
};

constexpr Field<CurveRecord> curve_fields[] = {
    field<&CurveRecord::method>("method", "", "method name"),
    field<&CurveRecord::steps>("s_step", "", "s of s-step methods: steps per reduction"),
    field<&CurveRecord::basis>("basis", "", "basis of s-step methods: monomial, newton or chebyshev"),
    field<&CurveRecord::classical>("classical", "", "classical method that it rearranges, for comparison"),
    field<&CurveRecord::model>("model", "", "data-transfer (Krasnopolsky 2019) or loggops (Eller and Gropp 2016)"),
    field<&CurveRecord::data>("data", "", "source of all data: memory or cache"),
    field<&CurveRecord::gamma>("gamma", "", "overhead of hidden sums (0: none, 1: as much as is hidden)"),
    field<&CurveRecord::rhs>("rhs", "", "right-hand sides solved together"),
    field<&CurveRecord::alpha>("alpha", "", "cost of the preconditioner: vectors read and written"),
    field<&CurveRecord::nodes>("nodes", "", "numbers of nodes"),
    field<&CurveRecord::seconds>("seconds", "s", "predicted time per iteration, for each number of nodes"),
    field<&CurveRecord::relative_performance>(
        "relative_performance", "", "R: time of the best method of the group over this method's, equation (22)"),
    field<&CurveRecord::speedup>("speedup", "",
                                 "P: time of the classical method on one node over this method's, equation (23)"),
};

constexpr Field<ComparisonRow> comparison_fields[] = {
    field<&ComparisonRow::file>("file", "", "results file"),
    field<&ComparisonRow::method>("method", "", "method name"),
    field<&ComparisonRow::preconditioner>("preconditioner", "", "M"),
    field<&ComparisonRow::format>("format", "", "storage format of the matrix"),
    field<&ComparisonRow::ranks>("ranks", "", "MPI ranks"),
    field<&ComparisonRow::rhs>("rhs", "", "right-hand sides solved together"),
    field<&ComparisonRow::rows>("rows", "", "unknowns per right-hand side"),
    field<&ComparisonRow::emulated_latency>("emulated_latency", "s", "latency of the EMULATED network; 0: none"),
    field<&ComparisonRow::emulated_bandwidth>("emulated_bandwidth", "bytes/s",
                                              "bandwidth of the EMULATED network; 0: none"),
    field<&ComparisonRow::emulated_noise>("emulated_noise", "s", "mean delay per iteration, EMULATED; 0: none"),
    field<&ComparisonRow::measured_seconds>(
        "measured_seconds", "s", "measured time per iteration: mean of the repetition with the median error"),
    field<&ComparisonRow::predicted_seconds>(
        "predicted_seconds", "s", "the same predicted by data transfer, at the triads beside that repetition"),
    field<&ComparisonRow::error>("error", "", "predicted / measured - 1"),
    field<&ComparisonRow::loggops_seconds>("loggops_seconds", "s", "the same by LogGOPS with noise"),
    field<&ComparisonRow::loggops_error>("loggops_error", "", "its error"),
};

}  // namespace

template <> std::span<const Field<PredictionRecord>> fields() { return prediction_fields; }
template <> std::span<const Field<ModelComparisonRecord>> fields() { return model_fields; }
template <> std::span<const Field<CurveRecord>> fields() { return curve_fields; }
template <> std::span<const Field<ComparisonRow>> fields() { return comparison_fields; }

FileLayout prediction_file_layout() {
  return {.key = "prediction",
          .format = "miniKrylov prediction",
          .groups = {field_table<PredictionRecord>("/model", "`/model` of `minikrylov model predict`: attributes"),
                     field_table<CurveRecord>("/model/curves/*", "`/model/curves/<k>`: attributes and datasets")},
          .tables = {}};
}

FileLayout comparison_file_layout() {
  return {
      .key = "comparison",
      .format = "miniKrylov model comparison",
      .groups = {field_table<ModelComparisonRecord>("/model", "`/model` of `minikrylov model compare`: attributes")},
      .tables = {field_table<ComparisonRow>("/model/comparison", "`/model/comparison`: a table, one row per solve")}};
}

ResultsFile contents_of(const PredictionRecord& record) {
  ResultsGroup curves{.name = "curves"};
  for (const CurveRecord& curve : record.curves)
    curves.groups.push_back({.name = std::to_string(curves.groups.size()), .values = values_of(curve)});
  return {.format = prediction_file_layout().format,
          .groups = {{.name = "run", .values = values_of(record.run)},
                     {.name = "model", .values = values_of(record), .groups = {curves}}}};
}

ResultsFile contents_of(const ModelComparisonRecord& record) {
  return {.format = comparison_file_layout().format,
          .groups = {{.name = "run", .values = values_of(record.run)},
                     {.name = "model", .values = values_of(record), .tables = {table_of("comparison", record.rows)}}}};
}

}  // namespace minikrylov
