// What does not go together with a rounded matrix.
#include "miniapp/cli/check/check_mixed_precision.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/system/preconditioner/preconditioner_table.hpp"

namespace minikrylov {
namespace {

/// The names of the rows that are such.
template <class IsSuch>
std::vector<std::string_view> names_where(std::span<const CatalogueRow> catalogue, const IsSuch& is_such) {
  std::vector<std::string_view> names;
  for (const CatalogueRow& row : catalogue)
    if (is_such(row)) names.push_back(row.name);
  return names;
}

/// Some methods, and polynomial preconditioners, compute powers of A by plans made for A itself.
void check_powers(const ChosenMethod& chosen, std::span<const CatalogueRow> catalogue, Complaints& complaints) {
  const bool powers = std::any_of(catalogue.begin(), catalogue.end(), [&](const CatalogueRow& row) {
    return row.name == chosen.name && row.takes_powers();
  });
  constexpr std::string_view why = "powers of the matrix are planned for its numbers in double precision";
  complaints.unless(!powers, "--matrix-precision does not suit {} ({}) use --method pcg or pbicgstab", chosen.name,
                    why);
  complaints.unless(row_of(chosen.preconditioner).applied_by != AppliedBy::powers,
                    "--matrix-precision does not suit --preconditioner {} ({}) use --preconditioner jacobi",
                    name_of(chosen.preconditioner), why);
}

/// What is compiled for vectors in single precision.
void check_vectors_in_single(const SolveOptions& options, std::span<const CatalogueRow> catalogue,
                             Complaints& complaints) {
  const MethodOptions& method = options.method;
  if (method.mixed.vectors == Precision::double_precision) return;
  constexpr std::string_view why = "not compiled for vectors in single precision";
  complaints.unless(method.rhs == 1, "--vector-precision single does not suit --rhs {} ({}) use --rhs 1", method.rhs,
                    why);
  complaints.unless(options.matrix.format == MatrixFormat::sell,
                    "--vector-precision single does not suit --format {} ({}) use --format sell",
                    name_of(options.matrix.format), why);
  complaints.unless(method.formulation != Formulation::kokkos_kernels,
                    "--vector-precision single does not suit --formulation {} ({}) use --formulation merged",
                    name_of(method.formulation), why);
  const auto able = names_where(catalogue, [](const auto& row) { return row.vectors == Vectors::doubles_or_singles; });
  for (const ChosenMethod& chosen : method.methods)
    complaints.unless(std::find(able.begin(), able.end(), chosen.name) != able.end(),
                      "--vector-precision single does not suit {} ({}) use one of {}", chosen.name, why,
                      fmt::join(able, ", "));
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
  check_vectors_in_single(options, catalogue, complaints);
  const auto able = names_where(catalogue, [](const auto& row) { return row.reliable != nullptr; });
  for (const ChosenMethod& chosen : method.methods) {
    check_powers(chosen, catalogue, complaints);
    complaints.unless(method.mixed.refinement == Refinement::restart ||
                          std::find(able.begin(), able.end(), chosen.name) != able.end(),
                      "--refinement reliable does not suit {} (its recurrences do not keep directions when r is "
                      "replaced) use one of {}, or --refinement restart",
                      chosen.name, fmt::join(able, ", "));
  }
}

}  // namespace minikrylov
