// The fields of `minikrylov overlap`.
#include "miniapp/overlap/fields.hpp"

#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::field;

constexpr Field<OverlapRecord> record_fields[] = {
    field<&OverlapRecord::verdict>("verdict", "", "result in words"),
};

constexpr Field<OverlapRow> overlap_fields[] = {
    field<&OverlapRow::pattern>("pattern", "", "what was communicated"),
    field<&OverlapRow::ranks>("ranks", "", "number of communicating ranks; the others waited"),
    field<&OverlapRow::bytes>("bytes", "bytes", "size of a message"),
    field<&OverlapRow::mode>("mode", "", "how communication and computation were combined"),
    field<&OverlapRow::tests>("tests", "", "parts of the computation, between which mode tests calls MPI_Test"),
    field<&OverlapRow::samples>("samples", "", "number of samples"),
    field<&OverlapRow::seconds>("seconds", "s",
                                "communication and computation together: median of the slowest rank's times"),
    field<&OverlapRow::seconds_low>("seconds_low", "s", "99 % confidence interval of that median: lower end"),
    field<&OverlapRow::seconds_high>("seconds_high", "s", "99 % confidence interval of that median: upper end"),
    field<&OverlapRow::computing_seconds>("computing_seconds", "s", "time in the computation, including MPI_Test"),
    field<&OverlapRow::communicating_seconds>("communicating_seconds", "s", "time in other MPI calls"),
    field<&OverlapRow::gamma>("gamma", "",
                              "overhead by equation (24) of Krasnopolsky 2019 (0: all hidden, 1: no gain)"),
    field<&OverlapRow::imb_overlap>("imb_overlap", "", "overlap in percent as IMB-NBC defines it, clamped to 0 … 100"),
    field<&OverlapRow::osu_overlap>("osu_overlap", "",
                                    "overlap in percent as the OSU benchmarks define it, at least 0"),
};

constexpr Field<PreflightRow> preflight_fields[] = {
    field<&PreflightRow::check>("check", "", "what was checked"),
    field<&PreflightRow::finding>("finding", "", "what was found"),
    field<&PreflightRow::verdict>("verdict", "", "what it means"),
};

constexpr Field<NoiseRecord> noise_fields[] = {
    field<&NoiseRecord::quantum_seconds>("quantum_seconds", "s", "minimum time of a fixed quantum of work"),
    field<&NoiseRecord::median_seconds>("median_seconds", "s", "median time of the quantum (worst rank)"),
    field<&NoiseRecord::maximum_seconds>("maximum_seconds", "s", "maximum time of the quantum"),
    field<&NoiseRecord::lost_share>("lost_share", "", "share of lost time: 1 - minimum / mean"),
    field<&NoiseRecord::seconds>("seconds", "s", "time of each quantum (slowest rank)"),
};

}  // namespace

template <> std::span<const Field<OverlapRecord>> fields() { return record_fields; }
template <> std::span<const Field<OverlapRow>> fields() { return overlap_fields; }
template <> std::span<const Field<PreflightRow>> fields() { return preflight_fields; }
template <> std::span<const Field<NoiseRecord>> fields() { return noise_fields; }

FileLayout overlap_file_layout() {
  return {.key = "overlap",
          .format = "miniKrylov overlap",
          .groups = {field_table<OverlapRecord>("/overlap", "`/overlap` of `minikrylov overlap`: attributes"),
                     field_table<NoiseRecord>("/overlap/noise", "`/overlap/noise`: attributes and datasets")},
          .tables = {field_table<OverlapRow>("/overlap/times", "`/overlap/times`: a table, one row per measurement"),
                     field_table<PreflightRow>("/overlap/preflight",
                                               "`/overlap/preflight`: a table, one row per check of the MPI library")}};
}

ResultsFile contents_of(const OverlapRecord& record) {
  return {.format = overlap_file_layout().format,
          .groups = {{.name = "run", .values = values_of(record.run)},
                     {.name = "overlap",
                      .values = values_of(record),
                      .tables = {table_of("preflight", record.preflight), table_of("times", record.rows)},
                      .groups = {{.name = "noise", .values = values_of(record.noise)}}}}};
}

}  // namespace minikrylov
