// The report of an acceptance run: its phases, and who signed it.
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

/// Whose bytes the rates count.
std::string storage_line(const AcceptRecord& record) {
  const auto compressed = compressed_systems(record);
  if (compressed > 0) return fmt::format("  compressed matrices, against the rules: {}\n", compressed);
  return "  no matrix is compressed: all rates count the bytes of doubles\n";
}

std::string set_up_phase(const AcceptRecord& record) {
  TextTable table(
      {"problem", "scale", "points", "rhs", "unknowns", "nonzeros", "format", "matrix", "iteration", "set-up"});
  for (const SystemRow& row : record.systems)
    table.add({std::string(name_of(row.problem)), std::string(name_of(row.scale)), fmt::format("{}³", row.points),
               fmt::format("{}", row.rhs), fmt::format("{}", row.rows), fmt::format("{}", row.nonzeros),
               std::string(name_of(row.format)), readable_bytes(static_cast<double>(row.matrix_bytes)),
               readable_bytes(static_cast<double>(row.working_bytes)), readable_seconds(row.seconds)});
  std::string text = heading(record, "set-up", "Set-up") + table.text(2) + storage_line(record);
  for (const FormatTrialRow& row : record.formats)
    text += fmt::format("  {}, {}³, {} right-hand sides: product in {}: {}\n", name_of(row.problem), row.points,
                        row.rhs, name_of(row.format), readable_seconds(row.seconds));
  return text + fmt::format("  caches of all ranks: {}; an iteration of a large system moves four times as much\n",
                            readable_bytes(static_cast<double>(record.run.cache_bytes)));
}

/// All checks, before and after the timed sets.
std::string validation_phase(const AcceptRecord& record) {
  std::string text = heading(record, "validation", "Validation");
  for (const CheckRow& row : record.checks)
    text += fmt::format(
        "  {:<8}  {}, {}: {}\n", name_of(row.result), row.problem, row.check,
        row.result == CheckResult::left_out ? row.wanted : fmt::format("{} (wanted: {})", row.finding, row.wanted));
  return text;
}

/// The fastest few of each part; the results file has all.
std::string trials_of(const AcceptRecord& record) {
  constexpr std::size_t shown = 3;
  std::string text = "  the fastest variants, per iteration:\n";
  for (const PartRow& part : record.parts) {
    std::vector<TrialRow> rows;
    for (const TrialRow& row : record.trials)
      if (row.part == part.name) rows.push_back(row);
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    std::vector<std::string> words;
    for (std::size_t k = 0; k < std::min(shown, rows.size()); ++k)
      words.push_back(
          fmt::format("{} ({}) {}", rows[k].method, name_of(rows[k].reduction), readable_seconds(rows[k].seconds)));
    text += fmt::format("    {}: {}, of {} tried\n", part.name, fmt::join(words, ", "), rows.size());
  }
  return text;
}

std::string timed_phase(const AcceptRecord& record) {
  TextTable sets(
      {"timed set", "method", "reduction", "iterations", "timed", "repetitions", "solve", "‖b - A x‖ / ‖b‖"});
  std::string refused;
  for (const PartRow& part : record.parts) {
    for (const PartMethod* method : {&part.classical, &part.variant})
      sets.add({method == &part.classical ? part.name : "", method->method, std::string(name_of(method->reduction)),
                fmt::format("{}", method->iterations), fmt::format("{}", method->timed_iterations),
                fmt::format("{}", method->repetitions), readable_seconds(method->seconds),
                fmt::format("{:.2e}", method->true_residual)});
    for (const std::string& objection : part.variant.objections)
      refused += fmt::format("  {}: {} does not count: {}\n", part.name, part.variant.method, objection);
  }
  return heading(record, "trials", "Trials") + trials_of(record) + heading(record, "timed sets", "Timed sets") +
         sets.text(2) + refused +
         fmt::format("  {} in timed sets ({} requested); estimated time of the whole run: {}\n",
                     readable_seconds(record.timed_seconds), readable_seconds(record.asked_seconds),
                     readable_seconds(record.expected_seconds));
}

/// The rate relative to the triad; for systems that are not in main memory, their scale.
std::string of_triad(const PartRow& part) {
  if (part.scale != SystemScale::large) return std::string(name_of(part.scale));
  return fmt::format("{:.0f} %", 100 * part.bytes_per_second / part.triad_bytes_per_second);
}

std::string merit_phase(const AcceptRecord& record) {
  TextTable table({"part", "best", "solve", "vs classical", "GB/s", "of triad", "unknowns/s"});
  for (const PartRow& part : record.parts)
    table.add({part.name, part.seconds < part.classical.seconds ? part.variant.method : part.classical.method,
               readable_seconds(part.seconds), fmt::format("{:.2f}", part.seconds / part.classical.seconds),
               fmt::format("{:.4g}", part.bytes_per_second / 1e9), of_triad(part),
               fmt::format("{:.4g}", part.unknowns_per_second)});
  table.add({"figure of merit", "", "", "", fmt::format("{:.4g}", record.bytes_per_second / 1e9), "",
             fmt::format("{:.4g}", record.unknowns_per_second)});
  return "\nFigure of merit\n" + table.text(2) +
         "  GB/s: bytes that the classical method must move with uncompressed matrices, over the time of the faster\n"
         "  solve until ‖r‖ ≤ 1e-8 ‖b‖;\n"
         "  unknowns/s: unknowns of all right-hand sides over the same time; last line: geometric means. For in-cache\n"
         "  and small systems, GB/s is not a memory bandwidth.\n";
}

std::string verdict_phase(const AcceptRecord& record) {
  std::string text = "\nVerdict\n";
  for (const std::string& remark : remarks_on_time(record)) text += fmt::format("  time: {}\n", remark);
  for (const std::string& objection : record.objections) text += fmt::format("  not valid: {}\n", objection);
  for (const std::string& shortfall : record.shortfalls) text += fmt::format("  not reached: {}\n", shortfall);
  if (record.requirements.empty()) return text + "  no requirements (--require FILE)\n";
  std::string why = record.shortfalls.empty() ? "" : fmt::format("{}", fmt::join(record.shortfalls, "; "));
  if (!record.objections.empty()) why += why.empty() ? "the result is not valid" : "; the result is not valid";
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
