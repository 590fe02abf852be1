// User settings of `minikrylov merging`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// A consistent `merging` job.
struct MergingOptions {
  std::vector<int> rhs{};             ///< m: numbers of right-hand sides
  std::optional<double> in_memory{};  ///< numbers in a vector of each rank; unset: by the caches
  std::optional<double> in_cache{};   ///< likewise
  int samples = 30;
  std::optional<std::string> file{};
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
