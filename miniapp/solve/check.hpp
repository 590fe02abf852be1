// The error of a solution, where the exact one is known.
#pragma once
#include <cstdint>
#include <optional>

#include "miniapp/methods/running/outcome.hpp"
#include "miniapp/methods/running/run_method.hpp"
#include "miniapp/methods/running/true_residual.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {

/// The maximum of ‖x - exact‖ / ‖exact‖ over columns with a known solution, of ‖x‖ where that is zero; empty without
/// any. If A maps constants to zero, means are removed from both. Collective.
[[nodiscard]] std::optional<double> relative_error(const Vector& x, const RightHandSides& sides,
                                                   const Communicator& ranks);

/// The digest of the estimated spectrum, all residuals and endings, and x on this rank: equal for repeated solves of
/// the same system by the same program. Not collective.
[[nodiscard]] std::uint64_t digest_of(const MethodRun& run, const Outcome& outcome);

}  // namespace minikrylov
