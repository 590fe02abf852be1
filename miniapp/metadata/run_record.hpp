// Who ran what, when, where, and how it was built: plain data.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace minikrylov {

/// Appended to the name of the execution space in RunRecord::device if a host emulates the device.
inline constexpr std::string_view emulated_device = " (device code emulated on a host)";

/// RunRecord::triad_source where the bandwidth is given with the machine: then kernels take the time of their bytes.
inline constexpr std::string_view described_triad = "described";

/// Who ran what, when, where, and how it was built.
struct RunRecord {
  std::string version, git_hash, git_state, compiler, compiler_flags, build_type;
  std::string date, command_line;
  std::string mpi_library, thread_level, device, kokkos_configuration;
  std::vector<std::string> hosts;
  int ranks = 1, threads = 1;
  std::optional<int> reserved_cores{};              ///< per rank, on which no thread computes; unset: none
  std::vector<std::string> binding, environment{};  ///< environment: variables that affect the run
  std::string processor;
  int packages = 0, cores = 0, hardware_threads = 0;
  std::int64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0, memory_bytes = 0;
  std::int64_t cache_bytes = 0;  ///< of all second- and third-level caches that hardware threads of a rank use
  double triad_bytes_per_second = 0;
  std::optional<std::string> triad_source{};
  std::string tuning = "off", tuning_source = "defaults";  ///< see Tune and KnownTuning
  std::vector<std::string> tuned{};                        ///< "entries_ahead=512", one per choice
  std::optional<double> emulated_latency{}, emulated_bandwidth{}, emulated_noise{};  ///< of an emulated network
  std::optional<std::string> simulated{};  ///< what simulated the ranks, which cluster, and the source of kernel times
};

}  // namespace minikrylov
