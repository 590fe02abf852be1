// Memory available to a rank.
#include "miniapp/metadata/memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

namespace minikrylov {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The number after `key` at the start of a line, or the only one in the file if `key` is empty.
std::optional<double> number_in(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    double value = 0;
    if (!key.empty() && !(words >> name && name == key)) continue;
    if (words >> value) return value;
  }
  return std::nullopt;
}

/// What a control group has left: its limit minus its usage, not counting droppable file pages.
double left_in(const std::string& folder, const char* limit_file, const char* usage_file, const char* droppable) {
  const std::optional<double> limit = number_in(folder + limit_file, "");
  if (!limit) return unlimited;
  const double used =
      number_in(folder + usage_file, "").value_or(0) - number_in(folder + "/memory.stat", droppable).value_or(0);
  return std::max(0.0, *limit - std::max(0.0, used));
}

/// The paths of this process's groups below the mount point, for cgroups v2 and v1.
struct Groups {
  std::string unified = "/", memory = "/";
};

Groups groups_of_process(const std::string& root) {
  Groups groups;
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controllers.empty()) groups.unified = line.substr(second + 1);
    if (controllers == "memory") groups.memory = line.substr(second + 1);
  }
  return groups;
}

/// A group is also bounded by all groups above it.
template <class Left> double minimum_up_to_root(const std::string& mount, const std::string& group, const Left& left) {
  double minimum = unlimited;
  for (std::filesystem::path path = group;; path = path.parent_path()) {
    minimum = std::min(minimum, left(mount + path.string()));
    if (path == path.parent_path()) return minimum;
  }
}

}  // namespace

double free_bytes_of_host() { return free_bytes_of_host(""); }

double free_bytes_of_host(const std::string& root) {
  const std::optional<double> available = number_in(root + "/proc/meminfo", "MemAvailable:");
  const Groups groups = groups_of_process(root);
  const double unified = minimum_up_to_root(root + "/sys/fs/cgroup", groups.unified, [](const std::string& folder) {
    return left_in(folder, "/memory.max", "/memory.current", "inactive_file");
  });
  const double memory =
      minimum_up_to_root(root + "/sys/fs/cgroup/memory", groups.memory, [](const std::string& folder) {
        return left_in(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file");
      });
  return std::min({available ? *available * 1024 : unlimited, unified, memory});
}

double free_bytes_per_rank(int ranks_on_host, const Communicator& ranks) {
  return ranks.reduce(free_bytes_of_host() / ranks_on_host, ReduceBy::minimum);
}

}  // namespace minikrylov
