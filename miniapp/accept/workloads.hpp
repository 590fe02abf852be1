// The fixed workloads of an acceptance run: what is solved, at which size, and which parts form the figure of merit.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// A family of systems and the classical method that solves it with Jacobi, whose iteration counts do not depend on the
/// partition.
struct AcceptWorkload {
  ProblemKind problem;
  std::string_view classical;
  MatrixFormat format;
};

inline constexpr std::array workloads{
    AcceptWorkload{ProblemKind::poisson3d_7, "pcg", MatrixFormat::sell},
    AcceptWorkload{ProblemKind::poisson3d_27, "pcg", MatrixFormat::sell},
    AcceptWorkload{ProblemKind::elasticity3d, "pcg", MatrixFormat::sell_block},
    AcceptWorkload{ProblemKind::convection_diffusion, "pbicgstab", MatrixFormat::sell},
};

/// Right-hand sides solved together on large systems.
inline constexpr std::array timed_widths{1, 16};

/// The relative residual that ends each solve: the fixed accuracy.
inline constexpr double accept_rtol = 1e-8;

/// What is timed separately, by the classical method and by the best variant.
struct Part {
  std::size_t workload;  ///< index in the list
  SystemScale scale = SystemScale::large;
  int rhs = 1;
};

/// Each workload with each width on the large system; poisson3d-7 and convection-diffusion also on the small one.
[[nodiscard]] std::vector<Part> parts_of_merit();

/// "poisson3d-7-m16", "poisson3d-7-small".
[[nodiscard]] std::string name_of(const Part& part);

/// What sizes depend on.
struct Resources {
  int ranks = 1, threads = 1;  ///< threads of each rank
  double bytes_per_rank = 0;   ///< free memory
};

/// Points in each direction of the large and the small system of each workload.
struct PlannedSizes {
  std::array<int, workloads.size()> large{}, small{};
};

/// Large: the cube of 8k points per direction (at least 16) whose matrix, at 12 bytes per nonzero, comes closest to
/// 16 MiB per thread of all ranks (on a GPU 1 GiB per rank); halved repeatedly while the run would take more than half
/// of the free memory. Small: the smallest cube with 1000 points per rank, at least 16³.
[[nodiscard]] PlannedSizes plan_sizes(const Resources& resources);

/// Approximate bytes per rank of a run with these sizes.
[[nodiscard]] double bytes_needed(const PlannedSizes& sizes, int ranks);

}  // namespace minikrylov
