// An overlap job from the options to the record and its report.
#pragma once
#include "miniapp/overlap/settings.hpp"

namespace minikrylov {

/// Collective; the same on all ranks.
[[nodiscard]] OverlapRecord run_overlap_job(const OverlapOptions& options, RunRecord metadata,
                                            const Communicator& ranks);

/// The printed report.
[[nodiscard]] std::string report(const OverlapRecord& record);

}  // namespace minikrylov
