// Network options: emulation, progress and simulated ranks.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/network_options.hpp"

namespace minikrylov {

/// Options that need further parsing, as entered.
struct WrittenNetwork {
  std::string latency = "0", bandwidth = "auto", noise = "none";
  std::optional<int> calls;
};

/// Adds the options. Both targets must outlive the reader.
void add_network(OptionReader& add, NetworkOptions& options, WrittenNetwork& written);

/// The options with what add_network() has left as text.
[[nodiscard]] NetworkOptions finish_network(NetworkOptions options, const WrittenNetwork& written,
                                            Complaints& complaints);

/// Complains of threads that are not there: that of --progress thread, where it is not possible, and those that
/// --reserve-cores leaves, where they were started otherwise, since they start before options are read.
void check_threads(const NetworkOptions& options, const Surroundings& surroundings, Complaints& complaints);

/// The same for simulated ranks; `bandwidth` must be "auto" initially.
void add_simulation(OptionReader& add, SimulationOptions& options, std::string& bandwidth);
[[nodiscard]] SimulationOptions finish_simulation(SimulationOptions options, const std::string& bandwidth,
                                                  Complaints& complaints);

/// Seconds of "50us", "1.5 ms", "2s", "0"; adds a complaint and returns nothing if `text` is anything else or negative.
[[nodiscard]] std::optional<double> parse_duration(std::string_view flag, const std::string& text,
                                                   Complaints& complaints);

/// "exponential:20us" or "periodic:100us:50": a delay of 100 µs in every 50th iteration.
[[nodiscard]] NoiseOptions parse_noise(const std::string& text, Complaints& complaints);

}  // namespace minikrylov
