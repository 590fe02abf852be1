// What the settings of a job ask of the system that it solves.
#pragma once
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/system/operators.hpp"
#include "miniapp/system/source.hpp"

namespace minikrylov {

/// Where the system comes from, and which methods and preconditioners need it symmetric.
[[nodiscard]] SystemSource source_of(const ProblemOptions& problem, const PartitionOptions& partition,
                                     const MethodOptions& method);

/// How the matrix is ordered and stored, and what has to be kept for preconditioners.
[[nodiscard]] MatrixLayout layout_of(const MatrixOptions& matrix, const OrderingOptions& ordering,
                                     const MethodOptions& method);

/// How products with `width` vectors hide their halo; measures the size of chunks where nobody gave it. Collective.
[[nodiscard]] HaloOverlap overlap_of(const HaloOptions& options, const System& system, int width,
                                     const Communicator& ranks);

}  // namespace minikrylov
