// Checks which option belongs to which preconditioner.
#include "miniapp/cli/preconditioner.hpp"

#include <fmt/ranges.h>

#include "miniapp/system/preconditioner/preconditioner_table.hpp"

namespace minikrylov {
namespace {

/// An option, whether it was given, and which preconditioners have it.
struct Use {
  std::string_view flag;
  bool is_written;
  bool (*has_it)(const PreconditionerRow&);
};

void complain_of_no_effect(const Use& use, const std::vector<ChosenMethod>& methods, Complaints& complaints) {
  std::vector<std::string_view> owners, for_any_problem;
  for (const PreconditionerRow& row : preconditioner_table) {
    if (use.has_it(row)) owners.push_back(row.name);
    if (use.has_it(row) && row.unit == OrderedUnit::row) for_any_problem.push_back(row.name);
  }
  const auto owns = [&use](const ChosenMethod& chosen) { return use.has_it(row_of(chosen.preconditioner)); };
  complaints.unless(!use.is_written || std::any_of(methods.begin(), methods.end(), owns),
                    "{} has no effect (no method runs with {}) omit it or use --preconditioner {}", use.flag,
                    fmt::join(owners, " or "), for_any_problem.front());
}

/// `how` with the degree as entered: a number, auto, or nothing.
PreconditionerOptions with_degree(PreconditionerOptions how, const std::string& written,
                                  const std::vector<ChosenMethod>& methods, Complaints& complaints) {
  const bool newton = std::any_of(methods.begin(), methods.end(), [](const ChosenMethod& chosen) {
    return chosen.preconditioner == PreconditionerChoice::newton;
  });
  if (written == "auto") {
    complaints.unless(!newton,
                      "--chebyshev-degree auto does not suit newton (what many products gain is only known of "
                      "Chebyshev's polynomials) give a number");
    how.degree_choice = DegreeChoice::fastest;
  } else if (!written.empty()) {
    const int most = newton ? most_newton_products : most_products;
    const std::optional<long long> degree = parse_whole(written);
    const bool fits = degree && *degree >= 0 && *degree <= most;
    complaints.unless(fits, "--chebyshev-degree {} is invalid ({}) give a whole number from 0 to {}{}", written,
                      newton ? "products of newton" : "products", most, newton ? "" : ", or auto");
    if (fits) how.chebyshev_degree = static_cast<int>(*degree);
  }
  return how;
}

}  // namespace

void add_preconditioner(OptionReader& add, WrittenPreconditioning& written) {
  constexpr int most_corrections = 1000, most_vectors = 10000;
  add.real("--ic0-shift", written.shift,
           "X of ic0 and variants: factorise A + X diag(A), for matrices whose IC(0) has negative pivots; auto: 0");
  add.whole("--schwarz-corrections", written.corrections, {0, most_corrections, "corrections"},
            "global nesting corrections of rank-local preconditioners, each a product and an application; auto: 0");
  add.choice("--preconditioner-precision", written.precision, "precision of stored factors; auto: double:");
  add.whole("--jacobi-blocks", written.blocks, {1, endless, "blocks"},
            "blocks per rank of block-jacobi-ic0, at most one per row; auto: 8");
  add.text(
      "--chebyshev-degree", written.degree, "N|auto",
      "products per application of chebyshev (0 to 1000) or newton (0 to 40), by default 4; auto: of chebyshev, as "
      "many\nas promise the least time to solution, from eigenvalues and times measured at set-up");
  add.whole("--preconditioner-cost", written.cost, {2, most_vectors, "vectors moved"},
            "α of emulated: vectors read and written per application; even; auto: 2");
}

PreconditionerOptions finish_preconditioner(PreconditionerOptions how, const std::vector<ChosenMethod>& methods,
                                            const WrittenPreconditioning& written, Complaints& complaints) {
  using enum PreconditionerChoice;
  const Use uses[] = {
      {"--ic0-shift", written.shift.has_value(),
       [](const PreconditionerRow& row) { return row.keeps == Keeps::factors && !row.symmetric_since.empty(); }},
      {"--schwarz-corrections", written.corrections.has_value(),
       [](const PreconditionerRow& row) { return row.made_from == MadeFrom::rows; }},
      {"--preconditioner-precision", written.precision.has_value(),
       [](const PreconditionerRow& row) { return row.keeps == Keeps::factors; }},
      {"--jacobi-blocks", written.blocks.has_value(),
       [](const PreconditionerRow& row) { return row.choice == block_jacobi_ic0; }},
      {"--chebyshev-degree", !written.degree.empty(),
       [](const PreconditionerRow& row) { return row.applied_by == AppliedBy::powers; }},
      {"--preconditioner-cost", written.cost.has_value(),
       [](const PreconditionerRow& row) { return row.choice == emulated; }}};
  for (const Use& use : uses) complain_of_no_effect(use, methods, complaints);
  complaints.unless(written.shift.value_or(0) >= 0,
                    "--ic0-shift {} is invalid (it must not decrease the diagonal) give 0 or more",
                    written.shift.value_or(0));
  complaints.unless(written.cost.value_or(2) % 2 == 0,
                    "--preconditioner-cost {} is not possible (a copy reads a vector and writes one) give an even "
                    "number",
                    written.cost.value_or(2));
  how.ic0_shift = written.shift.value_or(how.ic0_shift);
  how.schwarz_corrections = written.corrections.value_or(how.schwarz_corrections);
  how.precision = written.precision.value_or(how.precision);
  how.jacobi_blocks = written.blocks.value_or(how.jacobi_blocks);
  how.emulated_cost = written.cost.value_or(how.emulated_cost);
  return with_degree(how, written.degree, methods, complaints);
}

}  // namespace minikrylov
