// Machines as text, in the format of CLI11 configuration files.
#include "miniapp/model/machine/machine.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/strict_config.hpp"
#include "problems/printable.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// Binds the machine's numbers as options of `app`.
void bind(CLI::App& app, MachineModel& m) {
  const auto add_law = [&app](const std::string& name, PowerLaw& law, const std::string& what) {
    app.add_option("--" + name + "-c0", law.c0, what + ": C0 + C1 l^n0 p^n1 seconds, l bytes, p nodes");
    app.add_option("--" + name + "-c1", law.c1);
    app.add_option("--" + name + "-n0", law.n0);
    app.add_option("--" + name + "-n1", law.n1);
  };
  app.add_option("--name", m.name, "name of the machine");
  app.add_option("--source", m.source, "source of the numbers");
  app.add_option("--memory-bandwidth", m.memory_bandwidth, "bytes/s of a node, triad in memory");
  app.add_option("--memory-read-bandwidth", m.memory_read_bandwidth, "bytes/s of a node, reads alone");
  app.add_option("--rank-bandwidth", m.rank_bandwidth, "bytes/s of a rank while all others wait, triad; 0: unknown");
  app.add_option("--cache-bandwidth", m.cache_bandwidth, "bytes/s of a node, triad in the last-level cache");
  app.add_option("--cache-bytes", m.cache_bytes, "last-level cache of a node");
  app.add_option("--gram-rate", m.gram_rate, "multiply-adds/s of a node, Gram matrices in a cache; 0: unknown");
  app.add_option("--ranks-per-node", m.ranks_per_node, "MPI ranks of a node");
  app.add_option("--local-short-bytes", m.local_short_bytes, "maximum size of short halo messages, in bytes");
  add_law("local-short", m.local_short, "halo exchange, short messages");
  add_law("local-long", m.local_long, "halo exchange, long messages");
  add_law("global", m.global, "sum over ranks");
  app.add_option("--gamma", m.gamma, "overhead of hiding a sum (0: none, 1: nothing gained)");
  app.add_option("--loggp-latency", m.network.latency, "L of LogGP, seconds");
  app.add_option("--loggp-overhead", m.network.overhead, "o, seconds per message");
  app.add_option("--loggp-gap-per-byte", m.network.gap_per_byte, "G, seconds per byte");
  app.add_option("--loggp-overhead-per-byte", m.network.overhead_per_byte,
                 "O of LogGOPS, seconds per byte, including the addition");
  app.add_option("--noise", m.noise, "mean delay of a rank's iteration, seconds (exponential)");
}

/// Checks a machine number by number.
void check(const CLI::App& app, const MachineModel& m, std::string_view origin) {
  Complaints complaints;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    if (option->count() == 0 || name == "name" || name == "source") continue;
    const std::optional<double> value = parse_real(option->as<std::string>());
    const bool exponent = name.ends_with("-n0") || name.ends_with("-n1");
    complaints.unless(value && (*value >= 0 || exponent),
                      "{}: {} is {} (it must be finite and not negative) correct it", origin, name,
                      option->as<std::string>());
  }
  const auto positive = [&](double value, const char* name) {
    complaints.unless(value > 0, "{}: {} is {} (a rate or size must be positive) give a positive number", origin, name,
                      value);
  };
  positive(m.memory_bandwidth, "memory-bandwidth");
  positive(m.memory_read_bandwidth, "memory-read-bandwidth");
  positive(m.cache_bandwidth, "cache-bandwidth");
  positive(m.ranks_per_node, "ranks-per-node");
  complaints.raise();
}

}  // namespace

double PowerLaw::seconds(double bytes, double nodes) const {
  return c0 + c1 * std::pow(bytes, n0) * std::pow(nodes, n1);
}

double MachineModel::local_seconds(double bytes) const {
  return (bytes <= local_short_bytes ? local_short : local_long).seconds(bytes, 1);
}

double MachineModel::global_seconds(double nodes, double bytes) const { return global.seconds(bytes, nodes); }

MachineModel parse_machine(const std::string& text, std::string_view origin) {
  MachineModel machine;
  CLI::App app;
  app.allow_config_extras(CLI::config_extras_mode::error);  // misspelt names must not be ignored
  bind(app, machine);
  app.config_formatter(std::make_shared<StrictConfig>(app, std::string(origin)));
  std::istringstream stream(text);
  try {
    app.parse_from_stream(stream);
  } catch (const CLI::Error& error) {
    require(false, "{} is not a machine ({}) see minikrylov model machine lomonosov for one", origin, error.what());
  }
  check(app, machine, origin);
  machine.name = printable(machine.name);
  machine.source = printable(machine.source);
  return machine;
}

MachineModel load_machine(const std::string& name_or_path) {
  std::vector<std::string_view> names;
  for (const ShippedMachine& shipped : shipped_machines()) {
    if (shipped.name == name_or_path) return parse_machine(std::string(shipped.text), shipped.name);
    names.push_back(shipped.name);
  }
  std::error_code unknown;
  const bool is_file = std::filesystem::is_regular_file(name_or_path, unknown);  // to open a pipe might take for ever
  std::ifstream file(is_file ? name_or_path : "");
  require(file.good(),
          "there is no machine {} (neither a file nor one of {}) calibrate this machine: minikrylov model "
          "calibrate --output {}",
          name_or_path, fmt::join(names, ", "), name_or_path);
  std::string text(most_characters_of_options + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parse_machine(text, name_or_path);
}

std::string machine_text(const MachineModel& machine) {
  const PowerLaw &s = machine.local_short, &l = machine.local_long, &g = machine.global;
  const LogGop& n = machine.network;
  const auto text_of = [](std::string_view name, const PowerLaw& law) {
    return fmt::format("{0}-c0 = {1:.4g}\n{0}-c1 = {2:.4g}\n{0}-n0 = {3:.4g}\n{0}-n1 = {4:.4g}\n", name, law.c0, law.c1,
                       law.n0, law.n1);
  };
  return fmt::format(
             "# A machine for minikrylov model. Seconds, bytes, bytes per second and node.\nname = \"{}\"\nsource = "
             "\"{}\"\n"
             "# triad in memory, reads alone, triad of one rank alone (0: unknown), triad in the last-level cache\n"
             "memory-bandwidth = {:.4g}\nmemory-read-bandwidth = {:.4g}\nrank-bandwidth = {:.4g}\n"
             "cache-bandwidth = {:.4g}\ncache-bytes = {:.4g}\n"
             "# multiply-adds/s, Gram matrices (0: unknown)\ngram-rate = {:.4g}\nranks-per-node = {}\n# halo exchange: "
             "C0 + C1 l^n0, l bytes, short and long messages\n"
             "local-short-bytes = {:.4g}\n",
             machine.name, machine.source, machine.memory_bandwidth, machine.memory_read_bandwidth,
             machine.rank_bandwidth, machine.cache_bandwidth, machine.cache_bytes, machine.gram_rate,
             machine.ranks_per_node, machine.local_short_bytes) +
         text_of("local-short", s) + text_of("local-long", l) + "# sum over ranks: C0 + C1 l^n0 p^n1, p nodes\n" +
         text_of("global", g) +
         fmt::format(
             "# overhead of hiding a sum (0: none, 1: as much as is hidden)\ngamma = {:.4g}\n"
             "# LogGP: L, o, G, and O of LogGOPS\nloggp-latency = {:.4g}\nloggp-overhead = {:.4g}\n"
             "loggp-gap-per-byte = {:.4g}\nloggp-overhead-per-byte = {:.4g}\n"
             "# mean delay of a rank's iteration (exponential)\nnoise = {:.4g}\n",
             machine.gamma, n.latency, n.overhead, n.gap_per_byte, n.overhead_per_byte, machine.noise);
}

}  // namespace minikrylov
