// What has to be known of the message library before times mean anything.
#pragma once
#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// Is MPI_Iallreduce right (in place and not, host and device, 1 to 64 doubles), which threads may call the library,
/// and does a non-blocking sum progress without help. Takes less than a second. Collective; the same on all ranks.
[[nodiscard]] std::vector<PreflightRow> preflight(const Communicator& ranks);

/// The same as lines of a report.
[[nodiscard]] std::string report_preflight(const std::vector<PreflightRow>& rows);

}  // namespace minikrylov
