// Compares methods with each other and with reference measurements.
#include "miniapp/accept/checks/variants.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {
namespace {

/// All methods that rearrange `classical`, except those that provide only another norm.
std::vector<const CatalogueRow*> variants_of(std::string_view classical) {
  std::vector<const CatalogueRow*> rows;
  for (const CatalogueRow& row : catalogue())
    if (row.classical == classical && row.name != classical && row.norms != KnownNorms::natural) rows.push_back(&row);
  return rows;
}

MethodSolve solve_by(const CatalogueRow& row, std::optional<int> iterations, const Bench& bench,
                     const AcceptSurroundings& with, Repeats& repeats) {
  with.progress.show(fmt::format("validation: {}, {}", name_of(bench.plan()), row.name));
  const SolveRecord solved = solve_twice(bench, {row.name, PreconditionerChoice::jacobi}, iterations,
                                         fmt::format("{} (validation)", name_of(bench.plan().problem)), with, repeats);
  return {.method = row.name,
          .iterations = solved.iterations,
          .history = solved.residual_history.values,
          .true_residual = solved.true_relative_residual,
          .recurrence = solved.relative_residual,
          .objections = solved.objections};
}

/// The first iteration whose residual is at most `share` of the initial one, otherwise the last.
int iterations_until(double share, const std::vector<double>& history) {
  const auto there =
      std::find_if(history.begin(), history.end(), [&](double r) { return r <= share * history.front(); });
  return static_cast<int>(std::min(there, history.end() - 1) - history.begin());
}

CheckRow iterations_row(const MethodSolves& solves) {
  const KnownIterations* known = find_iterations(solves.problem, solves.points);
  CheckRow row{.problem = std::string(name_of(solves.problem)),
               .check = fmt::format("iterations of {} on {}³ points", solves.classical.method, solves.points),
               .finding = std::to_string(solves.classical.iterations),
               .wanted = "no reference for this size",
               .result = CheckResult::left_out};
  if (known == nullptr) return row;
  const auto [minimum, maximum] = allowed_iterations(*known);
  row.wanted = fmt::format("{} to {}", minimum, maximum);
  row.result = result_of(solves.classical.iterations >= minimum && solves.classical.iterations <= maximum);
  return row;
}

CheckRow solution_row(const MethodSolves& solves) {
  const MethodSolve& classical = solves.classical;
  return {.problem = std::string(name_of(solves.problem)),
          .check = fmt::format("true residual and solution of {}", classical.method),
          .finding = classical.objections.empty() ? fmt::format("{:.1e}", classical.true_residual)
                                                  : fmt::format("{}", fmt::join(classical.objections, "; ")),
          .wanted = fmt::format("at most {:.0e}, and the known x", 2 * accept_rtol),
          .result = result_of(classical.objections.empty() && classical.true_residual <= 2 * accept_rtol)};
}

/// Compares one number per variant with the worst that was measured; `of` picks that from the table.
template <class Number>
CheckRow rounding_row(const MethodSolves& solves, std::string check, double KnownRounding::*of, const Number& number) {
  std::vector<std::string> beyond, unknown;
  double nearest = 0;
  for (const MethodSolve& variant : solves.variants) {
    const KnownRounding* known = find_rounding(solves.problem, variant.method);
    if (known == nullptr) {
      unknown.emplace_back(variant.method);
      continue;
    }
    const double found = number(variant), most = allowed(known->*of);
    nearest = std::max(nearest, found / most);
    if (!(found <= most)) beyond.push_back(fmt::format("{}: {:.1e} (maximum {:.1e})", variant.method, found, most));
  }
  std::string finding =
      beyond.empty() ? fmt::format("at most {:.0e} of the bound", nearest) : fmt::format("{}", fmt::join(beyond, "; "));
  if (!unknown.empty()) finding += fmt::format("; no reference for {}", fmt::join(unknown, ", "));
  return {.problem = std::string(name_of(solves.problem)),
          .check = std::move(check),
          .finding = std::move(finding),
          .wanted = "within 100 times the measured rounding",
          .result = result_of(beyond.empty())};
}

}  // namespace

SolveRecord solve_twice(const Bench& bench, const ChosenMethod& chosen, std::optional<int> iterations,
                        const std::string& name, const AcceptSurroundings& with, Repeats& repeats) {
  MethodOptions how = accept_method(1, ReductionKind::blocking);
  how.fixed_iterations = iterations;
  const SolveInputs inputs{
      .system = bench.system(), .A = bench.A(), .sides = bench.sides(), .ranks = with.ranks, .triad = with.no_triad};
  SolveRecord solved = solve(chosen, how, {.repetitions = 1, .warm_up = 0}, {}, inputs, with.progress);
  repeats.add(name, solved);
  return solved;
}

double allowed(double measured) {
  constexpr double margin = 100, minimum = 1e-12;
  return std::max(minimum, margin * measured);
}

IterationRange allowed_iterations(const KnownIterations& known) {
  constexpr int minimum_margin = 2, one_in = 50;
  const int margin = std::max(minimum_margin, known.maximum / one_in);
  return {known.minimum - margin, known.maximum + margin};
}

double deviation(const MethodSolve& variant, const MethodSolve& classical) {
  double largest = -1;
  const std::size_t length = std::min(variant.history.size(), classical.history.size());
  for (std::size_t i = 0; i < length; ++i) {
    // A variant that skips an iteration records NaN for it; the classical method records every iteration.
    if (std::isnan(variant.history[i]) && i + 1 < length) continue;
    const double share = std::fabs(variant.history[i] - classical.history[i]) / classical.history[i];
    if (!std::isfinite(share)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, share);
  }
  return largest < 0 ? std::numeric_limits<double>::infinity() : largest;
}

double loss(const MethodSolve& solve) { return std::fabs(solve.true_residual - solve.recurrence); }

MethodSolves solve_by_all(const Bench& bench, std::string_view classical, const AcceptSurroundings& with,
                          Repeats& repeats) {
  MethodSolves solves{.problem = bench.plan().problem,
                      .points = bench.plan().points,
                      .classical = solve_by(*find_method(classical), {}, bench, with, repeats),
                      .variants = {}};
  const int iterations = std::min(compared_iterations, iterations_until(compared_until, solves.classical.history));
  for (const CatalogueRow* row : variants_of(classical)) {
    solves.variants.push_back(solve_by(*row, iterations, bench, with, repeats));
    // Estimates that repetitions of a solve share are thus made twice, and compared.
    if (row->needs != Needs::nothing) static_cast<void>(solve_by(*row, iterations, bench, with, repeats));
  }
  return solves;
}

std::vector<CheckRow> check_methods(const MethodSolves& solves) {
  return {iterations_row(solves), solution_row(solves),
          rounding_row(solves, fmt::format("variants follow {} at first", solves.classical.method),
                       &KnownRounding::deviation,
                       [&](const MethodSolve& variant) { return deviation(variant, solves.classical); }),
          rounding_row(solves, "true residuals of variants", &KnownRounding::loss,
                       [](const MethodSolve& variant) { return loss(variant); })};
}

}  // namespace minikrylov
