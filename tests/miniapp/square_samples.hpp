// A small square with vectors of its points, and their files.
#pragma once
#include <string>
#include <vector>

#include "miniapp/settings/solve_options.hpp"
#include "problems/market/writer.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov::test {

inline constexpr LocalIndex grid_x = 9, grid_y = 8;
inline constexpr int grid_rows = grid_x * grid_y;
using Columns = std::vector<std::vector<double>>;

/// Columns that are neither smooth nor random.
inline Columns bumps(int columns) {
  Columns x(static_cast<std::size_t>(columns), std::vector<double>(grid_rows));
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < grid_rows; ++i) x[j][i] = 1 + (i * 37 % 11) * 0.25 + j * (i % 3);
  return x;
}

/// A x by the definition of poisson2d-5.
inline Columns five_point_product(const Columns& x) {
  Columns b;
  for (const std::vector<double>& of : x) {
    std::vector<double> column;
    for (int y = 0; y < grid_y; ++y)
      for (int k = 0; k < grid_x; ++k) {
        const auto at = [&](int dx, int dy) {
          return k + dx < 0 || k + dx >= grid_x || y + dy < 0 || y + dy >= grid_y ? 0 : of[(y + dy) * grid_x + k + dx];
        };
        column.push_back(4 * at(0, 0) - at(-1, 0) - at(1, 0) - at(0, -1) - at(0, 1));
      }
    b.push_back(column);
  }
  return b;
}

inline std::string array_file(const TemporaryFolder& folder, const std::string& name, const Columns& columns) {
  std::string text = market_array_head("a test", grid_rows, static_cast<int>(columns.size()));
  for (const std::vector<double>& column : columns)
    for (const double value : column) append_market_value(text, value);
  return folder.write(name, text);
}

inline SolveOptions small_square(std::vector<std::string_view> methods) {
  SolveOptions options;
  options.problem = {.kind = ProblemKind::poisson2d_5, .size = {grid_x, grid_y, 1}};
  for (const std::string_view name : methods) options.method.methods.push_back({name, PreconditionerChoice::none});
  options.run = {.repetitions = 1, .warm_up = 0};
  return options;
}

}  // namespace minikrylov::test
