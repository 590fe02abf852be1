// The options of `minikrylov accept`, one line each.
#include "miniapp/accept/options.hpp"

#include <fmt/chrono.h>

#include <ctime>
#include <filesystem>

#include "miniapp/accept/verdict.hpp"
#include "miniapp/parsing/network.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"
#include "miniapp/results/results.hpp"

namespace minikrylov {
namespace {

/// Options whose values depend on others, as entered.
struct WrittenAcceptance {
  std::string output = "auto", text = "auto", requirements;
  WrittenNetwork network;
};

void add_options(OptionReader& add, AcceptOptions& options, WrittenAcceptance& written) {
  constexpr int most_points = 100'000;
  add.real("--time", options.seconds, 0, 1e6,
           fmt::format("total time of all timed sets; below {} seconds the result is invalid", minimum_timed_seconds));
  add.choice("--tune", options.tune,
             "choice of prefetch distances, streamed stores and block sizes; no result changes:");
  add.text("--require", written.requirements, "FILE",
           "minimum values of the figure of merit and its parts; the run passes or fails");
  add.text("--signed-by", options.signed_by, "NAME", "who is responsible for this run, for the report");
  add.text("--output", written.output, "FILE",
           "write all measurements to this HDF5 file; auto: minikrylov-accept-<date>-<time>.h5 if built with HDF5");
  add.text("--text", written.text, "FILE", "write the report to this text file; auto: the output's name with .txt");
  add.flag("--force", options.overwrite, OverwritePolicy::replace, "overwrite existing files");
  add.group("For trial runs only (the result is invalid)");
  add.whole("--size", options.size, {2, most_points, "points in each direction"},
            "points in each direction of all workloads; auto: from ranks, threads and memory");
  add.whole("--fixed-iterations", options.fixed_iterations, {1, endless, "iterations of a timed solve"},
            "run this many iterations per timed solve, converged or not; auto: until convergence");
  add_network(add, options.network, written.network);
}

/// The files of results, if any, and of the report.
std::pair<std::optional<std::string>, std::string> files_for(const WrittenAcceptance& written) {
  std::string output = written.output;
  if (output == "auto")
    output = fmt::format("minikrylov-accept-{:%Y%m%d-%H%M%S}.h5", fmt::localtime(std::time(nullptr)));
  const bool wanted = written.output == "auto" ? results_support() == ResultsSupport::hdf5 : !output.empty();
  return {wanted ? std::optional(output) : std::nullopt,
          written.text == "auto" ? std::filesystem::path(output).replace_extension(".txt").string() : written.text};
}

}  // namespace

std::variant<AcceptOptions, std::string> parse_accept(std::span<const std::string> words,
                                                      const Surroundings& surroundings, Complaints& complaints) {
  CLI::App app(
      "The acceptance run: validates this machine's results, times a fixed list of workloads, and prints one\n"
      "figure of merit. The last line says whether the result is VALID; the exit code is 0 if it is and meets the\n"
      "requirements of --require, otherwise 1.",
      "minikrylov accept");
  expect_words(app);
  app.footer("Example:\n  mpirun -n 64 minikrylov accept --require reference.toml --signed-by 'Ada Lovelace'");
  AcceptOptions options;
  options.bytes_per_rank = surroundings.bytes_per_rank;
  WrittenAcceptance written;
  OptionReader add(app);
  add_options(add, options, written);
  if (const std::optional<std::string> help = add.read(words, complaints)) return *help;
  complain_of_extras(app, complaints);
  add.convert(complaints);
  options.network = finish_network(options.network, written.network, complaints);
  check_threads(options.network, surroundings, complaints);
  std::tie(options.file, options.text) = files_for(written);
  if (!written.requirements.empty()) try {
      options.requirements = read_requirements(written.requirements);
    } catch (const SetupError& error) {
      complaints.add(error);
    }
  return options;
}

}  // namespace minikrylov
