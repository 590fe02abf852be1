// Network options.
#include "miniapp/parsing/network.hpp"

#include "comm/runtime/library_settings.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {
namespace {

using Units = std::map<std::string, double>;

/// "50us" with {"us", 1e-6}: 5e-5.
std::optional<double> with_unit(std::string text, const Units& units) {
  if (text.find_first_of("0123456789") != 0) return std::nullopt;  // CLI11 takes a bare unit for one of it
  try {
    if (!CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE)(text).empty()) return std::nullopt;
  } catch (const CLI::Error&) {
    return std::nullopt;
  }
  const std::optional<double> value = parse_real(text);
  return value && *value >= 0 ? value : std::nullopt;
}

/// Bytes per second of "10GB/s"; nothing if `text` is "auto" or, with a complaint, not a rate.
std::optional<double> parse_rate(std::string_view flag, const std::string& text, Complaints& complaints) {
  if (text == "auto") return std::nullopt;
  const bool per_second = text.ends_with("/s");
  const std::string volume = text.substr(0, text.size() - (per_second ? 2 : 0));
  const auto rate = with_unit(volume, {{"MB", 1e6}, {"GB", 1e9}});
  const bool fits = per_second && rate && *rate > 0 && !parse_real(volume);
  complaints.unless(fits, "{} {} is invalid (a rate needs a unit: MB/s or GB/s) give one, like 10GB/s", flag, text);
  return fits ? rate : std::nullopt;
}

}  // namespace

std::optional<double> parse_duration(std::string_view flag, const std::string& text, Complaints& complaints) {
  const auto value = with_unit(text, {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}});
  const bool fits = value && (*value == 0 || parse_real(text) == std::nullopt);
  complaints.unless(fits, "{} {} is invalid (a time needs a unit: ns, us, ms or s) give one, like 50us", flag, text);
  return fits ? value : std::nullopt;
}

NoiseOptions parse_noise(const std::string& text, Complaints& complaints) {
  NoiseOptions noise;
  const std::vector<std::string> parts = split(text, ':');
  const std::optional<NoiseKind> kind = parse_choice<NoiseKind>(parts[0], complaints);
  if (!kind || (*kind == NoiseKind::none && parts.size() == 1)) return noise;
  noise.kind = *kind;
  const std::size_t expected = *kind == NoiseKind::periodic ? 3 : *kind == NoiseKind::exponential ? 2 : 1;
  const auto period = expected == 3 && parts.size() == 3 ? parse_whole(parts[2]) : std::optional<long long>(1);
  const bool fits = parts.size() == expected && period && *period >= 1 && *period < 1'000'000'000;
  complaints.unless(fits,
                    "--emulate-noise {} is invalid (noise is exponential:MEAN or periodic:DELAY:ITERATIONS) give one, "
                    "like exponential:20us or periodic:100us:50",
                    text);
  if (!fits) return noise;
  noise.period = static_cast<int>(*period);
  noise.delay = parse_duration("--emulate-noise", parts[1], complaints).value_or(0);
  return noise;
}

void add_network(OptionReader& add, NetworkOptions& options, WrittenNetwork& written) {
  add.group("Network");
  add.choice("--progress", options.progress.kind, "what makes messages progress during computation:");
  add.whole("--progress-calls", written.calls, {1, 1'000'000, "calls per loop over rows"},
            "calls to MPI_Test per loop over rows (manual); auto: measured (10 on one rank)");
  add.whole(
      "--reserve-cores", options.reserved_cores, {0, most_reserved_cores, "cores of a rank"},
      "cores of each rank on which no thread computes, left to the MPI library and to --progress thread; each is\n"
      "one thread less");
  add.text("--emulate-latency", written.latency, "TIME",
           "EMULATE a network: minimum time of sums over ranks and halo messages, like 50us");
  add.text("--emulate-bandwidth", written.bandwidth, "RATE",
           "EMULATE a network: bandwidth of these messages, like 10GB/s; auto: unlimited");
  add.text("--emulate-noise", written.noise, "KIND",
           "EMULATE operating system noise: delays of each rank's iterations, exponential:20us (mean)\n"
           "or periodic:100us:50 (every 50th)");
  add.whole("--noise-seed", options.noise.seed, {0, std::numeric_limits<int>::max(), "a seed"},
            "seed of the noise; the same seed gives the same delays");
}

void add_simulation(OptionReader& add, SimulationOptions& options, std::string& bandwidth) {
  add.group("Simulated ranks");
  add.text("--simulated-cluster", options.cluster, "TEXT",
           "SIMULATED ranks (scripts/simulate.py): their cluster, for reports");
  add.text("--injected-bandwidth", bandwidth, "RATE",
           "SIMULATED ranks: kernels take the time of their bytes at this rate per rank, like 8GB/s;\n"
           "auto: the time that they take on this host");
}

SimulationOptions finish_simulation(SimulationOptions options, const std::string& bandwidth, Complaints& complaints) {
  options.injected_bandwidth = parse_rate("--injected-bandwidth", bandwidth, complaints);
  return options;
}

NetworkOptions finish_network(NetworkOptions options, const WrittenNetwork& written, Complaints& complaints) {
  const bool manual = options.progress.kind == ProgressKind::manual;
  complaints.unless(manual || !written.calls,
                    "--progress-calls has no effect (nothing calls MPI_Test between parts of loops) omit it or use "
                    "--progress manual");
  options.progress_calls = written.calls;
  options.network.latency = parse_duration("--emulate-latency", written.latency, complaints).value_or(0);
  if (const auto rate = parse_rate("--emulate-bandwidth", written.bandwidth, complaints))
    options.network.bandwidth = *rate;
  const int seed = options.noise.seed;
  options.noise = parse_noise(written.noise, complaints);
  options.noise.seed = seed;
  return options;
}

void check_threads(const NetworkOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  const std::string& objection = surroundings.objection_to_progress_thread;
  complaints.unless(options.progress.kind != ProgressKind::thread || objection.empty(), "{}", objection);
  const auto& objections = surroundings.objections_to_reserved_cores;
  for (const std::string& each : objections) complaints.unless(false, "{}", each);
  complaints.unless(!objections.empty() || options.reserved_cores == surroundings.reserved_cores,
                    "--reserve-cores {} comes too late (a job file is read after threads have started) give it on the "
                    "command line",
                    options.reserved_cores);
}

}  // namespace minikrylov
