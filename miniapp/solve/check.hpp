// What a solution is worth: its true residual, and its error where the solution is known.
#pragma once
#include <optional>

#include "miniapp/methods/running/true_residual.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {

/// The largest ‖x - exact‖ / ‖exact‖ of the columns whose solution is known; empty if there is none. Collective.
[[nodiscard]] std::optional<double> relative_error(const Vector& x, const RightHandSides& sides,
                                                   const Communicator& ranks);

}  // namespace minikrylov
