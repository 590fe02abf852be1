// An overlap job.
#include "miniapp/overlap/job.hpp"

#include <fmt/format.h>

#include "miniapp/overlap/noise.hpp"
#include "miniapp/overlap/preflight.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

std::string mode_of(const OverlapRow& row) {
  const std::string name(name_of(row.mode));
  return row.mode == OverlapMode::tests ? fmt::format("{} tests", row.tests) : name;
}

std::string table_of(const std::vector<OverlapRow>& rows) {
  TextTable table(
      {"pattern, bytes", "ranks", "mode", "both", "99 % interval", "computing", "in MPI", "γ", "IMB", "OSU"});
  for (const OverlapRow& row : rows)
    table.add({fmt::format("{} {}", name_of(row.pattern), row.bytes), fmt::to_string(row.ranks), mode_of(row),
               readable_seconds(row.seconds),
               fmt::format("{} … {}", readable_seconds(row.seconds_low), readable_seconds(row.seconds_high)),
               readable_seconds(row.computing_seconds), readable_seconds(row.communicating_seconds),
               fmt::format("{:.2f}", row.gamma), fmt::format("{:.0f} %", row.imb_overlap),
               fmt::format("{:.0f} %", row.osu_overlap)});
  return table.text(2);
}

}  // namespace

OverlapRecord run_overlap_job(const OverlapOptions& options, RunRecord metadata, const Communicator& ranks) {
  OverlapRecord record;
  record.run = std::move(metadata);
  record.preflight = preflight(ranks);
  if (options.extent == OverlapExtent::preflight) return record;
  constexpr int quanta = 2000;
  constexpr double quantum_seconds = 200e-6;
  record.noise = measure_noise(quanta, quantum_seconds, ranks);
  record.rows = measure_overlaps(options.plan, ranks);
  record.verdict = overlap_verdict(record.rows);
  return record;
}

std::string report(const OverlapRecord& record) {
  std::string text = report_run(record.run) + "\n" + report_preflight(record.preflight);
  if (record.rows.empty()) return text;
  const NoiseRecord& noise = record.noise;
  text += fmt::format(
      "\nNoise of this machine, from a fixed quantum of work: minimum {}, median {}, maximum {}; {:.1f} % of time "
      "lost\n",
      readable_seconds(noise.quantum_seconds), readable_seconds(noise.median_seconds),
      readable_seconds(noise.maximum_seconds), 100 * noise.lost_share);
  text += "\nCommunication with an equal amount of computation (medians, slowest rank)\n" + table_of(record.rows);
  text +=
      "  γ: overhead by equation (24) of Krasnopolsky 2019, 0 if all is hidden, 1 if nothing is gained; IMB, OSU: "
      "overlap as defined by IMB-NBC and OSU, which ignore the extra cost of non-blocking calls\n";
  return text + "\n" + record.verdict;
}

}  // namespace minikrylov
