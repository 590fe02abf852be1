// What a user asks for about the problem, and about who owns which rows.
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
  std::optional<GridSize> ranks_grid{};  ///< of a grid; unset: chosen by the partition
  RowDistribution rows = RowDistribution::boxes;
  std::string file{};  ///< that says who owns which row
};

}  // namespace minikrylov
