// The reduction of a solve, and the product that goes with it.
#pragma once
#include <memory>

#include "comm/reduction/progress.hpp"
#include "miniapp/system/product/embedded_matrix.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// A reduction; where it carries ghosts, also their routes and the product that relies on them.
struct Sums {
  std::unique_ptr<EmbeddedHalo> halo;
  std::unique_ptr<Reduction> reduction;
  std::unique_ptr<EmbeddedMatrix> matrix;

  /// The product to solve with; `plain` exchanges its own halo.
  [[nodiscard]] const Operator& product(const Operator& plain) const { return matrix == nullptr ? plain : *matrix; }
  /// Number of ghosts on which fused kernels must also run.
  [[nodiscard]] LocalIndex fused_ghosts(const System& system) const { return matrix == nullptr ? 0 : system.ghosts; }
};

/// How sums over ranks are computed.
struct SumChoice {
  ReductionKind kind = ReductionKind::blocking;
  Mapping mapping = Mapping::klr;  ///< of an embedded reduction
  EmulatedNetwork network{};       ///< under which they run
  Progress progress{};             ///< what polls them, unless embedded
};

/// The reduction for solves with A and M, which must outlive it, as must the system. Collective.
[[nodiscard]] Sums choose_sums(const SumChoice& choice, const System& system, const DistributedMatrix& A,
                               const Preconditioner& M, const Communicator& ranks);

}  // namespace minikrylov
