// The options of `minikrylov model predict`, one line each.
#include "miniapp/model/predict_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/common_options.hpp"
#include "miniapp/parsing/words.hpp"
#include "miniapp/settings/method_options.hpp"

namespace minikrylov {
namespace {

/// The options as entered.
struct WrittenPrediction {
  std::string machine = "lomonosov", problem{name_of(ProblemKind::poisson2d_5)}, nodes = "1000", file;
  std::vector<std::string> methods{"all"}, gammas{"auto"}, alphas{"2"}, rhs{"1"}, places{"by-size", "memory", "cache"};
  std::vector<std::string> steps{"2", "4", "8"};
  MatrixFormat format = MatrixFormat::crs;
  Formulation formulation = Formulation::merged;
  BasisKind basis = BasisKind::chebyshev;
  PowersHalo powers_halo = PowersHalo::automatic;
  int points = 1000, chebyshev_degree = 0;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

/// Of the catalogue.
std::vector<std::string_view> method_names() {
  std::vector<std::string_view> names;
  for (const CatalogueRow& row : catalogue()) names.push_back(row.name);
  return names;
}

/// Whether a method without M, or with such an M, can be predicted for a polynomial of this degree; 0: for none.
bool takes_polynomial(const CatalogueRow& row, int degree) {
  return degree == 0 || row.preconditioning != Preconditioning::diagonal || row.polynomial != nullptr;
}

std::vector<std::string> methods_of(const std::vector<std::string>& words, int chebyshev_degree,
                                    Complaints& complaints) {
  std::vector<std::string> chosen;
  for (const std::string& name : words) {
    if (name == "all") {
      chosen.clear();
      for (const CatalogueRow& row : catalogue())
        if (takes_polynomial(row, chebyshev_degree)) chosen.emplace_back(row.name);
      continue;
    }
    const CatalogueRow* const row = find_method(name);
    complaints.unless(row != nullptr, "there is no method \"{}\" (unknown name) {}", name,
                      suggestion(name, method_names()));
    if (row == nullptr) continue;
    complaints.unless(takes_polynomial(*row, chebyshev_degree),
                      "{} cannot be predicted with --chebyshev-degree {} (its powers of M⁻¹ A need a diagonal M) omit "
                      "it, or use another method, like ca-pcg",
                      name, chebyshev_degree);
    chosen.push_back(name);
  }
  return chosen;
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

/// The machine's own γ, and those asked for.
std::vector<double> gammas_of(const std::vector<std::string>& words, double of_machine, Complaints& complaints) {
  std::vector<double> gammas =
      words == std::vector<std::string>{"auto"} ? std::vector{1.0, 0.5, 0.0} : reals("--gamma", words, 0, complaints);
  if (std::find(gammas.begin(), gammas.end(), of_machine) == gammas.end()) gammas.insert(gammas.begin(), of_machine);
  return gammas;
}

/// Rows cut into slices, one per rank: a message is a slice of the grid.
Workload workload_of(const ProblemProperties& metadata, int points) {
  const double n = points, slice = metadata.dimensions == Dimensions::two ? n : n * n;
  Workload work;
  work.rows = slice * n * metadata.dofs;
  work.nonzeros_per_row = metadata.nonzeros_per_row;
  work.message_bytes = 8 * slice * metadata.dofs;
  return work;
}

std::string in_words(const Workload& work, const ProblemProperties& metadata, int points) {
  return fmt::format("{}, {} points in each direction, {:.3g} rows, {} nonzeros per row, messages of {:.3g} bytes",
                     metadata.name, points, work.rows, metadata.nonzeros_per_row, work.message_bytes);
}

PredictionPlan plan_of(const WrittenPrediction& written, const MachineModel& machine, Complaints& complaints) {
  PredictionPlan plan;
  plan.machine = machine;
  plan.methods = methods_of(written.methods, written.chebyshev_degree, complaints);
  plan.formulation = written.formulation;
  complaints.unless(written.formulation != Formulation::kokkos_kernels,
                    "--formulation {} cannot be predicted (how many vectors its calls move depends on the number of "
                    "right-hand sides) use merged or basic",
                    name_of(written.formulation));
  plan.gammas = gammas_of(written.gammas, machine.gamma, complaints);
  plan.alphas = reals("--alpha", written.alphas, 0, complaints);
  plan.rhs = parse_wholes("--rhs", written.rhs, {1, endless, "it is a number of right-hand sides"}, complaints);
  plan.steps = parse_wholes("--s-step", written.steps, {1, max_steps, "it is a number of steps"}, complaints);
  plan.basis = written.basis;
  plan.powers_halo = written.powers_halo;
  for (const std::string& word : written.places)
    if (const auto place = parse_choice<DataIn>(word, complaints)) plan.places.push_back(*place);
  const std::vector<double> nodes = reals("--nodes", {written.nodes}, 1, complaints);
  plan.most_nodes = nodes.empty() ? 1 : std::min(nodes.front(), 1e7);
  return plan;
}

PredictOptions options_of(const WrittenPrediction& written, Complaints& complaints) {
  const NamedMachine machine = find_machine(written.machine, complaints);
  PredictOptions options;
  options.plan = plan_of(written, machine.machine, complaints);
  options.machine_file = machine.file;
  options.points = written.points;
  options.overwrite = written.overwrite;
  if (const auto kind = parse_choice<ProblemKind>(written.problem, complaints)) {
    const ProblemProperties& metadata = properties_of(*kind);
    options.plan.workload = workload_of(metadata, written.points);
    options.workload = in_words(options.plan.workload, metadata, written.points);
    if (written.format == MatrixFormat::sell) options.sample = *kind;
  }
  options.plan.workload.chebyshev_degree = written.chebyshev_degree;
  if (!written.file.empty()) options.file = written.file;
  return options;
}

void add_options(OptionReader& add, WrittenPrediction& written) {
  add_machine(add, written.machine);
  add.text("--problem", written.problem, "NAME", "the problem; ranks get slices of its grid", words_of<ProblemKind>());
  add.whole("--size", written.points, {1, 100'000'000, "points in each direction"}, "points in each direction");
  add.choice("--format", written.format, "storage of the matrix (crs: by equation (3); sell: as in this program):");
  add.words("--method", written.methods, "NAME[,NAME…]", "methods, or all", method_names());
  add.choice("--formulation", written.formulation, "how statements of a method are run (kokkos-kernels: refused):");
  add.words("--rhs", written.rhs, "M[,M…]", "right-hand sides solved together");
  add.words("--gamma", written.gammas, "X[,X…]",
            "overhead of hidden sums (0: none, 1: as much as is hidden); auto: 1, 0.5, 0\n"
            "(and always the machine's own)");
  add.words("--alpha", written.alphas, "X[,X…]", "cost of the preconditioner: vectors read and written");
  add.whole("--chebyshev-degree", written.chebyshev_degree, {0, 100, "products per application"},
            "the preconditioner is a polynomial with this many products, instead of --alpha; 0: it is not");
  add.words("--s-step", written.steps, "S[,S…]", "steps per sum of s-step methods");
  add.choice("--basis", written.basis, "polynomials of their bases (the Gram matrix of chebyshev takes fewest sums):");
  add.choice("--powers-halo", written.powers_halo, "ghosts for powers of the matrix (auto: the faster one):");
  add.words("--data", written.places, "NAME[,NAME…]", "where data comes from:" + explained<DataIn>(),
            words_of<DataIn>());
  add.text("--nodes", written.nodes, "N", "maximum number of nodes, up to 10⁷");
  add_output(add, written.file, written.overwrite,
             "write all curves to this HDF5 file (scripts/plot_model.py plots it)");
}

}  // namespace

ModelJob parse_predict(std::span<const std::string> words, Complaints& complaints) {
  CLI::App app("Predicts times per iteration over numbers of nodes, and says which method is best.",
               "minikrylov model predict");
  expect_words(app);
  app.footer(
      "Example (Krasnopolsky 2019, figure 6):\n  minikrylov model predict --machine lomonosov --problem "
      "poisson2d-5 --size 1000 --method bicgstab,ibicgstab,pipebicgstab --output figure6.h5");
  WrittenPrediction written;
  OptionReader add(app);
  add_options(add, written);
  if (const auto help = add.read(words, complaints)) return *help;
  finish_reading(app, add, complaints);
  return options_of(written, complaints);
}

}  // namespace minikrylov
