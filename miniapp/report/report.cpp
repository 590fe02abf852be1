// The printed report of a run.
#include "miniapp/report/report.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/report/comparison.hpp"
#include "miniapp/report/compression.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/settings/names.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

constexpr std::pair<ReportLine, const char*> shown_lines[] = {
    {ReportLine::program, "program"},   {ReportLine::build, "build"},         {ReportLine::machine, "machine"},
    {ReportLine::parallel, "parallel"}, {ReportLine::problem, "problem"},     {ReportLine::partition, "partition"},
    {ReportLine::matrix, "matrix"},     {ReportLine::bandwidth, "bandwidth"}, {ReportLine::tuning, "tuning"},
    {ReportLine::emulated, "EMULATED"}, {ReportLine::simulated, "SIMULATED"},
};

/// "rows 262,144" for each field of this line; a field named like the line itself appears without its name.
template <class S>
void collect(ReportLine line, std::string_view label, const S& record, std::vector<std::string>& parts) {
  for (const Field<S>& field : fields<S>()) {
    const FieldValue value = field.get(record);
    if (field.line != line || std::holds_alternative<std::monostate>(value)) continue;
    std::string name(field.name);
    for (const std::string_view unit : {"_seconds", "_bytes"})  // the value shows its unit
      if (name.ends_with(unit)) name.resize(name.size() - unit.size());
    std::replace(name.begin(), name.end(), '_', ' ');
    const std::string text = readable(value, field.unit);
    parts.push_back(field.name == label ? text : fmt::format("{} {}", name, text));
  }
}

std::string percent(double part, double whole) { return whole > 0 ? fmt::format("{:.0f} %", 100 * part / whole) : "-"; }

std::string gigabytes(double bytes, double seconds) {
  return seconds > 0 ? fmt::format("{:.1f}", bytes / seconds / 1e9) : "-";
}

std::string kernel_table(const SolveRecord& solve) {
  const double triad = solve.triad_bytes_per_second;
  double total = 0;
  for (const KernelRow& kernel : solve.kernels) total += kernel.seconds;
  for (const ReductionRow& reduction : solve.reductions) total += reduction.start_seconds + reduction.finish_seconds;
  const bool compressed = solve.compression != Compression::none;
  const auto with_rate = [&](std::vector<std::string> cells, std::string rate) {
    if (compressed) cells.push_back(std::move(rate));
    return cells;
  };
  TextTable table(with_rate({"kernel", "calls", "time", "share", "GB/s", "of triad"}, "CRS-equivalent GB/s"));
  std::vector<KernelRow> kernels = solve.kernels;
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  for (const KernelRow& k : kernels) {
    const double rate = k.seconds > 0 ? bytes_of(k) / k.seconds : 0;
    table.add(
        with_rate({k.name, readable(k.calls, ""), readable_seconds(k.seconds), percent(k.seconds, total),
                   bytes_of(k) > 0 ? gigabytes(bytes_of(k), k.seconds) : "-", rate > 0 ? percent(rate, triad) : "-"},
                  crs_equivalent_rate(k, solve)));
  }
  for (const ReductionRow& r : solve.reductions)
    table.add(with_rate({fmt::format("sum over ranks: {}", r.label), readable(r.calls, ""),
                         readable_seconds(r.start_seconds + r.finish_seconds),
                         percent(r.start_seconds + r.finish_seconds, total), "-", "-"},
                        "-"));
  const bool cached = triad > 0 && std::any_of(kernels.begin(), kernels.end(), [&](const KernelRow& k) {
                        return bytes_of(k) > 1.1 * triad * k.seconds;
                      });
  return table.text(4) + (cached ? "    (above 100 % of the triad: data was still in cache, or overwritten in place; "
                                   "a triad also fetches what it overwrites)\n"
                                 : "");
}

std::string interval_text(const Summary& s) {
  if (s.interval.confidence == Confidence::reached)
    return fmt::format("99 % sure between {} and {}", readable_seconds(s.interval.low),
                       readable_seconds(s.interval.high));
  return fmt::format("{} samples, too few for a 99 % interval: {} to {}", s.count, readable_seconds(s.minimum),
                     readable_seconds(s.maximum));
}

std::string halo_line(const SolveRecord& solve) {
  const std::string chunks =
      solve.chunk_rows ? fmt::format(", in chunks of {} rows", readable(std::int64_t{*solve.chunk_rows}, "")) : "";
  return fmt::format("  halo               {} overlap, hidden behind {} of the rows{}\n", name_of(solve.overlap),
                     percent(static_cast<double>(solve.hidden_rows), static_cast<double>(solve.rows)), chunks);
}

std::string steps_line(const SolveRecord& solve) {
  const std::string shortest = solve.smallest_steps.value_or(*solve.steps) < *solve.steps
                                   ? fmt::format(" (the shortest block: {})", *solve.smallest_steps)
                                   : "";
  return fmt::format("  steps at a time    {}{}, {} basis with condition numbers up to {:.2g}\n", *solve.steps,
                     shortest, name_of(*solve.basis), solve.basis_condition.value_or(0));
}

std::string powers_line(const SolveRecord& solve) {
  const auto count = [](const std::optional<std::int64_t>& number) { return readable(number.value_or(0), ""); };
  return fmt::format("  halo of powers     {}: {} messages with {} values for all of them, {} redundant rows\n",
                     name_of(*solve.powers_halo), count(solve.powers_messages), count(solve.powers_values),
                     count(solve.redundant_rows));
}

std::string tiles_line(const SolveRecord& solve) {
  const std::string tiles =
      solve.tile_shape ? fmt::format("{} of {} rows", *solve.tile_shape, *solve.tile_rows) : "none";
  const std::string gain =
      solve.tile_gain ? fmt::format(": {:.2f} times as fast as one product after the other", *solve.tile_gain) : "";
  return fmt::format("  tiles of powers    {}{}\n", tiles, gain);
}

/// What the checks say of x. A small residual implies a small error only where the condition of the matrix is known.
std::string checked_of_solutions(const Record& record) {
  const bool any = std::any_of(record.solves.begin(), record.solves.end(),
                               [](const SolveRecord& solve) { return solve.error.has_value(); });
  const SystemDescription& given = record.problem;
  const bool ours =
      !given.matrix_file && given.rhs_source == RhsSource::problem && given.solution_source != SolutionSource::file;
  if (!any) return "";
  return ours ? ", and so is the solution" : "; errors of x are not judged, as the condition of the matrix is unknown";
}

std::string precision_line(const SolveRecord& solve) {
  return fmt::format(
      "  precision          {}; {} products with the matrix in double ({}); all in double: {} iterations, {}\n",
      precisions_of(solve), readable(std::int64_t{solve.exact_products.value_or(0)}, ""), name_of(*solve.refinement),
      readable(std::int64_t{*solve.iterations_in_double}, ""), readable_seconds(*solve.seconds_in_double));
}

}  // namespace

std::string report_run(const RunRecord& record) {
  std::string text = "miniKrylov\n";
  for (const auto& [line, label] : shown_lines) {
    std::vector<std::string> parts;
    if (line != ReportLine::bandwidth) collect(line, label, record, parts);
    if (!parts.empty()) text += fmt::format("  {:<10} {}\n", label, fmt::join(parts, ", "));
  }
  return text;
}

std::string report_stages(const Record& record) {
  std::string text = "miniKrylov\n";
  for (const auto& [line, label] : shown_lines) {
    std::vector<std::string> parts;
    collect(line, label, record.run, parts);
    collect(line, label, record.problem, parts);
    collect(line, label, record.matrix, parts);
    const std::string rates = line == ReportLine::bandwidth ? product_rates(record.matrix) : "";
    if (!rates.empty()) parts.push_back(rates);
    if (!parts.empty()) text += fmt::format("  {:<10} {}\n", label, fmt::join(parts, ", "));
    if (line == ReportLine::matrix) text += compression_line(record.matrix);
  }
  const SigmaComparison& sigmas = record.matrix.sigmas;
  if (!sigmas.tried.empty()) {
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < sigmas.tried.size(); ++k)
      parts.push_back(fmt::format("{} with σ {}", readable(sigmas.padding[k], ""), sigmas.tried[k]));
    text += fmt::format("  {:<10} {}; best: --sigma {}\n", "padding", fmt::join(parts, ", "), *sigmas.best);
  }
  return text;
}

std::string report_solve(const SolveRecord& solve) {
  const Summary iteration = summarise(solve.iteration_seconds.values), whole = summarise(solve.solve_seconds);
  std::string text =
      fmt::format("\n{} ({}, {}{}): {} after {} iterations, {}\n", method_of(solve), name_of(solve.formulation),
                  solve.ranks > 1 ? fmt::format("{} reduction", name_of(solve.reduction)) : "one rank",
                  if_compressed(solve.compression, ", compressed matrix"), name_of(solve.outcome), solve.iterations,
                  readable_seconds(whole.median));
  text += fmt::format("  one iteration      {} (median; {})\n", readable_seconds(iteration.median),
                      interval_text(iteration));
  if (solve.predicted_seconds_per_iteration)
    text += fmt::format("  memory traffic     {} (bytes per iteration at the bandwidth of a triad in {})\n",
                        readable_seconds(*solve.predicted_seconds_per_iteration), name_of(solve.working_set_level));
  if (solve.matrix_precision) text += precision_line(solve);
  if (solve.grouping == Grouping::paper) text += "  fused kernels      grouped as in the paper\n";
  if (solve.overlap != Overlap::none) text += halo_line(solve);
  if (solve.steps) text += steps_line(solve);
  if (solve.tile_rows) text += tiles_line(solve);
  if (solve.powers_halo) text += powers_line(solve);
  if (solve.mapping)
    text += fmt::format("  halo in its sums   {} values sent with mapping {} ({} without; {} by the busiest rank)\n",
                        readable(*solve.embedded_values, ""), name_of(*solve.mapping),
                        readable(*solve.embedded_values_unmapped, ""), readable(*solve.embedded_values_maximum, ""));
  if (solve.progress != ProgressKind::none)
    text += fmt::format("  {} progress: {:.3g} MPI calls per iteration, taking {}\n", name_of(solve.progress),
                        solve.progress_calls, readable_seconds(solve.progress_seconds));
  if (solve.restarts > 0) text += fmt::format("  restarts           {} (breakdowns, or rounding)\n", solve.restarts);
  if (solve.replacements > 0) text += fmt::format("  replacements       {} (of r by b - A x)\n", solve.replacements);
  if (solve.norm != ResidualNorm::unpreconditioned)
    text += fmt::format("  stopping test      {} norm: {:.2e}, of the true residual {:.2e}\n", name_of(solve.norm),
                        solve.relative_residual, solve.true_residual_in_norm);
  text += fmt::format("  ‖b - A x‖ / ‖b‖    {:.2e}", solve.true_relative_residual);
  text += solve.norm == ResidualNorm::unpreconditioned
              ? fmt::format(" (the method itself computed {:.2e})\n", solve.relative_residual)
              : "\n";
  if (solve.accuracy)
    text +=
        fmt::format("  at best            {:.2e}, {:.1e} was requested\n", *solve.attainable_accuracy, *solve.accuracy);
  if (solve.error) text += fmt::format("  error of x         {:.2e} (relative to the known solution)\n", *solve.error);
  text += fmt::format(
      "  per iteration      {:.3g} vectors read and {:.3g} written by {:.3g} fused kernels, {:.3g} products with A, "
      "{:.3g} with M, {:.3g} sums over ranks\n",
      solve.vectors_read, solve.vectors_written, solve.launches, solve.products, solve.preconditions,
      solve.reductions_started);
  text += fmt::format("  memory             {} vectors, {}\n", solve.work_vectors + 2,
                      readable_bytes(static_cast<double>(solve.vector_bytes)));
  for (const std::string& objection : solve.objections) text += fmt::format("  NOT ACCEPTED       {}\n", objection);
  if (!solve.kernels.empty())
    text += fmt::format("  where the time goes{}, in a repetition that is not timed:\n",
                        if_compressed(solve.compression, " with the compressed matrix (GB/s: bytes that move)")) +
            kernel_table(solve);
  return text;
}

Verdict verdict_of(const Record& record) {
  const bool all = std::all_of(record.solves.begin(), record.solves.end(),
                               [](const SolveRecord& s) { return s.objections.empty(); });
  return all ? Verdict::passed : Verdict::failed;
}

std::string report_verdict(const Record& record) {
  const std::size_t count = record.solves.size();
  std::vector<std::string> failed;
  for (const SolveRecord& s : record.solves)
    if (!s.objections.empty()) failed.push_back(fmt::format("{} ({})", method_of(s), fmt::join(s.objections, "; ")));
  if (failed.empty())
    return fmt::format("\n{} passed its checks: the residual that each method computed is the true one{}.\n",
                       count == 1 ? "The solve" : fmt::format("Each of the {} solves", count),
                       checked_of_solutions(record));
  return fmt::format("\n{} of {} solves did NOT pass: {}.\n", failed.size(), count, fmt::join(failed, "; "));
}

std::string report(const Record& record) {
  std::string text = report_stages(record);
  for (const SolveRecord& solve : record.solves) text += report_solve(solve);
  return text + report_comparison(record) + report_winner(record) + report_verdict(record);
}

}  // namespace minikrylov
