// Whether the result of an acceptance run is valid, and whether it meets what was required.
#pragma once
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// Seconds that all timed sets together must have been asked for, and must have taken.
inline constexpr double minimum_timed_seconds = 60;

/// Why the result is not valid, one reason each; none: it is.
[[nodiscard]] std::vector<std::string> objections_to(const AcceptRecord& record);

/// The last line: "miniKrylov result is VALID, FOM 12.34 GB/s", or "miniKrylov result is INVALID: <reasons>". It does
/// not change within a major version.
[[nodiscard]] std::string result_line(const AcceptRecord& record);

enum class Acceptance { accepted, refused };

/// Accepted: valid, and nothing that was required is missed.
[[nodiscard]] Acceptance acceptance_of(const AcceptRecord& record);

}  // namespace minikrylov
