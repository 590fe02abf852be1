// The options about the network: what is emulated, and what moves messages on.
#pragma once
#include "miniapp/parsing/reader.hpp"
#include "miniapp/settings/network_options.hpp"

namespace minikrylov {

/// What needs a second look, as it was written.
struct WrittenNetwork {
  std::string latency = "0", bandwidth = "auto", noise = "none";
  std::optional<int> calls;
};

/// Both must outlive the reader.
void add_network(OptionReader& add, NetworkOptions& options, WrittenNetwork& written);

/// Sets what add_network() has not.
void finish_network(NetworkOptions& options, const WrittenNetwork& written, Complaints& complaints);

/// Seconds of "50us", "1.5 ms", "2s", "0"; nothing, and a complaint, if `text` is anything else or negative.
[[nodiscard]] std::optional<double> parse_duration(std::string_view flag, const std::string& text,
                                                   Complaints& complaints);

/// "exponential:20us" or "periodic:100us:50": a delay of 100 µs in each 50th iteration.
[[nodiscard]] NoiseOptions parse_noise(const std::string& text, Complaints& complaints);

}  // namespace minikrylov
