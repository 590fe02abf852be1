// Whether the result of an acceptance run is valid, and whether it meets the requirements.
#pragma once
#include <cstddef>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// The minimum total time of all timed sets, both requested and measured.
inline constexpr double minimum_timed_seconds = 60;

/// How many systems had compressed matrices: none, by the rules.
[[nodiscard]] std::ptrdiff_t compressed_systems(const AcceptRecord& record);

/// The reasons why the result is invalid; empty if it is valid.
[[nodiscard]] std::vector<std::string> objections_to(const AcceptRecord& record);

/// What the run took longer or shorter for than it had announced: timed sets by more than a tenth of the time asked
/// for, the whole run by more than a factor of 1.5. Times are no fault of the machine, so this refuses nothing.
[[nodiscard]] std::vector<std::string> remarks_on_time(const AcceptRecord& record);

/// The last line: "miniKrylov result is VALID, FOM 12.34 GB/s" or "miniKrylov result is INVALID: <reasons>". Its format
/// does not change within a major version.
[[nodiscard]] std::string result_line(const AcceptRecord& record);

enum class Acceptance { accepted, refused };

/// Accepted: valid, with all requirements met.
[[nodiscard]] Acceptance acceptance_of(const AcceptRecord& record);

}  // namespace minikrylov
