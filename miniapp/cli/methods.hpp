// Selects methods of the catalogue, and a preconditioner for each.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/settings/method_options.hpp"
#include "problems/problem.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// As entered: names of methods, "all", "all-cg", "all-bicgstab"; preconditioner and norm only if given.
struct MethodWords {
  const std::vector<std::string>& names;
  std::optional<PreconditionerChoice> preconditioner;
  std::optional<ResidualNorm> norm;
};

/// All names of methods and of groups of them.
[[nodiscard]] std::vector<std::string_view> words_for_methods(std::span<const CatalogueRow> catalogue);

/// The methods in the given order, without duplicates. "all…" selects those that suit the problem, the preconditioner
/// and the norm; naming a method that does not is an error. By default, methods that take a preconditioner get jacobi,
/// and methods are stopped by the unpreconditioned norm where they know it.
[[nodiscard]] std::vector<ChosenMethod> choose_methods(const MethodWords& words, const ProblemProperties& problem,
                                                       std::span<const CatalogueRow> catalogue, Complaints& complaints);

}  // namespace minikrylov
