// What is recorded of the settings of a solve: those that had an effect, as it ran.
#pragma once
#include "miniapp/methods/running/catalogue_row.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/system/sums.hpp"

namespace minikrylov {

/// What is solved, by which method.
[[nodiscard]] SolveSetting setting_of(const CatalogueRow& row, const ChosenMethod& chosen, const MethodOptions& how,
                                      const SolveInputs& inputs);

/// How the method's products obtain their halo, and what they overlap with it. Collective.
[[nodiscard]] HaloUse halo_use(const CatalogueRow& row, PreconditionerChoice M, const Sums& sums,
                               const MethodOptions& how, const SolveInputs& inputs);

/// How powers of A are computed for the method or for M. Collective.
[[nodiscard]] PowersUse powers_use(const CatalogueRow& row, const MethodOptions& how, PreconditionerChoice M,
                                   const SolveInputs& inputs);

}  // namespace minikrylov
