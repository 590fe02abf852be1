// What does not go together with a rounded matrix.
#include "miniapp/cli/check/check_mixed_precision.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/system/preconditioner/preconditioner_table.hpp"

namespace minikrylov {
namespace {

bool has_reliable_updates(std::string_view method, std::span<const CatalogueRow> catalogue) {
  return std::any_of(catalogue.begin(), catalogue.end(),
                     [&](const CatalogueRow& row) { return row.name == method && row.reliable != nullptr; });
}

/// s-step methods and polynomial preconditioners compute powers of A by plans made for A itself.
void check_powers(const ChosenMethod& chosen, std::span<const CatalogueRow> catalogue, Complaints& complaints) {
  const bool steps = std::any_of(catalogue.begin(), catalogue.end(), [&](const CatalogueRow& row) {
    return row.name == chosen.name && row.needs == Needs::basis;
  });
  constexpr std::string_view why = "powers of the matrix are planned for its numbers in double precision";
  complaints.unless(!steps, "--matrix-precision does not suit {} ({}) use --method pcg or pbicgstab", chosen.name, why);
  complaints.unless(row_of(chosen.preconditioner).applied_by != AppliedBy::powers,
                    "--matrix-precision does not suit --preconditioner {} ({}) use --preconditioner jacobi",
                    name_of(chosen.preconditioner), why);
}

}  // namespace

void check_mixed_precision(const SolveOptions& options, std::span<const CatalogueRow> catalogue,
                           Complaints& complaints) {
  const MethodOptions& method = options.method;
  if (!method.mixed.is_on()) return;
  complaints.unless(method.reduction != ReductionKind::embedded,
                    "--matrix-precision does not suit --reduction embedded (halos inside sums are those of one matrix) "
                    "use --reduction point-to-point");
  complaints.unless(!method.fixed_iterations,
                    "--matrix-precision does not suit --fixed-iterations (how often it must be refined depends on the "
                    "accuracy) use --rtol");
  complaints.unless(!options.run.equal_accuracy,
                    "--matrix-precision does not suit --equal-accuracy (what is refined stops by its true residual "
                    "anyway) use --rtol");
  std::vector<std::string_view> able;
  for (const CatalogueRow& row : catalogue)
    if (row.reliable != nullptr) able.push_back(row.name);
  for (const ChosenMethod& chosen : method.methods) {
    check_powers(chosen, catalogue, complaints);
    complaints.unless(method.mixed.refinement == Refinement::restart || has_reliable_updates(chosen.name, catalogue),
                      "--refinement reliable does not suit {} (its recurrences do not keep directions when r is "
                      "replaced) use one of {}, or --refinement restart",
                      chosen.name, fmt::join(able, ", "));
  }
}

}  // namespace minikrylov
