// The validation phase of an acceptance run.
#include "miniapp/accept/validate.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "miniapp/accept/symmetry.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/system/preconditioners.hpp"

namespace minikrylov {
namespace {

CheckResult result_of(bool ok) { return ok ? CheckResult::passed : CheckResult::failed; }

CheckRow symmetry_row(const Bench& bench, std::string what, double asymmetry) {
  return {std::string(name_of(bench.row().problem)), std::move(what), fmt::format("{:.1e}", asymmetry),
          fmt::format("at most {:.0e}", most_asymmetry), result_of(asymmetry <= most_asymmetry)};
}

SolveRecord solve_once(const Bench& bench, std::string_view method, PreconditionerChoice M, ReductionKind reduction,
                       const AcceptSurroundings& with) {
  const RightHandSides sides = make_right_hand_sides(bench.system(), bench.A(), 1);
  const SolveInputs inputs{bench.system(), bench.A(), sides, with.ranks, with.no_triad};
  return solve({method, M}, accept_method(1, reduction), {.repetitions = 1, .warm_up = 0}, {}, inputs, with.progress);
}

/// Unlike ==, also equal where both are NaN, as for iterations without a known norm.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

CheckRow count_row(std::string check, const SolveRecord& solve, int known) {
  const bool right = solve.iterations == known && solve.objections.empty();
  std::string finding = std::to_string(solve.iterations);
  if (!solve.objections.empty()) finding += fmt::format(", but {}", fmt::join(solve.objections, "; "));
  return {std::string(name_of(KnownCounts{}.problem)), std::move(check), finding, std::to_string(known),
          result_of(right)};
}

/// `classical` and all methods that rearrange it, except those limited to another norm, whose counts differ.
std::vector<const CatalogueRow*> variants_of(std::string_view classical) {
  std::vector<const CatalogueRow*> rows{find_method(classical)};
  for (const CatalogueRow& row : catalogue())
    if (row.classical == classical && row.name != classical && row.norms != KnownNorms::natural) rows.push_back(&row);
  return rows;
}

VariantRuns run_again_and_again(const Bench& bench, const CatalogueRow& row, const AcceptSurroundings& with) {
  constexpr int runs = 3;
  VariantRuns variant;
  variant.method = row.name;
  for (int k = 0; k < runs; ++k) {
    with.progress.show(fmt::format("validation: {}, {}", name_of(bench.row().problem), row.name));
    const SolveRecord solved = solve_once(bench, row.name, PreconditionerChoice::jacobi, ReductionKind::blocking, with);
    variant.iterations = solved.iterations;
    variant.error = solved.error.value_or(0);
    variant.histories.push_back(solved.residual_history.values);
    variant.objections = solved.objections;
  }
  return variant;
}

}  // namespace

std::vector<CheckRow> check_symmetry(const Operator& A, const Preconditioner& M, std::string_view of_M,
                                     const Bench& bench, const Communicator& ranks) {
  return {symmetry_row(bench, "xᵀAy = yᵀAx", asymmetry_of(A, bench.system(), ranks)),
          symmetry_row(bench, fmt::format("M symmetric ({})", of_M), asymmetry_of(M, bench.system(), ranks))};
}

std::vector<CheckRow> check_known_counts(int points, const AcceptSurroundings& with) {
  constexpr KnownCounts known;
  MatrixLayout layout = accept_layout(MatrixFormat::sell);
  layout.ordering = OrderingChoice::red_black;
  layout.ordered_rows = OrderedRows::kept;
  const Bench bench(known.problem, points, layout, with.ranks);
  const auto M = make_preconditioner(PreconditionerChoice::ic0, {}, bench.system(), bench.A(), with.ranks);
  std::vector<CheckRow> rows = check_symmetry(bench.A(), *M, "ic0", bench, with.ranks);
  const auto solve_by = [&](PreconditionerChoice choice) {
    with.progress.show("validation: the published problem");
    return solve_once(bench, "pcg", choice, ReductionKind::blocking, with);
  };
  const std::string problem(name_of(known.problem)), published = "iterations, ic0 (Nakajima 2022, table 2)",
                                                     counted = "iterations, jacobi (counted by NumPy)";
  const std::string other_size = fmt::format("known for {}³ points", known.points);
  if (points != known.points) {
    rows.push_back({problem, published, "-", other_size, CheckResult::left_out});
    rows.push_back({problem, counted, "-", other_size, CheckResult::left_out});
    return rows;
  }
  if (with.ranks.size() == 1)
    rows.push_back(count_row(published, solve_by(PreconditionerChoice::ic0), known.ic0));
  else
    rows.push_back(
        {problem, published, "-", "known for one rank only, since ic0 is rank-local", CheckResult::left_out});
  rows.push_back(count_row(counted, solve_by(PreconditionerChoice::jacobi), known.jacobi));
  return rows;
}

std::vector<CheckRow> check_agreement(std::string_view problem, const std::vector<VariantRuns>& variants) {
  // Rounding delays some variants, especially on elasticity, but never speeds them up.
  constexpr double hurry = 0.1, delay = 0.3, steps = 3, minimum_error = 100 * accept_rtol, times_error = 100;
  const VariantRuns& classical = variants.front();
  const auto away = [&](double share) {
    return static_cast<int>(std::max(steps, std::ceil(share * classical.iterations)));
  };
  const int least = classical.iterations - away(hurry), most = classical.iterations + away(delay);
  const double most_error = std::max(minimum_error, times_error * classical.error);
  std::vector<std::string> counts, errors, differing;
  bool counts_agree = true, solutions_agree = true;
  for (const VariantRuns& variant : variants) {
    counts.push_back(fmt::format("{} {}", variant.method, variant.iterations));
    counts_agree = counts_agree && variant.iterations >= least && variant.iterations <= most;
    solutions_agree = solutions_agree && variant.error <= most_error && variant.objections.empty();
    for (const std::string& objection : variant.objections)
      errors.push_back(fmt::format("{}: {}", variant.method, objection));
    const auto& histories = variant.histories;
    if (std::adjacent_find(histories.begin(), histories.end(), std::not_fn(same_bits)) != histories.end())
      differing.emplace_back(variant.method);
  }
  const auto worst = std::max_element(variants.begin(), variants.end(),
                                      [](const auto& a, const auto& b) { return a.error < b.error; });
  errors.push_back(fmt::format("errors of x up to {:.1e} ({})", worst->error, worst->method));
  const std::string same = fmt::format("{} runs, the same bits", classical.histories.size());
  return {{std::string(problem), "variants agree: iterations", fmt::format("{}", fmt::join(counts, ", ")),
           fmt::format("{} to {}", least, most), result_of(counts_agree)},
          {std::string(problem), "variants agree: solutions", fmt::format("{}", fmt::join(errors, "; ")),
           fmt::format("at most {:.1e}", most_error), result_of(solutions_agree)},
          {std::string(problem), "residuals repeat",
           differing.empty() ? same : fmt::format("they differ: {}", fmt::join(differing, ", ")), same,
           result_of(differing.empty())}};
}

std::vector<CheckRow> validate(const Benches& benches, const AcceptSurroundings& with) {
  std::vector<CheckRow> rows;
  const auto add = [&rows](const std::vector<CheckRow>& more) { rows.insert(rows.end(), more.begin(), more.end()); };
  for (const auto& bench : benches.large) {
    if (properties_of(bench->row().problem).symmetry != Symmetry::symmetric) continue;
    const auto M = make_preconditioner(PreconditionerChoice::jacobi, {}, bench->system(), bench->A(), with.ranks);
    add(check_symmetry(bench->A(), *M, "jacobi", *bench, with.ranks));
  }
  add(check_known_counts(with.options.size.value_or(KnownCounts{}.points), with));
  for (std::size_t k = 0; k < workloads.size(); ++k) {
    std::vector<VariantRuns> variants;
    for (const CatalogueRow* row : variants_of(workloads[k].classical))
      variants.push_back(run_again_and_again(*benches.small[k], *row, with));
    add(check_agreement(name_of(workloads[k].problem), variants));
  }
  return rows;
}

}  // namespace minikrylov
