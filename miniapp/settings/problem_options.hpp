// User settings of the problem and of the distribution of its rows.
#pragma once
#include <optional>
#include <string>

#include "miniapp/settings/names.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

struct ProblemOptions {
  ProblemKind kind = ProblemKind::poisson3d_7;
  GridSize size{64, 64, 64};
  ProblemParameters parameters{};
  std::string matrix_file{};  ///< of matrix-market
  SymmetryCheck symmetry = SymmetryCheck::required;
};

struct PartitionOptions {
  std::optional<GridSize> ranks_grid{};  ///< of a grid; unset: the partition chooses
  RowDistribution rows = RowDistribution::boxes;
  std::string file{};  ///< that assigns rows to ranks
};

}  // namespace minikrylov
