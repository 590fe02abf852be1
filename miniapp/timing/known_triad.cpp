// The memory bandwidth of this machine, measured once per boot.
#include "miniapp/timing/known_triad.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "miniapp/metadata/metadata.hpp"
#include "miniapp/timing/cached_text.hpp"

namespace minikrylov {
namespace {

std::string boot_of_host() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  file >> boot;
  return boot;
}

/// Everything that the bandwidth depends on; empty if boots cannot be distinguished. Collective.
std::string key_of(const RunRecord& run, const Communicator& ranks) {
  const std::vector<std::string> boots = ranks.gather(boot_of_host());
  for (const std::string& boot : boots)
    if (boot.empty()) return "";
  return fmt::format(
      "elements {}, until the last rank is done\nprocessor {}\ndevice {}\nranks {}, threads {}\n{}\n{}\n",
      bandwidth_elements, run.processor, run.device, run.ranks, run.threads, fmt::join(boots, "\n"),
      fmt::join(run.binding, "\n"));
}

/// Empty if nothing is stored, or anything else.
KnownTriad read_known(const std::string& key) {
  std::istringstream line(read_cached("triad", key));
  KnownTriad known;
  std::string date;
  if (!(line >> known.bytes_per_second >> date) || !std::isfinite(known.bytes_per_second)) return {};
  if (known.bytes_per_second <= 0) return {};
  known.source = fmt::format("measured {}, since the last boot", date);
  return known;
}

void store(const std::string& key, double bytes_per_second) {
  write_cached("triad", key, fmt::format("{:.6g} {}", bytes_per_second, date_now()));
}

}  // namespace

KnownTriad known_triad(const CommonTriad& triad, const RunRecord& run, const Communicator& ranks) {
  const std::string key = key_of(run, ranks);
  KnownTriad known;
  if (ranks.rank() == 0) known = read_known(key);
  known.bytes_per_second = ranks.reduce(known.bytes_per_second, ReduceBy::maximum);
  if (known.bytes_per_second > 0) return known;
  known = {triad.best(), "measured by this run"};
  if (ranks.rank() == 0) store(key, known.bytes_per_second);
  return known;
}

void improve_known_triad(double bytes_per_second, const RunRecord& run, const Communicator& ranks) {
  const std::string key = key_of(run, ranks);
  if (ranks.rank() == 0 && bytes_per_second > run.triad_bytes_per_second) store(key, bytes_per_second);
}

}  // namespace minikrylov
