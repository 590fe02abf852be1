// The fixed list of an acceptance run: what is solved, how large it is, and which parts make the figure of merit.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// A family of systems, and the classical method that solves it, with Jacobi: its iterations do not depend on the
/// partition.
struct AcceptWorkload {
  ProblemKind problem;
  std::string_view classical;
};

inline constexpr std::array workloads{
    AcceptWorkload{ProblemKind::poisson3d_7, "pcg"},
    AcceptWorkload{ProblemKind::poisson3d_27, "pcg"},
    AcceptWorkload{ProblemKind::elasticity3d, "pcg"},
    AcceptWorkload{ProblemKind::convection_diffusion, "pbicgstab"},
};

/// The candidate formats of a workload; the fastest is used.
[[nodiscard]] std::span<const MatrixFormat> formats_for(ProblemKind problem);

/// Right-hand sides solved together on large systems.
inline constexpr std::array timed_widths{1, 16};

/// The residual that ends each solve, relative to ‖b‖: the fixed accuracy.
inline constexpr double accept_rtol = 1e-8;

/// A system is large if each iteration moves at least this multiple of the cache capacity.
inline constexpr double times_caches = 4;

/// Vectors that each iteration of every method reads or writes: the lower bound used for the size of a system.
inline constexpr int working_vectors = 4;

/// A part of the figure of merit: timed separately, by the classical method and by the best variant.
struct Part {
  std::size_t workload;  ///< its place in the list
  SystemScale scale = SystemScale::large;
  int rhs = 1;
};

/// Each workload with each width on large systems; Poisson (7 points) and convection-diffusion on small ones.
[[nodiscard]] std::vector<Part> parts_of_merit();

/// "poisson3d-7-m16", "poisson3d-7-small".
[[nodiscard]] std::string name_of(const Part& part);

/// The resources on which the sizes depend.
struct Resources {
  int ranks = 1, threads = 1;  ///< threads of each rank
  double bytes_per_rank = 0;   ///< free memory
  double cache_bytes = 0;      ///< of all ranks together; 0: not known
  double seconds = 0;          ///< of all timed sets
};

/// Points in each direction: one number per part, and that of the systems of the validation.
struct PlannedSizes {
  std::vector<int> parts;
  int validation = 0;
};

/// Large: the smallest cube, a multiple of 4 and at least 16 points per side, whose iterations move four times the
/// cache capacity (on a GPU, 1 GiB per rank; where cache sizes are unknown, 64 MiB per thread). Less in proportion if
/// less than the minimum time was requested, and then halved until all systems fit in half of the free memory. Small:
/// the smallest cube with 1000 points per rank, at least 16³.
[[nodiscard]] PlannedSizes plan_sizes(const Resources& resources);

/// Every system with `points` points in each direction.
[[nodiscard]] PlannedSizes same_sizes(int points);

/// Estimated memory per rank, in bytes, of a run with these sizes.
[[nodiscard]] double bytes_needed(const PlannedSizes& sizes, const Resources& resources);

/// Estimated seconds of each phase after set-up.
struct ExpectedSeconds {
  double validation = 0, trials = 0, timed = 0, closing = 0;
  [[nodiscard]] double total() const { return validation + trials + timed + closing; }
};

/// How fast this machine is, as measured until the end of set-up.
struct Pace {
  double triad = 0;                       ///< bytes per second
  std::vector<double> product_seconds{};  ///< of each part, with its right-hand sides
};

/// Estimated from products as measured, and from the bytes of vectors.
[[nodiscard]] ExpectedSeconds expected_seconds(const PlannedSizes& sizes, double timed_seconds, const Pace& pace);

/// Elements of the triad's arrays over all ranks: large enough that these, too, are four times the caches.
[[nodiscard]] Offset triad_elements(const Resources& resources);

}  // namespace minikrylov
