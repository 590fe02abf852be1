// The fixed list of an acceptance run: what is solved, how large it is, and which parts make the figure of merit.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// A family of systems, and the classical method that solves it, with Jacobi: its iterations do not depend on the
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

/// The residual that ends each solve, relative to ‖b‖: the fixed accuracy.
inline constexpr double accept_rtol = 1e-8;

/// What is timed by itself, by the classical method and by the best variant.
struct Part {
  std::size_t workload;  ///< its place in the list
  SystemScale scale = SystemScale::large;
  int rhs = 1;
};

/// Each workload with each width on the large system; Poisson (7 points) and convection-diffusion on the small one.
[[nodiscard]] std::vector<Part> parts_of_merit();

/// "poisson3d-7-m16", "poisson3d-7-small".
[[nodiscard]] std::string name_of(const Part& part);

/// What the sizes depend on.
struct Resources {
  int ranks = 1, threads = 1;  ///< threads of each rank
  double bytes_per_rank = 0;   ///< free memory
};

/// Points in each direction of the large and the small system of each workload.
struct PlannedSizes {
  std::array<int, workloads.size()> large{}, small{};
};

/// Large: the cube, 8k points a direction and at least 16, whose matrix has nearest to 16 MiB a thread of all ranks (on
/// a GPU 1 GiB a rank) as 12 bytes a nonzero; half of that, again and again, while all would take more than half of the
/// free memory. Small: the smallest cube of 1000 points a rank, at least 16³.
[[nodiscard]] PlannedSizes plan_sizes(const Resources& resources);

/// Bytes a rank that a run with these sizes takes, about.
[[nodiscard]] double bytes_needed(const PlannedSizes& sizes, int ranks);

}  // namespace minikrylov
