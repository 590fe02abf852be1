// The models' view of a solve in a results file, from its own counts and bandwidths.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/reader.hpp"

namespace minikrylov {

/// The method from the catalogue, executed as recorded in the solve: formulation, grouping, norm, kind of M, steps.
/// Throws a SetupError if there is no such method.
[[nodiscard]] MethodShape shape_of(const MeasuredSolve& solve);

/// Seconds per iteration of `solve`, whose method has the given shape, on `machine`. Bytes are those counted by the
/// solve, at the bandwidth measured beside it; the shape gives the order in which they are moved, and hence what hides
/// each sum and how much of it. Blocking sums are not hidden. An emulated network adds its time to each sum and each
/// halo exchange, without processor time, so γ multiplies only the time of the sum without it. While a rank waits
/// for it, others that share its processor or its memory work faster: if a rank alone is s times as fast as beside all
/// others, work takes (1 + (s - 1) u) / s of the time that it takes them all together, where u is the part of an
/// iteration in which a rank works (P. J. Schweitzer's approximation of mean value analysis, 1979, of a processor
/// shared by s ranks; of memory, s is what the machine measured of one rank alone). Powers of A in tiles move the
/// matrix once, and take what set-up measured of their products in caches, at any bandwidth of memory. Gram matrices
/// take at least the time of their arithmetic, unless made beside products. LogGOPS adds noise: the machine's and the
/// emulated one, as exponential.
[[nodiscard]] double predicted_seconds(const MeasuredSolve& solve, const MethodShape& shape,
                                       const MachineModel& machine, TimeModel model);

}  // namespace minikrylov
