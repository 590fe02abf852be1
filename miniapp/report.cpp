// The printed report: what a run did, for people.
#include "miniapp/report.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/fields.hpp"
#include "miniapp/fields_readable.hpp"
#include "miniapp/report_table.hpp"
#include "miniapp/statistics.hpp"

namespace minikrylov {
namespace {

constexpr std::pair<ReportLine, const char*> lines[] = {
    {ReportLine::program, "program"},   {ReportLine::build, "build"},         {ReportLine::machine, "machine"},
    {ReportLine::parallel, "parallel"}, {ReportLine::problem, "problem"},     {ReportLine::partition, "partition"},
    {ReportLine::matrix, "matrix"},     {ReportLine::bandwidth, "bandwidth"},
};

/// "rows 262,144" for each field of this line; what is called like the line itself stands alone.
template <class S>
void collect(ReportLine line, std::string_view label, const S& record, std::vector<std::string>& parts) {
  for (const Field<S>& field : fields<S>()) {
    const FieldValue value = field.get(record);
    if (field.line != line || std::holds_alternative<std::monostate>(value)) continue;
    std::string name(field.name);
    for (const std::string_view unit : {"_seconds", "_bytes"})  // the value shows it
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

std::string kernel_table(const Record& record, const SolveRecord& solve) {
  const double triad = record.run.triad_bytes_per_second;
  double total = 0;
  for (const KernelRow& kernel : solve.kernels) total += kernel.seconds;
  for (const ReductionRow& reduction : solve.reductions) total += reduction.start_seconds + reduction.finish_seconds;
  TextTable table({"kernel", "calls", "time", "share", "GB/s", "of triad"});
  std::vector<KernelRow> kernels = solve.kernels;
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  for (const KernelRow& k : kernels) {
    const double rate = k.seconds > 0 ? bytes_of(k) / k.seconds : 0;
    table.add({k.name, readable(k.calls, ""), readable_seconds(k.seconds), percent(k.seconds, total),
               bytes_of(k) > 0 ? gigabytes(bytes_of(k), k.seconds) : "-", rate > 0 ? percent(rate, triad) : "-"});
  }
  for (const ReductionRow& r : solve.reductions)
    table.add({fmt::format("sum over ranks: {}", r.label), readable(r.calls, ""),
               readable_seconds(r.start_seconds + r.finish_seconds), percent(r.start_seconds + r.finish_seconds, total),
               "-", "-"});
  const bool cached = triad > 0 && std::any_of(kernels.begin(), kernels.end(), [&](const KernelRow& k) {
                        return bytes_of(k) > 1.1 * triad * k.seconds;
                      });
  return table.text(4) + (cached ? "    (above 100 % of the triad: data that was still in cache)\n" : "");
}

std::string interval_text(const Summary& s) {
  if (s.interval.confidence == Confidence::reached)
    return fmt::format("99 % sure between {} and {}", readable_seconds(s.interval.low),
                       readable_seconds(s.interval.high));
  return fmt::format("{} samples, too few for a 99 % interval: {} to {}", s.count, readable_seconds(s.minimum),
                     readable_seconds(s.maximum));
}

std::string comparison_title(const SolveRecord& s) {
  const std::string_view with = s.preconditioner == PreconditionerChoice::none ? "" : " + ";
  return fmt::format("{}{}{}", s.method, with, with.empty() ? "" : name_of(s.preconditioner));
}

double median_iteration(const SolveRecord& s) { return summarise(s.iteration_seconds.values).median; }

}  // namespace

std::string report_stages(const Record& record) {
  std::string text = "miniKrylov\n";
  for (const auto& [line, label] : lines) {
    std::vector<std::string> parts;
    collect(line, label, record.run, parts);
    collect(line, label, record.problem, parts);
    collect(line, label, record.matrix, parts);
    text += fmt::format("  {:<10} {}\n", label, fmt::join(parts, ", "));
  }
  return text;
}

std::string report_solve(const Record& record, const SolveRecord& solve) {
  const Summary iteration = summarise(solve.iteration_seconds.values), whole = summarise(solve.solve_seconds);
  std::string text = fmt::format("\n{} ({}, {} reduction): {} after {} iterations, {}\n", comparison_title(solve),
                                 name_of(solve.formulation), name_of(solve.reduction), name_of(solve.outcome),
                                 solve.iterations, readable_seconds(whole.median));
  text += fmt::format("  one iteration      {} (median; {})\n", readable_seconds(iteration.median),
                      interval_text(iteration));
  if (solve.predicted_seconds_per_iteration)
    text += fmt::format("  memory alone needs {} (its bytes at the triad's bandwidth)\n",
                        readable_seconds(*solve.predicted_seconds_per_iteration));
  text += fmt::format("  ‖b - A x‖ / ‖b‖    {:.2e} (the method itself computed {:.2e})\n", solve.true_relative_residual,
                      solve.relative_residual);
  if (solve.error) text += fmt::format("  error of x         {:.2e} (relative to the known solution)\n", *solve.error);
  text += fmt::format(
      "  an iteration reads {:.3g} and writes {:.3g} vectors in {:.3g} sweeps, applies A {:.3g} and M {:.3g} times, "
      "sums {:.3g} times over ranks\n",
      solve.vectors_read, solve.vectors_written, solve.launches, solve.products, solve.preconditions,
      solve.reductions_started);
  text += fmt::format("  memory             {} vectors, {}\n", solve.work_vectors + 2,
                      readable_bytes(static_cast<double>(solve.vector_bytes)));
  for (const std::string& objection : solve.objections) text += fmt::format("  NOT ACCEPTED       {}\n", objection);
  if (!solve.kernels.empty())
    text += "  where the time goes, in a repetition that is not timed:\n" + kernel_table(record, solve);
  return text;
}

std::string report_comparison(const Record& record) {
  if (record.solves.empty()) return "";
  TextTable table({"method", "iterations", "an iteration", "99 % interval", "predicted", "to the first", "solve",
                   "true residual", "outcome"});
  const double first = median_iteration(record.solves.front());
  for (const SolveRecord& s : record.solves) {
    const Summary t = summarise(s.iteration_seconds.values);
    const bool enough = t.interval.confidence == Confidence::reached;
    table.add({comparison_title(s), readable(std::int64_t{s.iterations}, ""), readable_seconds(t.median),
               enough ? fmt::format("{} … {}", readable_seconds(t.interval.low), readable_seconds(t.interval.high))
                      : "too few",
               s.predicted_seconds_per_iteration ? readable_seconds(*s.predicted_seconds_per_iteration) : "-",
               first > 0 ? fmt::format("{:.2f}", t.median / first) : "-",
               readable_seconds(summarise(s.solve_seconds).median), fmt::format("{:.1e}", s.true_relative_residual),
               std::string(name_of(s.outcome))});
  }
  return "\nAll solves side by side (times are medians; predicted: what the bytes need at the triad's bandwidth)\n" +
         table.text(2);
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
    if (!s.objections.empty())
      failed.push_back(fmt::format("{} ({})", comparison_title(s), fmt::join(s.objections, "; ")));
  if (failed.empty())
    return fmt::format(
        "\n{} passed its checks: the residual that each method computed is the true one, and so is the solution where "
        "it is known.\n",
        count == 1 ? "The solve" : fmt::format("Each of the {} solves", count));
  return fmt::format("\n{} of {} solves did NOT pass: {}.\n", failed.size(), count, fmt::join(failed, "; "));
}

std::string report(const Record& record) {
  std::string text = report_stages(record);
  for (const SolveRecord& solve : record.solves) text += report_solve(record, solve);
  return text + report_comparison(record) + report_verdict(record);
}

}  // namespace minikrylov
