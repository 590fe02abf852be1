// Where a system comes from: a problem on a grid, or a matrix in a file.
#pragma once
#include <string_view>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/settings/problem_options.hpp"
#include "miniapp/system/description.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// What to build, and from what.
struct SystemSource {
  ProblemOptions problem;
  PartitionOptions partition;
  std::vector<std::string_view> symmetric_only{};  ///< methods and preconditioners to refuse if A is not
};

/// The rows of a system, and its properties known before it is built.
struct SourcedRows {
  AssembledRows rows;
  SystemDescription description;
};

/// A system, and its properties found while building it.
struct SourcedSystem {
  System system;
  SystemDescription description;
  SigmaComparison sigmas;  ///< empty unless row lengths vary
};

/// Assembles or reads, and distributes. A matrix from a file is read and partitioned on rank 0. Collective. Throws a
/// SetupError on all ranks if the file, the partition or the matrix is unsuitable; a nonsymmetric matrix is refused if
/// something needs a symmetric one, unless the options say otherwise.
[[nodiscard]] SourcedRows source_rows(const SystemSource& source, const Communicator& ranks);

/// Scales, orders and converts them, and describes the system. Collective. Throws as scaled() does.
[[nodiscard]] SourcedSystem build_system(SourcedRows sourced, const MatrixLayout& layout, GpuAwareMpi gpu_aware,
                                         const Communicator& ranks);

/// All of this. Collective.
[[nodiscard]] SourcedSystem build_system(const SystemSource& source, const MatrixLayout& layout, GpuAwareMpi gpu_aware,
                                         const Communicator& ranks);

}  // namespace minikrylov
