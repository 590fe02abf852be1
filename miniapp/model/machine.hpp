// A machine as the execution-time models see it, in a text file that a person can read and edit.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace minikrylov {

/// C₀ + C₁ lⁿ⁰ pⁿ¹ seconds for l bytes and p nodes: equations (7) and (10) of Krasnopolsky 2019.
struct PowerLaw {
  double c0 = 0, c1 = 0, n0 = 1, n1 = 0;
  [[nodiscard]] double seconds(double bytes, double nodes) const;
};

/// LogGP of the network with LogGOPS's O: D. Culler et al. 1993; A. Alexandrov et al. 1995; T. Hoefler et al. 2010.
struct LogGop {
  double latency = 1.5e-6;            ///< L, seconds
  double overhead = 0.5e-6;           ///< o, seconds of a processor per message
  double gap_per_byte = 0.2e-9;       ///< G, seconds
  double overhead_per_byte = 0.1e-9;  ///< O, seconds of a processor, addition included
};

/// Times are in seconds, bandwidths in bytes a second and node, by STREAM's convention.
struct MachineModel {
  std::string name = "unnamed", source;
  double memory_bandwidth = 20e9;       ///< of a triad: two reads, one write
  double memory_read_bandwidth = 20e9;  ///< of reads alone; as memory_bandwidth if nothing better is known
  double cache_bandwidth = 100e9;       ///< of a triad
  double cache_bytes = 16e6;            ///< last-level cache of a node
  int ranks_per_node = 1;
  double local_short_bytes = 2048;   ///< messages up to here are short
  PowerLaw local_short, local_long;  ///< T_L(l): an exchange with neighbours
  PowerLaw global;                   ///< T_G(p, l): a sum over ranks
  double gamma = 1;                  ///< overhead of hiding a sum: 0 it costs nothing, 1 nothing is gained
  LogGop network;
  double noise = 0;  ///< seconds that an iteration of a rank is delayed in the mean; exponential

  [[nodiscard]] double local_seconds(double bytes) const;                 ///< T_L
  [[nodiscard]] double global_seconds(double nodes, double bytes) const;  ///< T_G
};

/// The machines of the papers, as files.
struct ShippedMachine {
  std::string_view name, text;
};
[[nodiscard]] std::span<const ShippedMachine> shipped_machines();

/// The machine that `text` (lines `memory-bandwidth = 33.8e9`) describes. Throws a SetupError that names `origin`.
[[nodiscard]] MachineModel parse_machine(const std::string& text, std::string_view origin);

/// A shipped machine by its name, or one in a file. Throws a SetupError.
[[nodiscard]] MachineModel load_machine(const std::string& name_or_path);

/// The text of which parse_machine() makes the same machine.
[[nodiscard]] std::string machine_text(const MachineModel& machine);

}  // namespace minikrylov
