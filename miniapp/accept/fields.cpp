// The list of everything that `minikrylov accept` records.
#include "miniapp/accept/fields.hpp"

#include "miniapp/overlap/fields.hpp"
#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::field;

constexpr Field<AcceptRecord> accept_fields[] = {
    field<&AcceptRecord::result_line>("result", "", "last line of the report: VALID or INVALID"),
    field<&AcceptRecord::bytes_per_second>("bytes_per_second", "bytes/s",
                                           "figure of merit: geometric mean over the parts"),
    field<&AcceptRecord::unknowns_per_second>(
        "unknowns_per_second", "1/s", "geometric mean of unknowns solved per second, to a relative residual of 1e-8"),
    field<&AcceptRecord::objections>("objections", "", "why the result is invalid; empty if it is valid"),
    field<&AcceptRecord::requirements>("requirements", "", "file of the requirements; empty without any"),
    field<&AcceptRecord::shortfalls>("shortfalls", "", "requirements that were missed; empty: PASS"),
    field<&AcceptRecord::signed_by>("signed_by", "", "who is responsible for the run"),
    field<&AcceptRecord::asked_seconds>("asked_seconds", "s", "requested total time of all timed sets"),
    field<&AcceptRecord::timed_seconds>("timed_seconds", "s", "total time of all timed sets"),
    field<&AcceptRecord::size>("other_size", "", "points in each direction, if other than the rules demand"),
    field<&AcceptRecord::fixed_iterations>("fixed_iterations", "",
                                           "iterations per solve, if not run until convergence"),
};

constexpr Field<PhaseRow> phase_fields[] = {
    field<&PhaseRow::name>("name", "", "name of the phase"),
    field<&PhaseRow::seconds>("seconds", "s", "time of the phase"),
};

constexpr Field<SystemRow> system_fields[] = {
    field<&SystemRow::problem>("problem", "", "problem name"),
    field<&SystemRow::scale>("scale", "", "large: limited by memory bandwidth; small: limited by latency"),
    field<&SystemRow::points>("points", "", "points in each direction"),
    field<&SystemRow::rows>("rows", "", "unknowns per right-hand side"),
    field<&SystemRow::nonzeros>("nonzeros", "", "matrix entries"),
    field<&SystemRow::format>("format", "", "storage format of the matrix"),
    field<&SystemRow::matrix_bytes>("matrix_bytes", "bytes", "memory of the matrix, of all ranks"),
    field<&SystemRow::seconds>("seconds", "s", "set-up time"),
};

constexpr Field<CheckRow> check_fields[] = {
    field<&CheckRow::problem>("problem", "", "problem name"),
    field<&CheckRow::check>("check", "", "what was checked"),
    field<&CheckRow::finding>("finding", "", "what was found"),
    field<&CheckRow::wanted>("wanted", "", "what was expected"),
    field<&CheckRow::result>("result", "", "passed, FAILED, or left out where no expected result is known"),
};

constexpr Field<TrialRow> trial_fields[] = {
    field<&TrialRow::part>("part", "", "part of the figure of merit"),
    field<&TrialRow::method>("method", "", "a candidate for the best variant"),
    field<&TrialRow::reduction>("reduction", "", "how sums over ranks were computed"),
    field<&TrialRow::seconds>("seconds", "s", "time per iteration in a short trial"),
};

constexpr Field<PartRow> part_fields[] = {
    field<&PartRow::name>("name", "", "problem and right-hand sides (m1, m16), or small"),
    field<&PartRow::rows>("rows", "", "unknowns per right-hand side"),
    field<&PartRow::rhs>("rhs", "", "right-hand sides solved together"),
    field<&PartRow::classical>("classical", "", "the classical method"),
    field<&PartRow::classical_iterations>("classical_iterations", "", "iterations of the classical method"),
    field<&PartRow::classical_repetitions>("classical_repetitions", "", "timed solves of the classical method"),
    field<&PartRow::classical_seconds>("classical_seconds", "s", "time per solve of the classical method (median)"),
    field<&PartRow::variant>("variant", "", "fastest variant of the trial"),
    field<&PartRow::variant_reduction>("variant_reduction", "", "how the variant summed over ranks"),
    field<&PartRow::variant_iterations>("variant_iterations", "", "iterations of the variant"),
    field<&PartRow::variant_repetitions>("variant_repetitions", "", "timed solves of the variant"),
    field<&PartRow::variant_seconds>("variant_seconds", "s", "time per solve of the variant (median)"),
    field<&PartRow::seconds>("seconds", "s", "the lesser of the two times, if both solutions are correct"),
    field<&PartRow::bytes>("bytes", "bytes", "bytes that the classical method must move per solve, on all ranks"),
    field<&PartRow::bytes_per_second>("bytes_per_second", "bytes/s", "bytes / seconds"),
    field<&PartRow::unknowns_per_second>("unknowns_per_second", "1/s", "rows times rhs / seconds"),
    field<&PartRow::triad_bytes_per_second>("triad_bandwidth", "bytes/s",
                                            "memory bandwidth beside the classical solves"),
};

}  // namespace

template <> std::span<const Field<AcceptRecord>> fields() { return accept_fields; }
template <> std::span<const Field<PhaseRow>> fields() { return phase_fields; }
template <> std::span<const Field<SystemRow>> fields() { return system_fields; }
template <> std::span<const Field<CheckRow>> fields() { return check_fields; }
template <> std::span<const Field<TrialRow>> fields() { return trial_fields; }
template <> std::span<const Field<PartRow>> fields() { return part_fields; }

FileLayout acceptance_file_layout() {
  return {
      .key = "acceptance",
      .format = "miniKrylov acceptance",
      .groups = {field_table<AcceptRecord>("/acceptance",
                                           "`/acceptance` of `minikrylov accept`: attributes and datasets")},
      .tables = {
          field_table<PartRow>("/acceptance/parts",
                               "`/acceptance/parts`: a table, one row per part of the figure of merit"),
          field_table<CheckRow>("/acceptance/checks", "`/acceptance/checks`: a table, one row per validation check"),
          field_table<TrialRow>("/acceptance/trials", "`/acceptance/trials`: a table, one row per variant tried"),
          field_table<SystemRow>("/acceptance/systems", "`/acceptance/systems`: a table, one row per system"),
          field_table<PhaseRow>("/acceptance/phases", "`/acceptance/phases`: a table, one row per phase"),
          field_table<PreflightRow>("/acceptance/preflight",
                                    "`/acceptance/preflight`: a table, one row per check of the MPI library")}};
}

ResultsFile contents_of(const AcceptRecord& record) {
  return {.format = acceptance_file_layout().format,
          .groups = {{.name = "run", .values = values_of(record.run)},
                     {.name = "acceptance",
                      .values = values_of(record),
                      .tables = {table_of("preflight", record.preflight), table_of("phases", record.phases),
                                 table_of("systems", record.systems), table_of("checks", record.checks),
                                 table_of("trials", record.trials), table_of("parts", record.parts)}},
                     group_of(record.solves)}};
}

}  // namespace minikrylov
