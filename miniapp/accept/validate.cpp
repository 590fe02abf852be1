// Checks of the machine's answers, before and after the timed sets.
#include "miniapp/accept/validate.hpp"

#include <fmt/ranges.h>

#include "miniapp/accept/checks/on_ranks.hpp"
#include "miniapp/accept/checks/products.hpp"
#include "miniapp/accept/checks/symmetry.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

CheckRow symmetry_row(const Bench& bench, std::string what, double asymmetry) {
  return {.problem = name_of(bench.plan()),
          .check = std::move(what),
          .finding = fmt::format("{:.1e}", asymmetry),
          .wanted = fmt::format("at most {:.0e}", most_asymmetry),
          .result = result_of(asymmetry <= most_asymmetry)};
}

SolveRecord solve_by_pcg(const Bench& bench, PreconditionerChoice M, const AcceptSurroundings& with, Repeats& repeats) {
  return solve_twice(bench, {"pcg", M}, {}, fmt::format("{}, {}", name_of(bench.plan()), name_of(M)), with, repeats);
}

CheckRow count_row(std::string check, const SolveRecord& solve, int known) {
  const bool right = solve.iterations == known && solve.objections.empty();
  std::string finding = std::to_string(solve.iterations);
  if (!solve.objections.empty()) finding += fmt::format(", but {}", fmt::join(solve.objections, "; "));
  return {.problem = std::string(name_of(KnownCounts{}.problem)),
          .check = std::move(check),
          .finding = finding,
          .wanted = std::to_string(known),
          .result = result_of(right)};
}

void append(std::vector<CheckRow>& rows, const std::vector<CheckRow>& more) {
  rows.insert(rows.end(), more.begin(), more.end());
}

CheckRow products_row(const Benches& benches, std::string_view when, const Communicator& ranks) {
  RankFlags wrong(ranks);
  for (const auto& bench : benches.of_parts)
    wrong.raise(compare_product(*bench, bench->A(), ranks).wrong_rows > 0, name_of(bench->plan()));
  return wrong.row("all systems", fmt::format("A x agrees with the assembled rows, {}", when));
}

CheckRow unchanged_row(const Benches& benches, const Communicator& ranks) {
  RankFlags changed(ranks);
  for (const auto& bench : benches.of_parts)
    changed.raise(bench->digest_now() != bench->digest_made(), name_of(bench->plan()));
  return changed.row("all systems", "A and b unchanged at the end");
}

}  // namespace

std::vector<CheckRow> check_symmetry(const Operator& A, const Preconditioner& M, std::string_view of_M,
                                     const Bench& bench, const Communicator& ranks) {
  return {symmetry_row(bench, "xᵀAy = yᵀAx", asymmetry_of(A, bench.system(), ranks)),
          symmetry_row(bench, fmt::format("M symmetric ({})", of_M), asymmetry_of(M, bench.system(), ranks))};
}

std::vector<CheckRow> check_known_counts(int points, const AcceptSurroundings& with, Repeats& repeats) {
  constexpr KnownCounts known;
  const std::string problem(name_of(known.problem)), published = "iterations, ic0 (Nakajima 2022, table 2)",
                                                     counted = "iterations, jacobi (counted by NumPy)";
  const std::string other_size = fmt::format("known for {}³ points", known.points);
  const auto left_out = [&](const std::string& check, std::string why) {
    return CheckRow{
        .problem = problem, .check = check, .finding = "-", .wanted = std::move(why), .result = CheckResult::left_out};
  };
  if (points != known.points) return {left_out(published, other_size), left_out(counted, other_size)};
  MatrixLayout layout = accept_layout(MatrixFormat::sell);
  layout.ordering = OrderingChoice::red_black;
  layout.ordered_rows = OrderedRows::kept;
  with.progress.show("validation: the published problem");
  const Bench bench({.problem = known.problem, .points = points}, layout, with.ranks);
  const auto M = make_preconditioner(PreconditionerChoice::ic0, {}, bench.system(), bench.A(), with.ranks);
  std::vector<CheckRow> rows = check_symmetry(bench.A(), *M, "ic0", bench, with.ranks);
  if (with.ranks.size() == 1)
    rows.push_back(count_row(published, solve_by_pcg(bench, PreconditionerChoice::ic0, with, repeats), known.ic0));
  else
    rows.push_back(left_out(published, "known for one rank only: ic0 couples rows of one rank"));
  rows.push_back(count_row(counted, solve_by_pcg(bench, PreconditionerChoice::jacobi, with, repeats), known.jacobi));
  return rows;
}

std::vector<CheckRow> validate(const Benches& benches, const ValidationSizes& sizes, const AcceptSurroundings& with) {
  std::vector<CheckRow> rows{products_row(benches, "before the timed sets", with.ranks)};
  Repeats repeats;
  append(rows, check_known_counts(sizes.counted, with, repeats));
  RankFlags changed(with.ranks);
  for (const auto& [problem, classical] : workloads) {
    const Bench bench({.problem = problem, .points = sizes.compared}, with.ranks);
    if (properties_of(problem).symmetry == Symmetry::symmetric) {
      const auto M = make_preconditioner(PreconditionerChoice::jacobi, {}, bench.system(), bench.A(), with.ranks);
      append(rows, check_symmetry(bench.A(), *M, "jacobi", bench, with.ranks));
    }
    append(rows, check_methods(solve_by_all(bench, classical, with, repeats)));
    changed.raise(
        bench.digest_now() != bench.digest_made() || compare_product(bench, bench.A(), with.ranks).wrong_rows > 0,
        name_of(bench.plan()));
  }
  rows.push_back(changed.row("systems of the validation", "A and b unchanged, A x agrees with the assembled rows"));
  append(rows, repeats.rows(with.ranks));
  return rows;
}

std::vector<CheckRow> validate_again(const Benches& benches, NonblockingSums nonblocking,
                                     const AcceptSurroundings& with) {
  constexpr std::string_view when = "after the timed sets";
  return {unchanged_row(benches, with.ranks), products_row(benches, when, with.ranks),
          check_sums(when, nonblocking, with.ranks)};
}

}  // namespace minikrylov
