// The error of a solution, where the exact one is known.
#pragma once
#include <optional>

#include "miniapp/methods/running/true_residual.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {

/// The maximum of ‖x - exact‖ / ‖exact‖ over columns with a known solution; empty without any. If A maps constants to
/// zero, means are removed from both. Collective.
[[nodiscard]] std::optional<double> relative_error(const Vector& x, const RightHandSides& sides,
                                                   const Communicator& ranks);

}  // namespace minikrylov
