// The pre-flight check of the MPI library: correctness, threads and progress, before times are interpreted.
#pragma once
#include <string_view>

#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// The finding if sums are wrong.
inline constexpr std::string_view wrong_sums = "WRONG SUMS";

/// Checks whether MPI_Iallreduce is correct (first with two buffers in host memory; in place and not, host and device,
/// 1 to 64 doubles), whether all reductions round alike, and to the same bits on all ranks, whether puts arrive, which
/// threads may call MPI, whether a non-blocking reduction progresses by itself, which ranks share hardware threads, and
/// whether there are enough of them. Takes less than a second. Collective; the same on all ranks.
[[nodiscard]] std::vector<PreflightRow> preflight(const Communicator& ranks);

/// The results as lines of a report.
[[nodiscard]] std::string report_preflight(const std::vector<PreflightRow>& rows);

}  // namespace minikrylov
