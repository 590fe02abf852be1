// The fields of `minikrylov accept`.
#include "miniapp/accept/fields.hpp"

#include "miniapp/overlap/fields.hpp"
#include "miniapp/results/fields_values.hpp"

namespace minikrylov {
namespace {

using field_values::derived;
using field_values::field;
using Line = ReportLine;

constexpr Field<AcceptRecord> accept_fields[] = {
    field<&AcceptRecord::result_line>("result", "", "the last line of the report: VALID or INVALID"),
    field<&AcceptRecord::bytes_per_second>("bytes_per_second", "bytes/s",
                                           "the figure of merit: geometric mean over the parts"),
    field<&AcceptRecord::unknowns_per_second>("unknowns_per_second", "1/s",
                                              "the same for unknowns solved, to a relative residual of 1e-8"),
    field<&AcceptRecord::objections>("objections", "", "why the result is not valid; empty if it is"),
    field<&AcceptRecord::requirements>("requirements", "", "file of the requirements; empty if there are none"),
    field<&AcceptRecord::shortfalls>("shortfalls", "", "requirements that were not met; empty: PASS"),
    field<&AcceptRecord::signed_by>("signed_by", "", "who is responsible for the run"),
    field<&AcceptRecord::asked_seconds>("asked_seconds", "s", "requested time of all timed sets together"),
    field<&AcceptRecord::timed_seconds>("timed_seconds", "s", "time that they took"),
    field<&AcceptRecord::expected_seconds>("expected_seconds", "s",
                                           "estimated time of the whole run, as announced before its validation"),
    field<&AcceptRecord::size>("other_size", "", "points in each direction, if they deviate from the rules"),
    field<&AcceptRecord::fixed_iterations>("fixed_iterations", "",
                                           "iterations of a solve, if it was not run until convergence"),
};

constexpr Field<PhaseRow> phase_fields[] = {
    field<&PhaseRow::name>("name", "", "part of the run"),
    field<&PhaseRow::seconds>("seconds", "s", "time that it took"),
};

constexpr Field<SystemRow> system_fields[] = {
    field<&SystemRow::problem>("problem", "", "name of the problem"),
    field<&SystemRow::scale>(
        "scale", "", "large: memory bandwidth counts; in-cache: rates are those of caches; small: latency counts"),
    field<&SystemRow::points>("points", "", "points in each direction"),
    field<&SystemRow::rhs>("rhs", "", "right-hand sides solved together"),
    field<&SystemRow::rows>("rows", "", "unknowns of one right-hand side"),
    field<&SystemRow::nonzeros>("nonzeros", "", "entries of the matrix"),
    field<&SystemRow::format>("format", "", "storage of the matrix"),
    field<&SystemRow::compression>("compression", "", "codes in which products read it: none by the rules"),
    field<&SystemRow::matrix_bytes>("matrix_bytes", "bytes", "memory of the matrix, of all ranks"),
    field<&SystemRow::working_bytes>("working_bytes", "bytes", "lower bound of what an iteration moves, of all ranks"),
    field<&SystemRow::seconds>("seconds", "s", "time to set it up"),
};

constexpr Field<FormatTrialRow> format_fields[] = {
    field<&FormatTrialRow::problem>("problem", "", "name of the problem"),
    field<&FormatTrialRow::points>("points", "", "points in each direction"),
    field<&FormatTrialRow::rhs>("rhs", "", "right-hand sides multiplied together"),
    field<&FormatTrialRow::format>("format", "", "a candidate format"),
    field<&FormatTrialRow::seconds>("seconds", "s", "time of a product in a short trial (median)"),
};

constexpr Field<CheckRow> check_fields[] = {
    field<&CheckRow::problem>("problem", "", "name of the problem"),
    field<&CheckRow::check>("check", "", "what was checked"),
    field<&CheckRow::finding>("finding", "", "what was found"),
    field<&CheckRow::wanted>("wanted", "", "what it should be"),
    field<&CheckRow::result>("result", "", "passed, FAILED, or left out if there is no reference"),
};

constexpr Field<TrialRow> trial_fields[] = {
    field<&TrialRow::part>("part", "", "part of the figure of merit"),
    field<&TrialRow::method>("method", "", "a candidate variant"),
    field<&TrialRow::reduction>("reduction", "", "how sums over ranks were computed"),
    field<&TrialRow::seconds>("seconds", "s", "time of an iteration in a short trial"),
};

constexpr Field<PartRow> part_fields[] = {
    field<&PartRow::name>("name", "", "problem, and right-hand sides (m1, m16) or small"),
    field<&PartRow::scale>("scale", "", "scale of its system"),
    field<&PartRow::rows>("rows", "", "unknowns of one right-hand side"),
    field<&PartRow::rhs>("rhs", "", "right-hand sides solved together"),
    derived<PartRow, FieldKind::text>(
        "classical", "", "the classical method", Line::none,
        [](const PartRow& part) -> FieldValue { return FieldValue(part.classical.method); }),
    derived<PartRow, FieldKind::whole>(
        "classical_iterations", "", "its iterations", Line::none,
        [](const PartRow& part) -> FieldValue { return std::int64_t{part.classical.iterations}; }),
    derived<PartRow, FieldKind::whole>(
        "classical_timed_iterations", "", "iterations of each timed solve: as many, or fewer for want of time",
        Line::none, [](const PartRow& part) -> FieldValue { return std::int64_t{part.classical.timed_iterations}; }),
    derived<PartRow, FieldKind::whole>(
        "classical_repetitions", "", "its timed solves", Line::none,
        [](const PartRow& part) -> FieldValue { return std::int64_t{part.classical.repetitions}; }),
    derived<PartRow>("classical_seconds", "s", "time of a whole solve, from the median of the timed ones", Line::none,
                     [](const PartRow& part) -> FieldValue { return part.classical.seconds; }),
    derived<PartRow>("classical_true_residual", "", "‖b - A x‖ / ‖b‖ of a whole solve", Line::none,
                     [](const PartRow& part) -> FieldValue { return part.classical.true_residual; }),
    derived<PartRow, FieldKind::text>(
        "variant", "", "the variant that was the fastest in the trial", Line::none,
        [](const PartRow& part) -> FieldValue { return FieldValue(part.variant.method); }),
    derived<PartRow, FieldKind::text>(
        "variant_reduction", "", "how it summed over ranks", Line::none,
        [](const PartRow& part) -> FieldValue { return std::string(name_of(part.variant.reduction)); }),
    derived<PartRow, FieldKind::whole>(
        "variant_iterations", "", "its iterations", Line::none,
        [](const PartRow& part) -> FieldValue { return std::int64_t{part.variant.iterations}; }),
    derived<PartRow, FieldKind::whole>(
        "variant_timed_iterations", "", "iterations of each timed solve: as many, or fewer for want of time",
        Line::none, [](const PartRow& part) -> FieldValue { return std::int64_t{part.variant.timed_iterations}; }),
    derived<PartRow, FieldKind::whole>(
        "variant_repetitions", "", "its timed solves", Line::none,
        [](const PartRow& part) -> FieldValue { return std::int64_t{part.variant.repetitions}; }),
    derived<PartRow>("variant_seconds", "s", "time of a whole solve, from the median of the timed ones", Line::none,
                     [](const PartRow& part) -> FieldValue { return part.variant.seconds; }),
    derived<PartRow>("variant_true_residual", "", "‖b - A x‖ / ‖b‖ of a whole solve", Line::none,
                     [](const PartRow& part) -> FieldValue { return part.variant.true_residual; }),
    field<&PartRow::seconds>("seconds", "s", "the smaller of the two times, if both solutions are right"),
    field<&PartRow::bytes>("bytes", "bytes", "bytes that the classical method must move in a solve, on all ranks"),
    field<&PartRow::bytes_per_second>("bytes_per_second", "bytes/s", "bytes / seconds"),
    field<&PartRow::unknowns_per_second>("unknowns_per_second", "1/s", "rows times rhs / seconds"),
    field<&PartRow::triad_bytes_per_second>("triad_bandwidth", "bytes/s",
                                            "memory bandwidth beside the classical solves"),
};

}  // namespace

template <> std::span<const Field<AcceptRecord>> fields() { return accept_fields; }
template <> std::span<const Field<PhaseRow>> fields() { return phase_fields; }
template <> std::span<const Field<SystemRow>> fields() { return system_fields; }
template <> std::span<const Field<FormatTrialRow>> fields() { return format_fields; }
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
          field_table<CheckRow>("/acceptance/checks",
                                "`/acceptance/checks`: a table, one row per check of the machine's answers"),
          field_table<TrialRow>("/acceptance/trials", "`/acceptance/trials`: a table, one row per variant tried"),
          field_table<SystemRow>("/acceptance/systems", "`/acceptance/systems`: a table, one row per system"),
          field_table<FormatTrialRow>("/acceptance/formats",
                                      "`/acceptance/formats`: a table, one row per format that a system was tried in"),
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
                                 table_of("systems", record.systems), table_of("formats", record.formats),
                                 table_of("checks", record.checks), table_of("trials", record.trials),
                                 table_of("parts", record.parts)}},
                     group_of(record.solves)}};
}

}  // namespace minikrylov
