// Which methods of the catalogue a user means, and which preconditioner each of them gets.
#pragma once
#include <span>
#include <string>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/settings/method_options.hpp"
#include "problems/problem.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// As written: names of methods, "all", "all-cg", "all-bicgstab"; no preconditioner or norm if none was asked for.
struct MethodWords {
  const std::vector<std::string>& names;
  std::optional<PreconditionerChoice> preconditioner;
  std::optional<ResidualNorm> norm;
};

/// The methods in the order written, each once. "all…" means those that suit the problem, the preconditioner and the
/// norm; a method that was named and does not suit them is a complaint. Without a preconditioner asked for, methods
/// that take one get jacobi; without a norm, they are stopped by the unpreconditioned one, where they know it.
[[nodiscard]] std::vector<ChosenMethod> choose_methods(const MethodWords& words, const ProblemProperties& problem,
                                                       std::span<const CatalogueRow> catalogue, Complaints& complaints);

}  // namespace minikrylov
