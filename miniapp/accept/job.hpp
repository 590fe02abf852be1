// An acceptance run from the options to the record and its report.
#pragma once
#include "miniapp/accept/record.hpp"
#include "miniapp/accept/settings.hpp"

namespace minikrylov {

/// Header, set-up, validation, timed sets, figure of merit, verdict. Collective; the same on all ranks.
[[nodiscard]] AcceptRecord run_accept_job(const AcceptOptions& options, RunRecord metadata, const Communicator& ranks);

/// The phases in order, with everything needed to repeat the run; the last line is result_line().
[[nodiscard]] std::string report(const AcceptRecord& record);

}  // namespace minikrylov
