// A merging job from the options to its table.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/merging/record.hpp"
#include "miniapp/merging/settings.hpp"

namespace minikrylov {

/// Measures all groups of updates in memory and in cache. Collective; the same on all ranks.
[[nodiscard]] MergingRecord run_merging_job(const MergingOptions& options, RunRecord metadata,
                                            const Communicator& ranks);

/// A table, and what it says about merging.
[[nodiscard]] std::string report(const MergingRecord& record);

}  // namespace minikrylov
