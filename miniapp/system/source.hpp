// Where a system comes from: a problem on a grid, or a matrix in a file.
#pragma once
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "miniapp/settings/problem_options.hpp"
#include "miniapp/system/description.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// What is to be built, and from what.
struct SystemSource {
  ProblemOptions problem;
  PartitionOptions partition;
  std::vector<std::string_view> symmetric_only{};  ///< names of what is refused where a matrix is not symmetric
};

/// A system, and what was found out on the way.
struct SourcedSystem {
  System system;
  SystemDescription description;
  SigmaComparison sigmas;  ///< empty unless the rows have many lengths
};

/// Assembles or reads, distributes, orders and converts. Collective. A matrix is read and partitioned on rank 0. Throws
/// a SetupError on all ranks if the file, the partition or the matrix does not suit: a matrix that is not symmetric is
/// refused if something needs a symmetric one, unless the options say otherwise.
[[nodiscard]] SourcedSystem build_system(const SystemSource& source, const MatrixLayout& layout, GpuAwareMpi gpu_aware,
                                         const Communicator& ranks);

}  // namespace minikrylov
