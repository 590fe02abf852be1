// Where a system comes from: a problem on a grid, or a matrix in a file.
#pragma once
#include "comm/communicator.hpp"
#include "miniapp/cli/options.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// A system, and what was found out on the way.
struct SourcedSystem {
  System system;
  ProblemRecord problem;
  SigmaRecord sigmas;  ///< empty unless the rows have many lengths
};

/// Assembles or reads, distributes, orders and converts. Collective. A matrix is read and partitioned on rank 0. Throws
/// a SetupError on all ranks if the file, the partition or the matrix does not suit: a matrix that is not symmetric is
/// refused if a method or a preconditioner needs a symmetric one, unless the options say otherwise.
[[nodiscard]] SourcedSystem build_system(const SolveOptions& options, const MatrixLayout& layout,
                                         const Communicator& ranks);

}  // namespace minikrylov
