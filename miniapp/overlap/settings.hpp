// User settings of `minikrylov overlap`.
#pragma once
#include <optional>
#include <string>

#include "miniapp/overlap/measure.hpp"
#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// What to run: everything, or only the pre-flight check.
enum class OverlapExtent { all, preflight };

/// A consistent `overlap` job.
struct OverlapOptions {
  OverlapExtent extent = OverlapExtent::all;
  OverlapPlan plan;
  std::optional<std::string> file;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
