// The sums of a solve, and the product that goes with them.
#pragma once
#include <memory>

#include "miniapp/system/embedded_matrix.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// A reduction; where it carries ghosts, also the routes of these, and the product that counts on them.
struct Sums {
  std::unique_ptr<EmbeddedHalo> halo;
  std::unique_ptr<Reduction> reduction;
  std::unique_ptr<EmbeddedMatrix> matrix;

  /// The product to solve with, where `plain` is the one that exchanges its halo itself.
  [[nodiscard]] const Operator& product(const Operator& plain) const { return matrix == nullptr ? plain : *matrix; }
  /// Ghosts on which sweeps have to run.
  [[nodiscard]] LocalIndex fused_ghosts(const System& system) const { return matrix == nullptr ? 0 : system.ghosts; }
};

/// How sums over ranks are computed.
struct SumChoice {
  ReductionKind kind = ReductionKind::blocking;
  Mapping mapping = Mapping::klr;  ///< of embedded ones
  EmulatedNetwork network{};       ///< whose time they take
};

/// Sums for solves with A and M, which must outlive them, as must the system. Collective.
[[nodiscard]] Sums choose_sums(const SumChoice& choice, const System& system, const DistributedMatrix& A,
                               const Preconditioner& M, const Communicator& ranks);

}  // namespace minikrylov
