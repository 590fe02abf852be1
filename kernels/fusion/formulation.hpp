// How lists of statements are executed.
#pragma once
#include "kernels/core/precision.hpp"
#include "kernels/core/tuning.hpp"

namespace minikrylov {

class ProgressHook;

enum class Formulation {
  merged,         ///< fused kernels over as many statements as possible
  basic,          ///< one kernel per statement
  kokkos_kernels  ///< Kokkos Kernels' BLAS, one or more calls per statement
};

/// Which statements around a product run on its row blocks while these are in cache.
enum class Fuse {
  yes,     ///< those after it on the block just written, updates before it by look-ahead (see BlockSchedule)
  behind,  ///< those after it
  no
};

/// Whether the merged formulation starts a new fused kernel at a `cut`, where it could continue the same one.
enum class Grouping {
  minimum,  ///< no: moves the minimum number of vectors
  paper     ///< yes: groups statements as the paper does
};

/// The norm of r computed by squared_norm(r, u), with u = M⁻¹ r.
enum class ResidualNorm {
  unpreconditioned,  ///< (r,r)
  natural,           ///< (r,u)
  preconditioned     ///< (u,u)
};

/// How the statements of any method are executed.
struct Execution {
  Formulation formulation = Formulation::merged;
  Fuse fuse = Fuse::yes;
  Grouping grouping = Grouping::minimum;
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  int fused_ghosts = 0;              ///< ghost rows on which fused kernels run as well; they do not count in sums
  ProgressHook* progress = nullptr;  ///< polled in loops over rows on a host, unless null
  Tuning tuning{};
  /// Of all vectors; single: with one right-hand side, by methods that are compiled for it, not by Kokkos Kernels.
  Precision vectors = Precision::double_precision;
};

}  // namespace minikrylov
