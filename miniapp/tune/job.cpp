// Measures, stores and reports the tuning.
#include "miniapp/tune/job.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/report/report.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

std::string value_text(std::string_view choice, Offset value) {
  if (value == never) return "never";
  return choice.ends_with("_bytes") ? fmt::format("{} KiB", value / 1024) : std::to_string(value);
}

/// "default", "chosen", both or neither.
std::string role_of(std::size_t place, std::size_t chosen) {
  if (place == 0) return chosen == 0 ? "default, chosen" : "default";
  return place == chosen ? "chosen" : "";
}

double best_of(const TunedTimes& times) { return *std::min_element(times.seconds.begin(), times.seconds.end()); }

void add_rows(const TunedTimes& times, TextTable& table) {
  std::vector<std::size_t> order(times.values.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return times.values[a] < times.values[b]; });
  for (const std::size_t k : order)
    table.add({fmt::format("{}: {}", times.choice->name, name_of(times.choice->kernel)),
               value_text(times.choice->name, times.values[k]), readable_seconds(times.seconds[k]),
               fmt::format("{:.3f}", times.seconds[k] / best_of(times)), role_of(k, times.chosen)});
}

}  // namespace

TuneRecord run_tune_job(const RunRecord& metadata, const Communicator& ranks) {
  MeasuredTuning measured = measure_tuning(Tune::full, ranks);
  if (measured.choices.empty())  // on a device
    return {with_tuning(metadata, Tune::full, {measured.values, "defaults"}), std::move(measured)};
  store_tuning(measured.values, metadata, ranks);
  return {with_tuning(metadata, Tune::full, {measured.values, "measured by this run"}), std::move(measured)};
}

std::string report(const TuneRecord& record) {
  const std::string text = report_run(record.run);
  if (record.measured.choices.empty())
    return text + "\nNothing to tune (kernels run on a device, which has no such choices).\n";
  TextTable choices({"choice: kernel", "value", "time", "of best", ""});
  for (const TunedTimes& times : record.measured.choices) add_rows(times, choices);
  TextTable kernels({"kernel", "defaults", "chosen", "defaults of chosen"});
  double worst = 1;
  for (const TunedKernelTimes& times : record.measured.kernels) {
    const double relative = times.defaults / times.chosen;
    worst = std::max(worst, relative);
    kernels.add({std::string(name_of(times.kernel)), readable_seconds(times.defaults), readable_seconds(times.chosen),
                 fmt::format("{:.3f}", relative)});
  }
  return fmt::format(
      "{}\n{}\n{}\nThe defaults take at most {:.2f} times as long as what was chosen for `--tune auto` on this "
      "processor with {}\nranks and {} threads:\n  {}\n",
      text, choices.text(2), kernels.text(2), worst, record.run.ranks, record.run.threads,
      fmt::join(record.run.tuned, " "));
}

}  // namespace minikrylov
