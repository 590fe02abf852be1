// A merging job.
#include "miniapp/merging/job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "miniapp/merging/measure.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

/// Three vectors of all ranks take this many times the caches in memory, and this share of a level-2 cache per thread.
constexpr double beyond_caches = 4, within_cache = 0.5;
/// Where caches are unknown, in bytes.
constexpr double usual_caches = 64e6, usual_l2 = 512e3;
constexpr double bytes_of_vectors = 3 * 8;  // per number

/// Numbers in one vector of each rank.
double usual_numbers(VectorsIn place, const RunRecord& run) {
  const double caches = run.cache_bytes > 0 ? static_cast<double>(run.cache_bytes) : usual_caches;
  const double l2 = run.l2_bytes > 0 ? static_cast<double>(run.l2_bytes) : usual_l2;
  return place == VectorsIn::memory ? beyond_caches * caches / run.ranks / bytes_of_vectors
                                    : within_cache * l2 * run.threads / bytes_of_vectors;
}

std::string sentence(const MergingRecord& record) {
  for (const MergingRow& row : record.rows)
    if (row.group == UpdateGroup::three_merged && row.place == VectorsIn::memory)
      return fmt::format(
          "\nIn memory, three merged updates move {:g} vectors instead of {:g} and take {:.2f} times less time than "
          "three\nseparate ones: the bytes moved determine the time, not the operations (Krasnopolsky 2019, table 1: "
          "1.8).\n",
          row.vectors_moved, record.rows.front().vectors_moved, row.saved);
  return "";
}

}  // namespace

MergingRecord run_merging_job(const MergingOptions& options, RunRecord metadata, const Communicator& ranks) {
  MergingRecord record;
  record.run = std::move(metadata);
  for (const VectorsIn place : {VectorsIn::memory, VectorsIn::cache}) {
    const std::optional<double>& asked = place == VectorsIn::memory ? options.in_memory : options.in_cache;
    const double numbers = asked.value_or(usual_numbers(place, record.run));
    for (const int rhs : options.rhs) {
      const auto rows = static_cast<LocalIndex>(std::max(numbers / rhs, 1.0));
      const std::vector<MergingRow> measured =
          measure_merging({.place = place, .rows = rows, .rhs = rhs, .samples = options.samples}, ranks);
      record.rows.insert(record.rows.end(), measured.begin(), measured.end());
    }
  }
  return record;
}

std::string report(const MergingRecord& record) {
  TextTable table({"updates", "in", "m", "rows", "vectors moved", "time", "99 % interval", "GB/s", "to separate"});
  for (const MergingRow& row : record.rows)
    table.add({std::string(name_of(row.group)), std::string(name_of(row.place)), fmt::to_string(row.rhs),
               readable(row.rows, ""), fmt::format("{:g}", row.vectors_moved), readable_seconds(row.seconds),
               fmt::format("{} … {}", readable_seconds(row.seconds_low), readable_seconds(row.seconds_high)),
               fmt::format("{:.1f}", row.bytes_per_second / 1e9), fmt::format("{:.2f}", row.saved)});
  return report_run(record.run) +
         "\ny = a x + b y, z = b x + a z, z = b y + c z: a kernel each, two merged (without the third), three "
         "merged\n" +
         table.text(2) + sentence(record);
}

}  // namespace minikrylov
