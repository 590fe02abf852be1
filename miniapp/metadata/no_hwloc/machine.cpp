// The machine as reported by Linux, without hwloc.
#include "miniapp/metadata/machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

namespace minikrylov {
namespace {

/// The processors of /proc/cpuinfo.
struct Processors {
  std::string model = "unknown";
  int threads = 0;
  std::set<int> packages;
  std::set<std::pair<int, int>> cores;  ///< package, number in it

  Processors() {
    std::ifstream text("/proc/cpuinfo");
    int package = 0;
    for (std::string line; std::getline(text, line);) {
      const std::size_t colon = line.find(": ");
      if (colon == std::string::npos) continue;
      const std::string value = line.substr(colon + 2);
      if (line.starts_with("processor")) ++threads;
      if (line.starts_with("model name")) model = value;
      if (line.starts_with("physical id")) packages.insert(package = std::stoi(value));
      if (line.starts_with("core id")) cores.insert({package, std::stoi(value)});
    }
  }
};

/// The hardware threads that this process may use, as "0-3,8".
std::string binding_text() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return "unknown";
  std::string text;
  for (int first = 0; first < CPU_SETSIZE; ++first) {
    if (CPU_ISSET(first, &set) == 0) continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set) != 0) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
    first = last;
  }
  return text;
}

std::int64_t cache_bytes(int name) { return std::max(0L, sysconf(name)); }

}  // namespace

Machine describe_machine() {
  const Processors found;
  const int threads = std::max(found.threads, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
  const auto cores = static_cast<int>(found.cores.size());
  return {.processor = found.model,
          .packages = static_cast<int>(found.packages.size()),
          .cores = cores > 0 ? cores : threads,
          .hardware_threads = threads,
          .l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE),
          .l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE),
          .l3_bytes = cache_bytes(_SC_LEVEL3_CACHE_SIZE),
          .memory_bytes = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE),
          .binding = binding_text()};
}

}  // namespace minikrylov
