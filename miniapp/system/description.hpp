// Properties of a system once it has been built: plain data.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/settings/names.hpp"
#include "miniapp/settings/vector_options.hpp"
#include "problems/grid.hpp"

namespace minikrylov {

struct SystemDescription {
  ProblemKind problem = ProblemKind::poisson3d_7;
  std::optional<GridSize> size{};            ///< of the grid, if any
  std::optional<std::string> matrix_file{};  ///< without a grid
  std::optional<double> peclet{};
  std::int64_t rows = 0, nonzeros = 0;
  std::optional<int> matrix_exponent{}, rhs_exponent{};  ///< of the ScaleExponents, where it changes something
  std::optional<Nullspace> nullspace{};                  ///< where the rows of the matrix show one
  RhsSource rhs_source = RhsSource::problem;
  std::optional<std::string> rhs_file{};
  std::optional<int> rhs_seed{};  ///< where it is random
  SolutionSource solution_source = SolutionSource::none;
  std::optional<std::string> solution_file{};
  GuessSource initial_guess = GuessSource::zero;
  std::optional<std::string> initial_guess_file{};
  std::optional<int> initial_guess_seed{};  ///< where it is random
  double assembly_seconds = 0;
  RowDistribution distribution = RowDistribution::boxes;
  std::optional<GridSize> ranks_grid{};
  std::int64_t rows_minimum = 0, rows_maximum = 0;  ///< over ranks
  std::int64_t ghosts_maximum = 0;
  int neighbours_maximum = 0;
  std::int64_t values_sent = 0, values_sent_maximum = 0;      ///< per halo exchange: by all ranks, by the busiest
  std::int64_t messages_sent = 0, messages_sent_maximum = 0;  ///< same
};

/// The padding of SELL for several σ: stored entries per matrix entry.
struct SigmaComparison {
  std::vector<int> tried;
  std::vector<double> padding;
  std::optional<int> best;  ///< the smallest whose padding is close to the minimum
};

}  // namespace minikrylov
