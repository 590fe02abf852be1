// A machine as seen by the execution-time models, stored in an editable text file.
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

/// LogGP of the network with O of LogGOPS: D. Culler et al. 1993; A. Alexandrov et al. 1995; T. Hoefler et al. 2010.
struct LogGop {
  double latency = 1.5e-6;            ///< L, seconds
  double overhead = 0.5e-6;           ///< o, processor seconds per message
  double gap_per_byte = 0.2e-9;       ///< G, seconds
  double overhead_per_byte = 0.1e-9;  ///< O, processor seconds per byte, including the addition
};

/// Times are in seconds, bandwidths in bytes per second and node, by STREAM's convention.
struct MachineModel {
  std::string name = "unnamed", source;
  double memory_bandwidth = 20e9;       ///< of a triad: two reads, one write
  double memory_read_bandwidth = 20e9;  ///< of reads alone; equal to memory_bandwidth if unknown
  double rank_bandwidth = 0;            ///< of a triad in memory of one rank while all others wait; 0: unknown
  double cache_bandwidth = 100e9;       ///< of a triad
  double cache_bytes = 16e6;            ///< last-level cache of a node
  double gram_rate = 0;                 ///< multiplications with additions per second of a Gram matrix; 0: unknown
  int ranks_per_node = 1;
  double local_short_bytes = 2048;   ///< maximum size of short messages
  PowerLaw local_short, local_long;  ///< T_L(l): an exchange with neighbours
  PowerLaw global;                   ///< T_G(p, l): a sum over ranks
  double gamma = 1;                  ///< overhead of hiding a sum (0: none, 1: nothing gained)
  LogGop network;
  double noise = 0;  ///< mean delay per iteration of a rank in seconds; exponential

  [[nodiscard]] double local_seconds(double bytes) const;                 ///< T_L
  [[nodiscard]] double global_seconds(double nodes, double bytes) const;  ///< T_G
};

/// The predefined machines of the papers, as files.
struct ShippedMachine {
  std::string_view name, text;
};
[[nodiscard]] std::span<const ShippedMachine> shipped_machines();

/// Parses lines like `memory-bandwidth = 33.8e9`. Throws a SetupError that names `origin`.
[[nodiscard]] MachineModel parse_machine(const std::string& text, std::string_view origin);

/// A predefined machine by name, or one from a file. Throws a SetupError.
[[nodiscard]] MachineModel load_machine(const std::string& name_or_path);

/// The machine as text that parse_machine() reads.
[[nodiscard]] std::string machine_text(const MachineModel& machine);

}  // namespace minikrylov
