// Observes s-step methods at several s.
#include "miniapp/cli/functions_of_s.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/running/observed_costs.hpp"

namespace minikrylov {
namespace {

constexpr std::array observed_at = {2, 4, 6, 8, 10};

/// "+ 3s", or "3s" at the beginning.
void append(std::string& text, double factor, std::string_view power) {
  if (factor == 0) return;
  const double size = std::fabs(factor);
  const std::string number = size == 1 && !power.empty() ? "" : fmt::format("{:g}", size);
  const std::string sign = text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
  text += sign + number + std::string(power);
}

/// The cells of a method called `name`.
std::vector<std::string> functions_of(const CatalogueRow& row, std::string name) {
  std::array<std::vector<int>, 7> columns;
  for (const int s : observed_at) {
    const ObservedCosts costs = observe_costs(row, {Formulation::merged, Fuse::no, Grouping::minimum}, {.steps = s});
    const std::array numbers = {costs.reductions,   costs.values.empty() ? 0 : costs.values.front(),
                                costs.products,     costs.preconditions,
                                costs.vectors_read, costs.vectors_written,
                                costs.work_vectors};
    for (std::size_t k = 0; k < numbers.size(); ++k) columns[k].push_back(numbers[k]);
  }
  std::vector<std::string> cells{std::move(name)};
  for (const std::vector<int>& column : columns) cells.push_back(polynomial_through(column));
  return cells;
}

}  // namespace

std::string polynomial_through(const std::vector<int>& values) {
  // Differences of the first three values, two apart in s.
  const double second = (values[2] - 2.0 * values[1] + values[0]) / 8;
  const double first = (values[1] - values[0]) / 2.0 - second * (observed_at[0] + observed_at[1]);
  const double constant = values[0] - first * observed_at[0] - second * observed_at[0] * observed_at[0];
  for (std::size_t k = 0; k < observed_at.size(); ++k)
    if (second * observed_at[k] * observed_at[k] + first * observed_at[k] + constant != values[k]) return "?";
  std::string text;
  append(text, second, "s²");
  append(text, first, "s");
  append(text, constant, "");
  return text.empty() ? "0" : text;
}

std::vector<std::string> headings_of_functions() {
  return {"s-step method", "sums", "values", "A", "M", "vectors read", "written", "work vectors"};
}

std::vector<std::vector<std::string>> functions_of_s() {
  std::vector<std::vector<std::string>> rows;
  for (const CatalogueRow& row : catalogue()) {
    if (row.needs != Needs::basis) continue;
    rows.push_back(functions_of(row, std::string(row.name)));
    if (row.polynomial != nullptr)
      rows.push_back(functions_of(row.with_polynomial(), fmt::format("{}, M a polynomial", row.name)));
  }
  return rows;
}

}  // namespace minikrylov
