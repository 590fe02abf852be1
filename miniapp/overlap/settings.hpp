// What a user asks for of `minikrylov overlap`.
#pragma once
#include <optional>
#include <string>

#include "miniapp/overlap/measure.hpp"
#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// What is done: all, or the pre-flight check alone.
enum class OverlapExtent { all, preflight };

/// An `overlap` job that makes sense.
struct OverlapOptions {
  OverlapExtent extent = OverlapExtent::all;
  OverlapPlan plan;
  std::optional<std::string> file;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
