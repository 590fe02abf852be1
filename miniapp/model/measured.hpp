// The models' view of a solve in a results file, from its own counts and bandwidths.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/reader.hpp"

namespace minikrylov {

/// The method as the catalogue has it, executed as the solve says: formulation, grouping, norm, kind of M, steps.
/// Throws a SetupError if there is no such method.
[[nodiscard]] MethodShape shape_of(const MeasuredSolve& solve);

/// Seconds per iteration of `solve`, whose method has the given shape, on `machine`. Bytes are those that the solve has
/// counted, at the bandwidth measured beside it; the shape says in which order it moves them, and so what hides sums
/// and by how much. Blocking sums hide nothing. An emulated network adds its time to each sum and each halo exchange,
/// without processor time, so γ multiplies only what the sum takes without it. LogGOPS adds noise: the machine's and
/// the emulated one, as exponential.
[[nodiscard]] double predicted_seconds(const MeasuredSolve& solve, const MethodShape& shape,
                                       const MachineModel& machine, TimeModel model);

}  // namespace minikrylov
