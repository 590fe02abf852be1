// A system of an acceptance run, ready for repeated solves.
#pragma once
#include <memory>

#include "miniapp/accept/settings.hpp"
#include "miniapp/accept/workloads.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/system/operators.hpp"
#include "miniapp/system/source.hpp"

namespace minikrylov {

/// A, distributed over all ranks. Set-up is collective. Neither copyable nor movable: the matrix refers to the system.
class Bench {
 public:
  Bench(ProblemKind problem, int points, const MatrixLayout& layout, const Communicator& ranks);
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  [[nodiscard]] const System& system() const { return sourced_.system; }
  [[nodiscard]] const DistributedMatrix& A() const { return A_; }
  [[nodiscard]] const SystemRow& row() const { return row_; }  ///< without its scale

 private:
  double began_;
  SourcedSystem sourced_;
  DistributedMatrix A_;
  SystemRow row_;
};

/// All systems of the run.
struct Benches {
  std::vector<std::unique_ptr<Bench>> large, small;

  [[nodiscard]] const Bench& of(const Part& part) const {
    return *(part.scale == SystemScale::large ? large : small)[part.workload];
  }
};

/// Sets up all systems. Collective.
[[nodiscard]] Benches set_up(const PlannedSizes& sizes, const Communicator& ranks);

/// What all solves of an acceptance run share. Everything must outlive them.
struct AcceptSurroundings {
  const AcceptOptions& options;
  const Communicator& ranks;
  const CommonTriad& triad;     ///< measured beside timed solves
  const CommonTriad& no_triad;  ///< for solves whose times do not count
  ProgressLine& progress;
  Progress moves_messages{};  ///< in timed solves
};

/// How methods run in an acceptance run, on the real network.
[[nodiscard]] MethodOptions accept_method(int rhs, ReductionKind reduction);

/// The matrix layout of workloads.
[[nodiscard]] MatrixLayout accept_layout(MatrixFormat format);

}  // namespace minikrylov
