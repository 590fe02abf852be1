// The options of `minikrylov model`, one line each.
#include "miniapp/model/options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/parsing/reader.hpp"
#include "miniapp/parsing/words.hpp"
#include "miniapp/settings/method_options.hpp"

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

std::vector<std::string_view> machine_names() {
  std::vector<std::string_view> names;
  for (const ShippedMachine& shipped : shipped_machines()) names.push_back(shipped.name);
  return names;
}

/// Of the catalogue.
std::vector<std::string_view> method_names() {
  std::vector<std::string_view> names;
  for (const CatalogueRow& row : catalogue()) names.push_back(row.name);
  return names;
}

std::optional<MachineModel> find_machine(const std::string& name, Complaints& complaints) {
  try {
    return load_machine(name);
  } catch (const SetupError& error) {
    complaints.add(error);
    return std::nullopt;
  }
}

/// The file that describes the machine called `name`; empty if it is a predefined one.
std::string file_of_machine(const std::string& name) {
  const std::vector<std::string_view> predefined = machine_names();
  return std::find(predefined.begin(), predefined.end(), name) == predefined.end() ? name : "";
}

/// Numbers not below `minimum`.
std::vector<double> reals(std::string_view flag, const std::vector<std::string>& words, double minimum,
                          Complaints& complaints) {
  std::vector<double> values;
  for (const std::string& word : words) {
    const std::optional<double> value = parse_real(word);
    const bool fits = value && *value >= minimum;
    complaints.unless(fits,
                      "{} {} is invalid (it is not a number of {} or more) give such numbers, separated by commas",
                      flag, word, minimum);
    if (fits) values.push_back(*value);
  }
  return values;
}

void add_output(OptionReader& add, std::string& file, OverwritePolicy& overwrite, std::string_view what) {
  add.text("--output", file, "FILE", what);
  add.flag("--force", overwrite, OverwritePolicy::replace, "overwrite an existing output file");
}

void finish_reading(const CLI::App& app, const OptionReader& add, Complaints& complaints) {
  complain_of_extras(app, complaints);
  add.convert(complaints);
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

struct WrittenPrediction {
  std::string machine = "lomonosov", problem{name_of(ProblemKind::poisson2d_5)}, nodes = "1000", file;
  std::vector<std::string> methods{"all"}, gammas{"auto"}, alphas{"2"}, rhs{"1"}, places{"by-size", "memory", "cache"};
  std::vector<std::string> steps{"2", "4", "8"};
  MatrixFormat format = MatrixFormat::crs;
};

void choose_methods(const WrittenPrediction& written, PredictionPlan& plan, Complaints& complaints) {
  const std::vector<std::string_view> known = method_names();
  for (const std::string& name : written.methods) {
    if (name == "all") {
      plan.methods.assign(known.begin(), known.end());
      continue;
    }
    const bool found = std::find(known.begin(), known.end(), name) != known.end();
    complaints.unless(found, "there is no method \"{}\" (unknown name) {}", name, suggestion(name, known));
    if (found) plan.methods.push_back(name);
  }
}

/// Rows cut into slices, one per rank: a message is a slice of the grid.
void describe_workload(const ProblemProperties& metadata, PredictOptions& options) {
  Workload& work = options.plan.workload;
  const double n = options.points, slice = metadata.dimensions == Dimensions::two ? n : n * n;
  work.rows = slice * n * metadata.dofs;
  work.nonzeros_per_row = metadata.nonzeros_per_row;
  work.message_bytes = 8 * slice * metadata.dofs;
  options.workload =
      fmt::format("{}, {} points in each direction, {:.3g} rows, {} nonzeros per row, messages of {:.3g} bytes",
                  metadata.name, options.points, work.rows, metadata.nonzeros_per_row, work.message_bytes);
}

void finish(PredictOptions& options, const WrittenPrediction& written, Complaints& complaints) {
  PredictionPlan& plan = options.plan;
  if (const auto machine = find_machine(written.machine, complaints)) plan.machine = *machine;
  options.machine_file = file_of_machine(written.machine);
  choose_methods(written, plan, complaints);
  plan.gammas = written.gammas == std::vector<std::string>{"auto"} ? std::vector{1.0, 0.5, 0.0}
                                                                   : reals("--gamma", written.gammas, 0, complaints);
  if (std::find(plan.gammas.begin(), plan.gammas.end(), plan.machine.gamma) == plan.gammas.end())
    plan.gammas.insert(plan.gammas.begin(), plan.machine.gamma);
  plan.alphas = reals("--alpha", written.alphas, 0, complaints);
  plan.rhs.clear();
  for (const std::string& word : written.rhs) {
    const std::optional<long long> m = parse_whole(word);
    const bool fits = m && *m >= 1 && *m <= endless;
    complaints.unless(fits, "--rhs {} is invalid (it is a number of right-hand sides) give whole numbers from 1 to {}",
                      word, endless);
    if (fits) plan.rhs.push_back(static_cast<int>(*m));
  }
  plan.steps.clear();
  for (const std::string& word : written.steps) {
    const std::optional<long long> s = parse_whole(word);
    const bool fits = s && *s >= 1 && *s <= max_steps;
    complaints.unless(fits, "--s-step {} is invalid (it is a number of steps) give whole numbers from 1 to {}", word,
                      max_steps);
    if (fits) plan.steps.push_back(static_cast<int>(*s));
  }
  for (const std::string& word : written.places)
    if (const auto place = parse_choice<DataIn>(word, complaints)) plan.places.push_back(*place);
  const std::vector<double> nodes = reals("--nodes", {written.nodes}, 1, complaints);
  plan.most_nodes = nodes.empty() ? 1 : std::min(nodes.front(), 1e7);
  if (const auto kind = parse_choice<ProblemKind>(written.problem, complaints)) {
    describe_workload(properties_of(*kind), options);
    if (written.format == MatrixFormat::sell) options.sample = *kind;
  }
  if (!written.file.empty()) options.file = written.file;
}

ModelJob parse_predict(std::span<const std::string> words, Complaints& complaints) {
  CLI::App app("Predicts times per iteration over numbers of nodes, and says which method is best.",
               "minikrylov model predict");
  expect_words(app);
  app.footer(
      "Example (Krasnopolsky 2019, figure 6):\n  minikrylov model predict --machine lomonosov --problem "
      "poisson2d-5 --size 1000 --method bicgstab,ibicgstab,pipebicgstab --output figure6.h5");
  PredictOptions options;
  WrittenPrediction written;
  OptionReader add(app);
  add.text("--machine", written.machine, "NAME", fmt::format("a file, or one of {}", fmt::join(machine_names(), ", ")),
           machine_names());
  add.text("--problem", written.problem, "NAME", "the problem; ranks get slices of its grid", words_of<ProblemKind>());
  add.whole("--size", options.points, {1, 100'000'000, "points in each direction"}, "points in each direction");
  add.choice("--format", written.format, "storage of the matrix (crs: by equation (3); sell: as in this program):");
  add.words("--method", written.methods, "NAME[,NAME…]", "methods, or all", method_names());
  add.words("--rhs", written.rhs, "M[,M…]", "right-hand sides solved together");
  add.words("--gamma", written.gammas, "X[,X…]",
            "overhead of hidden sums (0: none, 1: as much as is hidden); auto: 1, 0.5, 0\n"
            "(and always the machine's own)");
  add.words("--alpha", written.alphas, "X[,X…]", "cost of the preconditioner: vectors read and written");
  add.whole("--chebyshev-degree", options.plan.workload.chebyshev_degree, {0, 100, "products per application"},
            "the preconditioner is a polynomial with this many products, instead of --alpha; 0: it is not");
  add.words("--s-step", written.steps, "S[,S…]", "steps per sum of s-step methods");
  add.choice("--powers-halo", options.plan.powers_halo, "ghosts for powers of the matrix (auto: the faster one):");
  add.words("--data", written.places, "NAME[,NAME…]", "where data comes from:" + explained<DataIn>(),
            words_of<DataIn>());
  add.text("--nodes", written.nodes, "N", "maximum number of nodes, up to 10⁷");
  add_output(add, written.file, options.overwrite,
             "write all curves to this HDF5 file (scripts/plot_model.py plots it)");
  if (const auto help = add.read(words, complaints)) return *help;
  finish_reading(app, add, complaints);
  finish(options, written, complaints);
  return options;
}

ModelJob parse_compare(std::span<const std::string> words, Complaints& complaints) {
  CLI::App app("Compares predicted and measured times per iteration, for all solves in results files.",
               "minikrylov model compare");
  expect_words(app);
  app.footer("Example:\n  minikrylov model compare --machine here.ini --results one.h5,two.h5");
  CompareOptions options;
  std::string machine = "lomonosov", file;
  std::optional<double> gamma;
  OptionReader add(app);
  add.text("--machine", machine, "NAME", fmt::format("a file, or one of {}", fmt::join(machine_names(), ", ")),
           machine_names());
  add.words("--results", options.results, "FILE[,FILE…]", "files written by solve --output");
  add.real("--gamma", gamma, "overhead of hidden sums (0: none, 1: as much as is hidden); auto: the machine's");
  add_output(add, file, options.overwrite, "write the comparison to this HDF5 file");
  if (const auto help = add.read(words, complaints)) return *help;
  finish_reading(app, add, complaints);
  if (const auto found = find_machine(machine, complaints)) options.machine = *found;
  options.machine_file = file_of_machine(machine);
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
