// The fields of `minikrylov merging`.
#include "miniapp/merging/fields.hpp"

#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::field;

constexpr Field<MergingRow> merging_fields[] = {
    field<&MergingRow::group>("group", "", "updates in one kernel: separate, two-merged or three-merged"),
    field<&MergingRow::place>("place", "", "where the vectors are: memory or cache"),
    field<&MergingRow::rhs>("rhs", "", "right-hand sides"),
    field<&MergingRow::rows>("rows", "", "rows of each rank"),
    field<&MergingRow::vectors_moved>("vectors_moved", "", "vectors read and written by a pass, counted"),
    field<&MergingRow::flops_per_row>("flops_per_row", "flop", "operations per row and right-hand side"),
    field<&MergingRow::samples>("samples", "", "number of samples"),
    field<&MergingRow::seconds>("seconds", "s", "time of a pass: median of the slowest rank's times"),
    field<&MergingRow::seconds_low>("seconds_low", "s", "99 % confidence interval of that median: lower end"),
    field<&MergingRow::seconds_high>("seconds_high", "s", "99 % confidence interval of that median: upper end"),
    field<&MergingRow::bytes_per_second>("bandwidth", "bytes/s", "vectors moved by all ranks over this time"),
    field<&MergingRow::saved>("saved", "", "time of separate updates over this time"),
};

}  // namespace

template <> std::span<const Field<MergingRow>> fields() { return merging_fields; }

FileLayout merging_file_layout() {
  return {.key = "merging",
          .format = "miniKrylov merging",
          .groups = {},
          .tables = {field_table<MergingRow>("/merging/times",
                                             "`/merging/times` of `minikrylov merging`: a table, one row per group of "
                                             "updates, place and number of right-hand sides")}};
}

ResultsFile contents_of(const MergingRecord& record) {
  return {.format = merging_file_layout().format,
          .groups = {{.name = "run", .values = values_of(record.run)},
                     {.name = "merging", .tables = {table_of("times", record.rows)}}}};
}

}  // namespace minikrylov
