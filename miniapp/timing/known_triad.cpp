// The memory bandwidth of this machine, measured once per boot: a small text file in the user's cache.
#include "miniapp/timing/known_triad.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "miniapp/metadata/metadata.hpp"

namespace minikrylov {
namespace {

std::string boot_of_host() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  file >> boot;
  return boot;
}

/// Everything that the bandwidth depends on; empty where boots cannot be told apart. Collective.
std::string key_of(const RunRecord& run, const Communicator& ranks) {
  const std::vector<std::string> boots = ranks.gather(boot_of_host());
  for (const std::string& boot : boots)
    if (boot.empty()) return "";
  return fmt::format("elements {}\nprocessor {}\ndevice {}\nranks {}, threads {}\n{}\n{}\n", bandwidth_elements,
                     run.processor, run.device, run.ranks, run.threads, fmt::join(boots, "\n"),
                     fmt::join(run.binding, "\n"));
}

std::filesystem::path cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const std::string own = variable("MINIKRYLOV_CACHE"); !own.empty()) return own;
  if (const std::string all = variable("XDG_CACHE_HOME"); !all.empty()) return all + "/minikrylov";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/minikrylov";
  return {};
}

/// Keys may share a file name by collision, so the file also holds the key.
std::filesystem::path file_of(const std::string& key) {
  const std::filesystem::path folder = cache_folder();
  if (key.empty() || folder.empty()) return {};
  return folder / fmt::format("triad-{:016x}.txt", std::hash<std::string>()(key));
}

/// Empty if the file does not exist or holds anything else.
KnownTriad read_file(const std::string& key) {
  std::ifstream file(file_of(key));
  KnownTriad known;
  std::string date;
  if (!(file >> known.bytes_per_second >> date) || !std::isfinite(known.bytes_per_second)) return {};
  file.ignore(1);
  std::ostringstream rest;
  rest << file.rdbuf();
  if (rest.str() != key || known.bytes_per_second <= 0) return {};
  known.source = fmt::format("measured {}, since the last boot", date);
  return known;
}

/// A cache that cannot be written is not an error.
void write_file(const std::string& key, double bytes_per_second) {
  const std::filesystem::path path = file_of(key);
  if (path.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  const std::filesystem::path part = fmt::format("{}.part-{}", path.string(), getpid());
  std::ofstream file(part);
  file << fmt::format("{:.6g} {}\n{}", bytes_per_second, date_now(), key);
  file.close();
  if (file.good()) std::filesystem::rename(part, path, ignored);  // atomically, for concurrent readers
  if (!file.good() || ignored) std::filesystem::remove(part, ignored);
}

}  // namespace

KnownTriad known_triad(const CommonTriad& triad, const RunRecord& run, const Communicator& ranks) {
  const std::string key = key_of(run, ranks);
  KnownTriad known;
  if (ranks.rank() == 0) known = read_file(key);
  known.bytes_per_second = ranks.reduce(known.bytes_per_second, ReduceBy::maximum);
  if (known.bytes_per_second > 0) return known;
  known = {triad.best(), "measured by this run"};
  if (ranks.rank() == 0) write_file(key, known.bytes_per_second);
  return known;
}

void improve_known_triad(double bytes_per_second, const RunRecord& run, const Communicator& ranks) {
  const std::string key = key_of(run, ranks);
  if (ranks.rank() == 0 && bytes_per_second > run.triad_bytes_per_second) write_file(key, bytes_per_second);
}

}  // namespace minikrylov
