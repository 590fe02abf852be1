// The options of `minikrylov overlap`.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "miniapp/overlap/measure.hpp"
#include "miniapp/results/results.hpp"
#include "problems/require.hpp"

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

/// Reads the words after "overlap", on so many ranks: a job, or a help text. Complaints, not exceptions.
[[nodiscard]] std::variant<OverlapOptions, std::string> parse_overlap(std::span<const std::string> words, int ranks,
                                                                      Complaints& complaints);

}  // namespace minikrylov
