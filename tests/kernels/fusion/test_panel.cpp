// Panels: inner products and combinations against plain loops.
#include "kernels/fusion/panel.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// As for panels in memory: columns are prefetched, and what is assigned is streamed.
Execution as_in_memory() {
  Execution how;
  how.tuning.streamed_bytes = how.tuning.streamed_bytes_of_one = 0;
  return how;
}

/// Columns of small integers, whose sums are exact.
Panel panel_of(int count, LocalIndex rows, int width) {
  Panel panel{{}, "Y"};
  for (int k = 0; k < count; ++k)
    panel.columns.push_back(vector_of(random_values(static_cast<std::size_t>(rows) * width, k), rows, width));
  return panel;
}

}  // namespace

TEST_CASE("inner products of a panel are those of plain loops, with weights, too", "[panel]") {
  const auto rows = GENERATE(as<LocalIndex>(), 1, 7, 64, 1000, 5003);
  // Up to nine columns are one tile of a device; 13, 17 and 23 are several, of all sizes.
  const int width = GENERATE(1, 3, 16), count = GENERATE(1, 2, 5, 9, 13, 17, 23);
  if (count > 9 && rows > 1000) return;  // the plain loops take long
  const Panel Y = panel_of(count, rows, width);
  std::vector<double> inverse(rows);
  for (LocalIndex i = 0; i < rows; ++i) inverse[i] = i % 3 == 0 ? 0.5 : 0.25;
  const Array<double> on_device = to_device(inverse);
  const PanelWeights weights[] = {{.factor = 2}, {on_device, 1}, {on_device, 2}};
  const InnerProducts wanted[] = {{Y, Y, weights[0]}, {Y, Y, weights[1]}, {Y, Y, weights[2]}};
  PinnedSums pinned;
  const std::vector<std::vector<double>> all = inner_products(wanted, pinned);  // in one pass
  for (const int power : {0, 1, 2}) {
    const double factor = power == 0 ? 2 : 1;
    const Gram G(count, width, all[power]);
    bool same = true;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j) {
        const std::vector<double> x = to_host(Y.columns[i].data), y = to_host(Y.columns[j].data);
        for (int column = 0; column < width; ++column) {
          double sum = 0;
          for (LocalIndex row = 0; row < rows; ++row)
            sum += std::pow(inverse[row], -power) * x[row * width + column] * y[row * width + column];
          same = same && G.at(i, j, column) == factor * sum;
        }
      }
    CHECK(same);
    CHECK(inner_products({&wanted[power], 1}, pinned).front() == all[power]);
    CHECK(inner_products({&wanted[power], 1}, pinned, as_in_memory()).front() == all[power]);
  }
  CHECK(weights[0].is_multiple_of({}));
  CHECK_FALSE(weights[0].is_multiple_of(weights[1]));
  CHECK_FALSE(weights[1].is_multiple_of(weights[2]));
}

TEST_CASE("inner products of a panel with its image are those of plain loops, beside others, too", "[panel]") {
  const auto rows = GENERATE(as<LocalIndex>(), 1, 7, 1000, 5003);
  const int width = GENERATE(1, 3), count = GENERATE(1, 2, 5, 11);
  const Panel X = panel_of(count, rows, width);
  Panel Y{{}, "MX"};  // M = diag(1, 2, 3, 1, …)
  for (const Vector& x : X.columns) {
    std::vector<double> y = to_host(x.data);
    for (LocalIndex row = 0; row < rows; ++row)
      for (int column = 0; column < width; ++column) y[row * width + column] *= 1 + row % 3;
    Y.columns.push_back(vector_of(y, rows, width));
  }
  const InnerProducts wanted[] = {{X, Y}, {Y, Y}, {X, X}};
  PinnedSums pinned;
  const std::vector<std::vector<double>> all = inner_products(wanted, pinned);
  for (const int power : {0, 1, 2}) {
    const Gram G(count, width, all[power == 1 ? 0 : power == 2 ? 1 : 2]);
    bool same = true;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j) {
        const std::vector<double> x = to_host(X.columns[i].data), y = to_host(X.columns[j].data);
        for (int column = 0; column < width; ++column) {
          double sum = 0;
          for (LocalIndex row = 0; row < rows; ++row)
            sum += std::pow(1 + row % 3, power) * x[row * width + column] * y[row * width + column];
          same = same && G.at(i, j, column) == sum;
        }
      }
    CHECK(same);
  }
  CHECK(inner_products({wanted, 1}, pinned).front() == all[0]);
  CHECK_FALSE(wanted[0].is_multiple_of(wanted[1]));
  CHECK(wanted[0].is_multiple_of({X, Y, {.factor = 2}}));
}

TEST_CASE("combinations of a panel are assigned at once, where right-hand sides run", "[panel]") {
  const auto rows = GENERATE(as<LocalIndex>(), 1, 33, 1000);
  const int width = GENERATE(1, 3, 4, 16), count = 4;
  const bool all_run = GENERATE(true, false), in_memory = GENERATE(false, true);
  const Panel Y = panel_of(count, rows, width);
  const Vector x = vector_of(random_values(static_cast<std::size_t>(rows) * width, 50), rows, width);
  Coordinates e(count, width), a(count, width), c(count, width);
  for (int k = 0; k < count; ++k)
    for (int j = 0; j < width; ++j) {
      e[k][j] = k + 2 * j;
      a[k][j] = 3 - k + j;
      c[k][j] = k == j ? 1 : -2;
    }
  Scalars running(width, 1);
  if (width > 1 && !all_run) running[1] = 0;
  std::vector<std::vector<double>> before;
  for (const Vector& y : Y.columns) before.push_back(to_host(y.data));
  const std::vector<double> x_before = to_host(x.data);
  assign({{x, "x", PanelAssign::From::old_value, Y * e},
          {Y.columns[0], "p", PanelAssign::From::nothing, Y * a},
          {Y.columns[2], "r", PanelAssign::From::nothing, Y * c}},
         running, in_memory ? as_in_memory() : Execution{});
  const std::vector<double> after[] = {to_host(x.data), to_host(Y.columns[0].data), to_host(Y.columns[2].data)};
  const std::vector<double>* old[] = {&x_before, &before[0], &before[2]};
  const Coordinates* by[] = {&e, &a, &c};
  bool same = true;
  for (int t = 0; t < 3; ++t)
    for (std::size_t at = 0; at < x_before.size(); ++at) {
      const int j = static_cast<int>(at % width);
      double sum = t == 0 ? x_before[at] : 0;
      for (int k = 0; k < count; ++k) sum += (*by[t])[k][j] * before[k][at];
      same = same && after[t][at] == (running[j] == 0 ? (*old[t])[at] : sum);
    }
  CHECK(same);
  CHECK(to_host(Y.columns[1].data) == before[1]);
}
