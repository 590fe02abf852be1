// Selects methods of the catalogue, and a preconditioner for each.
#include "miniapp/cli/methods.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/parsing/nearest.hpp"
#include "miniapp/system/preconditioner/preconditioner_table.hpp"

namespace minikrylov {
namespace {

struct MethodGroup {
  std::string_view name;
  std::optional<Family> family;
};
constexpr MethodGroup method_groups[] = {{"all", {}}, {"all-cg", Family::cg}, {"all-bicgstab", Family::bicgstab}};

bool suits(const CatalogueRow& row, const ProblemProperties& problem) {
  return row.family != Family::cg || problem.symmetry == Symmetry::symmetric;
}

bool suits(const CatalogueRow& row, std::optional<PreconditionerChoice> preconditioner) {
  using enum PreconditionerChoice;
  const PreconditionerChoice choice = preconditioner.value_or(none);
  if (row.preconditioning == Preconditioning::any || choice == none) return true;
  if (row_of(choice).applied_by == AppliedBy::powers) return row.polynomial != nullptr;
  return row.preconditioning == Preconditioning::diagonal && choice == jacobi;
}

/// The preconditioner for a method.
PreconditionerChoice preconditioner_of(const CatalogueRow& row, const MethodWords& words) {
  if (row.preconditioning == Preconditioning::none) return PreconditionerChoice::none;
  return words.preconditioner.value_or(PreconditionerChoice::jacobi);
}

/// The norm that stops a method. Without a preconditioner all norms are equal.
ResidualNorm norm_of(const CatalogueRow& row, const MethodWords& words) {
  if (preconditioner_of(row, words) == PreconditionerChoice::none) return ResidualNorm::unpreconditioned;
  return words.norm.value_or(row.norms == KnownNorms::natural ? ResidualNorm::natural : ResidualNorm::unpreconditioned);
}

bool knows_norm(const CatalogueRow& row, const MethodWords& words) {
  if (preconditioner_of(row, words) == PreconditionerChoice::none || row.norms == KnownNorms::all) return true;
  return norm_of(row, words) ==
         (row.norms == KnownNorms::natural ? ResidualNorm::natural : ResidualNorm::unpreconditioned);
}

/// The methods that satisfy `wanted`, for suggestions.
template <class Wanted> std::string names_of(std::span<const CatalogueRow> catalogue, Wanted wanted) {
  std::vector<std::string_view> names;
  for (const CatalogueRow& row : catalogue)
    if (wanted(row)) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Why methods that take powers of the matrix take few preconditioners.
constexpr std::string_view needs_powers =
    "several steps at a time need powers of M⁻¹ A, and M⁻¹ couples each row to many others, up to all of the rank "
    "with ic0: nothing would be avoided, neither messages nor passes over the matrix; a diagonal M couples none";

/// Why those without M do not take polynomials.
constexpr std::string_view needs_images =
    "its s steps take powers of A alone; with a polynomial between them, each power is a pass over the matrix of its "
    "own, and inner products with M, of which a polynomial knows only the inverse, take a second basis";

std::string_view why_not_in_steps(const std::optional<PreconditionerChoice>& preconditioner) {
  const PreconditionerRow& row = row_of(preconditioner.value_or(PreconditionerChoice::none));
  return row.applied_by == AppliedBy::powers ? needs_images : needs_powers;
}

void complain_of_misfits(const CatalogueRow& row, const MethodWords& words, const ProblemProperties& problem,
                         std::span<const CatalogueRow> catalogue, Complaints& complaints) {
  complaints.unless(suits(row, problem),
                    "{} cannot solve {} (CG methods need a symmetric matrix, this one is not) use one of {}", row.name,
                    problem.name, names_of(catalogue, [&](const CatalogueRow& r) { return suits(r, problem); }));
  complaints.unless(
      row.preconditioning != Preconditioning::diagonal || suits(row, words.preconditioner),
      "{} cannot take --preconditioner {} ({}) use --preconditioner {}jacobi or none, or another method, like pcg or "
      "pipecg",
      row.name, name_of(words.preconditioner.value_or(PreconditionerChoice::none)),
      why_not_in_steps(words.preconditioner), row.polynomial != nullptr ? "chebyshev, " : "");
  const bool takes_none = row.needs == Needs::basis && row.preconditioning == Preconditioning::none;
  complaints.unless(!takes_none || suits(row, words.preconditioner),
                    "{} cannot take --preconditioner {} ({}) use one of {}, or --preconditioner none", row.name,
                    name_of(words.preconditioner.value_or(PreconditionerChoice::none)),
                    why_not_in_steps(words.preconditioner), names_of(catalogue, [&](const CatalogueRow& r) {
                      return r.family == row.family && suits(r, words.preconditioner);
                    }));
  complaints.unless(row.preconditioning == Preconditioning::diagonal || takes_none || suits(row, words.preconditioner),
                    "{} takes no preconditioner (its algorithm has none) use one of {}, or --preconditioner none",
                    row.name, names_of(catalogue, [&](const CatalogueRow& r) {
                      return r.family == row.family && r.preconditioning == Preconditioning::any;
                    }));
  complaints.unless(knows_norm(row, words),
                    "{} cannot be stopped by the {} norm (it computes no vector to take that norm of) omit --norm",
                    row.name, name_of(norm_of(row, words)));
}

}  // namespace

std::vector<std::string_view> words_for_methods(std::span<const CatalogueRow> catalogue) {
  std::vector<std::string_view> words;
  for (const CatalogueRow& row : catalogue) words.push_back(row.name);
  for (const MethodGroup& group : method_groups) words.push_back(group.name);
  return words;
}

std::vector<ChosenMethod> choose_methods(const MethodWords& words, const ProblemProperties& problem,
                                         std::span<const CatalogueRow> catalogue, Complaints& complaints) {
  std::vector<ChosenMethod> chosen;
  const auto choose = [&](const CatalogueRow& row) {
    const bool there =
        std::any_of(chosen.begin(), chosen.end(), [&](const ChosenMethod& c) { return c.name == row.name; });
    if (!there) chosen.push_back({row.name, preconditioner_of(row, words), norm_of(row, words)});
  };
  for (const std::string& word : words.names) {
    const auto* group = std::find_if(std::begin(method_groups), std::end(method_groups),
                                     [&](const MethodGroup& g) { return g.name == word; });
    const auto row =
        std::find_if(catalogue.begin(), catalogue.end(), [&](const CatalogueRow& r) { return r.name == word; });
    if (group != std::end(method_groups)) {
      const std::size_t before = chosen.size();
      for (const CatalogueRow& r : catalogue)
        if (group->family.value_or(r.family) == r.family && suits(r, problem) && suits(r, words.preconditioner) &&
            knows_norm(r, words))
          choose(r);
      complaints.unless(chosen.size() > before || before > 0,
                        "{} selects no method (none of them suits {}) choose another family", word, problem.name);
    } else if (row != catalogue.end()) {
      complain_of_misfits(*row, words, problem, catalogue, complaints);
      choose(*row);
    } else {
      complaints.unless(false, "there is no method \"{}\" (unknown name) {}", word,
                        suggestion(word, words_for_methods(catalogue)));
    }
  }
  return chosen;
}

}  // namespace minikrylov
