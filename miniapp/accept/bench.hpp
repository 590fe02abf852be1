// A system of an acceptance run, ready for repeated solves.
#pragma once
#include <memory>

#include "miniapp/accept/workloads.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/source.hpp"

namespace minikrylov {

/// The parameters of a bench.
struct BenchPlan {
  ProblemKind problem = ProblemKind::poisson3d_7;
  int points = 0, rhs = 1;
  MatrixFormat format = MatrixFormat::sell;
  Tuning tuning{};
};

/// A x = b, distributed over all ranks. Neither copyable nor movable: the matrix refers to the system.
class Bench {
 public:
  /// Collective.
  Bench(const BenchPlan& plan, const Communicator& ranks);
  Bench(const BenchPlan& plan, const MatrixLayout& layout, const Communicator& ranks);
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  [[nodiscard]] const BenchPlan& plan() const { return plan_; }
  [[nodiscard]] const System& system() const { return sourced_.system; }
  [[nodiscard]] const DistributedMatrix& A() const { return A_; }
  [[nodiscard]] const RightHandSides& sides() const { return sides_; }
  [[nodiscard]] const SystemRow& row() const { return row_; }  ///< complete except for its scale
  /// Digests of this rank's read-only data (matrix, diagonal, right-hand sides): now, and when constructed. Not
  /// collective.
  [[nodiscard]] std::uint64_t digest_now() const;
  [[nodiscard]] std::uint64_t digest_made() const { return digest_; }

 private:
  double began_;
  BenchPlan plan_;
  SourcedSystem sourced_;
  DistributedMatrix A_;
  RightHandSides sides_;
  SystemRow row_;
  std::uint64_t digest_ = 0;
};

/// "poisson3d-7, 64³, 16 right-hand sides".
[[nodiscard]] std::string name_of(const BenchPlan& plan);

/// One bench per part of the figure of merit, and what was recorded during set-up.
struct Benches {
  std::vector<std::unique_ptr<Bench>> of_parts;
  std::vector<SystemRow> systems{};
  std::vector<FormatTrialRow> formats{};
  std::vector<double> product_seconds{};  ///< of each part's product, with its right-hand sides
  std::vector<CheckRow> checks{};         ///< whether systems that are set up twice are bitwise equal
};

/// Sets up each system twice, in the format whose products are fastest. `cache_bytes`: caches of all ranks together.
/// Collective.
[[nodiscard]] Benches set_up(const PlannedSizes& sizes, const Tuning& tuning, double cache_bytes,
                             const Communicator& ranks, ProgressLine& progress);

/// What all solves of an acceptance run share. The references must outlive it.
struct AcceptSurroundings {
  const Communicator& ranks;
  const CommonTriad& triad;     ///< measured beside timed solves
  const CommonTriad& no_triad;  ///< for solves that are not timed
  ProgressLine& progress;
  NetworkOptions network{};               ///< of trials and timed solves
  std::optional<int> fixed_iterations{};  ///< of these; unset: until convergence
  Progress moves_messages{};              ///< for these
  double known_triad = 0;  ///< bytes per second, used if timed sets are too short to measure the triad beside them
};

/// How a method is run in an acceptance run.
[[nodiscard]] MethodOptions accept_method(int rhs, ReductionKind reduction);

/// The layout in which workloads are stored.
[[nodiscard]] MatrixLayout accept_layout(MatrixFormat format);

}  // namespace minikrylov
