// The options of `minikrylov model`, one line each.
#include "miniapp/model/options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/model/common_options.hpp"
#include "miniapp/model/predict_options.hpp"
#include "miniapp/parsing/words.hpp"

namespace minikrylov {
namespace {

constexpr std::string_view jobs[] = {"calibrate", "predict", "compare", "machine"};

std::string model_help() {
  return "minikrylov model JOB\n\nExecution-time models: Krasnopolsky 2019 (bytes over bandwidth, fitted "
         "communication) "
         "and LogGOPS with noise.\n\n"
         "  calibrate  measure this machine and write it as a text file\n"
         "  predict    time per iteration of methods over numbers of nodes; which method is best\n"
         "  compare    predicted and measured times of solves in results files\n"
         "  machine    print one of the predefined machines, for editing\n\n"
         "minikrylov model JOB --help lists the options.\n";
}

ModelJob parse_calibrate(std::span<const std::string> words, Complaints& complaints) {
  CLI::App app("Measures what the models need to know about this machine, on the ranks of this run.",
               "minikrylov model calibrate");
  expect_words(app);
  app.footer("Example:\n  mpirun -n 64 minikrylov model calibrate --output here.ini");
  CalibrateOptions options;
  std::string file;
  OptionReader add(app);
  add_output(add, file, options.overwrite, "write the machine to this text file; auto: print it");
  if (const auto help = add.read(words, complaints)) return *help;
  finish_reading(app, add, complaints);
  if (!file.empty()) options.file = file;
  return options;
}

ModelJob parse_compare(std::span<const std::string> words, Complaints& complaints) {
  CLI::App app("Compares predicted and measured times per iteration, for all solves in results files.",
               "minikrylov model compare");
  expect_words(app);
  app.footer("Example:\n  minikrylov model compare --machine here.ini --results one.h5,two.h5");
  CompareOptions options;
  std::string name = "lomonosov", file;
  std::optional<double> gamma;
  OptionReader add(app);
  add_machine(add, name);
  add.words("--results", options.results, "FILE[,FILE…]", "files written by solve --output");
  add.real("--gamma", gamma, "overhead of hidden sums (0: none, 1: as much as is hidden); auto: the machine's");
  add_output(add, file, options.overwrite, "write the comparison to this HDF5 file");
  if (const auto help = add.read(words, complaints)) return *help;
  finish_reading(app, add, complaints);
  const NamedMachine named = find_machine(name, complaints);
  options.machine = named.machine;
  options.machine_file = named.file;
  if (gamma) {
    complaints.unless(*gamma >= 0, "--gamma {} is invalid (an overhead is not negative) give a number of 0 or more",
                      *gamma);
    options.machine.gamma = *gamma;
  }
  complaints.unless(std::find(options.results.begin(), options.results.end(), "") == options.results.end(),
                    "--results is empty (it was given without a file) give files written by solve --output");
  complaints.unless(!options.results.empty(),
                    "there is nothing to compare (no --results) give files written by solve --output");
  if (!file.empty()) options.file = file;
  return options;
}

}  // namespace

ModelJob parse_model(std::span<const std::string> words, Complaints& complaints) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") return model_help();
  if (words[0] == "calibrate") return parse_calibrate(words.subspan(1), complaints);
  if (words[0] == "predict") return parse_predict(words.subspan(1), complaints);
  if (words[0] == "compare") return parse_compare(words.subspan(1), complaints);
  if (words[0] == "machine") {
    for (const ShippedMachine& shipped : shipped_machines())
      if (words.size() == 2 && shipped.name == words[1]) return std::string(shipped.text);
    complaints.unless(false, "model machine takes one name (of a predefined machine) give one of {}",
                      fmt::join(machine_names(), ", "));
    return std::string();
  }
  complaints.unless(false, "there is no job \"{}\" (unknown name) {}", words[0], suggestion(words[0], jobs));
  return std::string();
}

}  // namespace minikrylov
