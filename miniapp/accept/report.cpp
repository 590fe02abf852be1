// The report of an acceptance run: its phases, and who is responsible.
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "miniapp/accept/job.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/overlap/preflight.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

std::string heading(const AcceptRecord& record, std::string_view phase, std::string_view title) {
  for (const PhaseRow& row : record.phases)
    if (row.name == phase) return fmt::format("\n{} ({})\n", title, readable_seconds(row.seconds));
  return fmt::format("\n{}\n", title);
}

std::string rate(double bytes_per_second) { return fmt::format("{:.4g} GB/s", bytes_per_second / 1e9); }

std::string header(const AcceptRecord& record) {
  const RunRecord& run = record.run;
  return report_run(run) + fmt::format("  {:<10} triad {}\n", "bandwidth", rate(run.triad_bytes_per_second)) +
         heading(record, "header", "Header: pre-flight check") + report_preflight(record.preflight);
}

std::string set_up_phase(const AcceptRecord& record) {
  TextTable table({"problem", "scale", "points", "unknowns", "nonzeros", "format", "matrix", "set-up"});
  for (const SystemRow& row : record.systems)
    table.add({std::string(name_of(row.problem)), std::string(name_of(row.scale)), fmt::format("{}³", row.points),
               fmt::format("{}", row.rows), fmt::format("{}", row.nonzeros), std::string(name_of(row.format)),
               readable_bytes(static_cast<double>(row.matrix_bytes)), readable_seconds(row.seconds)});
  return heading(record, "set-up", "Set-up") + table.text(2);
}

std::string validation_phase(const AcceptRecord& record) {
  std::string text = heading(record, "validation", "Validation");
  for (const CheckRow& row : record.checks)
    text += fmt::format(
        "  {:<8}  {}, {}: {}\n", name_of(row.result), row.problem, row.check,
        row.result == CheckResult::left_out ? row.wanted : fmt::format("{} (wanted: {})", row.finding, row.wanted));
  return text;
}

/// The fastest few variants of each part; the file has all.
std::string trials_of(const AcceptRecord& record) {
  constexpr std::size_t shown = 3;
  std::string text = "  trials, fastest variants (time per iteration):\n";
  for (const PartRow& part : record.parts) {
    std::vector<TrialRow> rows;
    for (const TrialRow& row : record.trials)
      if (row.part == part.name) rows.push_back(row);
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    std::vector<std::string> words;
    for (std::size_t k = 0; k < std::min(shown, rows.size()); ++k)
      words.push_back(
          fmt::format("{} ({}) {}", rows[k].method, name_of(rows[k].reduction), readable_seconds(rows[k].seconds)));
    text += fmt::format("    {}: {} ({} tried)\n", part.name, fmt::join(words, ", "), rows.size());
  }
  return text;
}

std::string timed_phase(const AcceptRecord& record) {
  TextTable sets({"timed set", "method", "reduction", "iterations", "repetitions", "per solve", "‖b - A x‖ / ‖b‖"});
  std::string refused;
  for (std::size_t k = 0; k < record.parts.size(); ++k) {
    const PartRow& part = record.parts[k];
    sets.add({part.name, part.classical, std::string(name_of(record.solves[2 * k].reduction)),
              fmt::format("{}", part.classical_iterations), fmt::format("{}", part.classical_repetitions),
              readable_seconds(part.classical_seconds),
              fmt::format("{:.2e}", record.solves[2 * k].true_relative_residual)});
    const SolveRecord& variant = record.solves[2 * k + 1];
    sets.add({"", part.variant, std::string(name_of(part.variant_reduction)),
              fmt::format("{}", part.variant_iterations), fmt::format("{}", part.variant_repetitions),
              readable_seconds(part.variant_seconds), fmt::format("{:.2e}", variant.true_relative_residual)});
    for (const std::string& objection : variant.objections)
      refused += fmt::format("  {}: {} does not count: {}\n", part.name, part.variant, objection);
  }
  return heading(record, "timed sets", "Timed sets") + trials_of(record) + sets.text(2) + refused +
         fmt::format("  {} in timed sets, {} requested\n", readable_seconds(record.timed_seconds),
                     readable_seconds(record.asked_seconds));
}

std::string merit_phase(const AcceptRecord& record) {
  TextTable table({"part", "best", "per solve", "vs classical", "GB/s", "of triad", "unknowns/s"});
  for (const PartRow& part : record.parts)
    table.add({part.name, part.seconds < part.classical_seconds ? part.variant : part.classical,
               readable_seconds(part.seconds), fmt::format("{:.2f}", part.seconds / part.classical_seconds),
               fmt::format("{:.4g}", part.bytes_per_second / 1e9),
               fmt::format("{:.0f} %", 100 * part.bytes_per_second / part.triad_bytes_per_second),
               fmt::format("{:.4g}", part.unknowns_per_second)});
  table.add({"figure of merit", "", "", "", fmt::format("{:.4g}", record.bytes_per_second / 1e9), "",
             fmt::format("{:.4g}", record.unknowns_per_second)});
  return "\nFigure of merit\n" + table.text(2) +
         "  GB/s: bytes that the classical method must move, divided by the time of the faster solve; unknowns/s: "
         "unknowns of\n  all right-hand sides divided by that time, until ‖r‖ ≤ 1e-8 ‖b‖; last line: geometric means\n";
}

std::string verdict_phase(const AcceptRecord& record) {
  std::string text = "\nVerdict\n";
  for (const std::string& objection : record.objections) text += fmt::format("  invalid: {}\n", objection);
  for (const std::string& shortfall : record.shortfalls) text += fmt::format("  missed: {}\n", shortfall);
  if (record.requirements.empty()) return text + "  no requirements (--require FILE)\n";
  std::string why = record.shortfalls.empty() ? "" : fmt::format("{}", fmt::join(record.shortfalls, "; "));
  if (!record.objections.empty()) why += why.empty() ? "the result is invalid" : "; the result is invalid";
  const bool passed = acceptance_of(record) == Acceptance::accepted;
  return text + (passed ? fmt::format("  PASS: all requirements of {} are met\n", record.requirements)
                        : fmt::format("  FAIL: {} ({})\n", why, record.requirements));
}

std::string signature(const AcceptRecord& record) {
  const RunRecord& run = record.run;
  std::string text = "\nSigned off\n";
  const auto line = [&text](std::string_view name, std::string_view value) {
    text += fmt::format("  {:<12} {}\n", name, value);
  };
  line("who", record.signed_by.empty() ? "nobody (--signed-by NAME)" : record.signed_by);
  line("when", run.date);
  line("where", fmt::format("{}", fmt::join(run.hosts, ", ")));
  line("command", run.command_line);
  line("program", fmt::format("{} {} {}", run.version, run.git_hash, run.git_state));
  line("compiler", fmt::format("{} {}: {}", run.compiler, run.build_type, run.compiler_flags));
  line("MPI", fmt::format("{} ({})", run.mpi_library.substr(0, run.mpi_library.find('\n')), run.thread_level));
  line("ranks", fmt::format("{} of {} threads on {}", run.ranks, run.threads, run.device));
  std::map<std::string, int> ranks_bound;
  for (const std::string& binding : run.binding) ++ranks_bound[binding];
  for (const auto& [binding, count] : ranks_bound) line("binding", fmt::format("{} x {}", count, binding));
  for (const std::string& variable : run.environment) line("environment", variable);
  line("signature", "______________________________   date ______________");
  return text;
}

}  // namespace

std::string report(const AcceptRecord& record) {
  return header(record) + set_up_phase(record) + validation_phase(record) + timed_phase(record) + merit_phase(record) +
         verdict_phase(record) + signature(record) + "\n" + record.result_line + "\n";
}

}  // namespace minikrylov
