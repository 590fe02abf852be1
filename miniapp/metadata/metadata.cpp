// Metadata of the run itself: host, machine, build, command line.
#include "miniapp/metadata/metadata.hpp"

#include <fmt/chrono.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>
#include <sstream>

#include "comm/runtime/simulation.hpp"
#include "kernels/core/types.hpp"
#include "miniapp/metadata/machine.hpp"
#include "miniapp/metadata/version.hpp"

namespace minikrylov {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "unset" : value;
}

std::string binding_text(const Machine& machine, const std::string& host) {
  return fmt::format("{}: hardware threads {}, OMP_PROC_BIND {}, OMP_PLACES {}", host, machine.binding,
                     environment("OMP_PROC_BIND"), environment("OMP_PLACES"));
}

/// "host L3#0 33554432", one a line.
std::string caches_on(const std::string& host, const Machine& machine) {
  std::istringstream lines(machine.caches);
  std::string text;
  for (std::string line; std::getline(lines, line);) text += fmt::format("{} {}\n", host, line);
  return text;
}

/// Of all caches that ranks have named, each once.
std::int64_t bytes_of_caches(const std::vector<std::string>& of_ranks) {
  std::set<std::string> caches;
  for (const std::string& text : of_ranks) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) caches.insert(line);
  }
  std::int64_t bytes = 0;
  for (const std::string& cache : caches) bytes += std::stoll(cache.substr(cache.rfind(' ') + 1));
  return bytes;
}

std::vector<std::string> each_once(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Environment variables that affect a run, except those that launchers set for their processes.
std::vector<std::string> steering_variables() {
  constexpr std::string_view steering[] = {"OMP_",   "GOMP_", "KMP_", "KOKKOS_", "OMPI_MCA_", "PMIX_MCA_", "MPICH_",
                                           "I_MPI_", "UCX_",  "FI_",  "CUDA_",   "HIP_",      "ROCR_",     "SYCL_"};
  constexpr std::string_view of_launchers[] = {"OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_",
                                               "OMPI_MCA_shmem_RUNTIME"};
  std::vector<std::string> found;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const auto starts = [text](std::string_view prefix) { return text.starts_with(prefix); };
    if (std::any_of(std::begin(steering), std::end(steering), starts) &&
        std::none_of(std::begin(of_launchers), std::end(of_launchers), starts))
      found.emplace_back(text);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string kokkos_configuration() {
  std::ostringstream text;
  Kokkos::print_configuration(text);
  return text.str();
}

/// Whether a shell would interpret any character of the word.
bool needs_quotes(std::string_view word) {
  return word.empty() ||
         word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+.,/:@%") !=
             std::string_view::npos;
}

std::string quoted(std::string_view word) {
  if (!needs_quotes(word)) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string date_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::string quoted(std::span<const char* const> words) {
  std::vector<std::string> texts;
  for (const char* word : words) texts.push_back(quoted(std::string_view(word)));
  return fmt::format("{}", fmt::join(texts, " "));
}

RunRecord run_metadata(const Runtime& runtime, const Communicator& ranks, std::span<const char* const> command_line) {
  const Machine machine = describe_machine();
  const LibraryMetadata& library = runtime.library();
  const std::string host = runtime.host_name();
  RunRecord run;
  run.version = version::number;
  run.git_hash = version::git_hash;
  run.git_state = version::git_state;
  run.compiler = version::compiler;
  run.compiler_flags = version::compiler_flags;
  run.build_type = version::build_type;
  run.date = ranks.gather(date_now()).front();
  run.command_line = quoted(command_line);
  run.mpi_library = library.version.empty() ? library.name : library.version;
  run.thread_level = library.thread_level;
  run.device = fmt::format("{}{}", Exec::name(), device_is_emulated ? emulated_device : "");
  run.kokkos_configuration = kokkos_configuration();
  run.hosts = each_once(ranks.gather(host));
  run.ranks = ranks.size();
  run.threads = runtime.threads_per_rank();
  if (runtime.reserved_cores() > 0) run.reserved_cores = runtime.reserved_cores();
  run.binding = ranks.gather(binding_text(machine, host));
  run.environment = steering_variables();
  run.processor = machine.processor;
  run.packages = machine.packages;
  run.cores = machine.cores;
  run.hardware_threads = machine.hardware_threads;
  run.l1_bytes = machine.l1_bytes;
  run.l2_bytes = machine.l2_bytes;
  run.l3_bytes = machine.l3_bytes;
  run.memory_bytes = machine.memory_bytes;
  run.cache_bytes = bytes_of_caches(ranks.gather(caches_on(host, machine)));
  if (const std::string by = simulator(); !by.empty()) run.simulated = by;
  return run;
}

}  // namespace minikrylov
