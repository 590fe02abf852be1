// How lists of statements are run.
#pragma once

namespace minikrylov {

class ProgressHook;

enum class Formulation {
  merged,         ///< statements that belong together in one fused kernel
  basic,          ///< one kernel for each statement
  kokkos_kernels  ///< Kokkos Kernels' BLAS, one call or more for each statement
};

/// Whether the statements around a product run on each block of its rows while these are in cache: those behind it on
/// what it has just written, and updates before it just ahead of it (see BlockSchedule).
enum class Fuse { yes, no };

/// Where the merged formulation begins a new fused kernel, if a list could go on in the same one.
enum class Grouping {
  minimum,  ///< nowhere: the fewest vectors are moved
  paper     ///< at each `cut`: as the paper groups its algorithm
};

/// The norm of a residual r that squared_norm(r, u) stands for, with u = M⁻¹ r.
enum class ResidualNorm {
  unpreconditioned,  ///< (r,r)
  natural,           ///< (r,u)
  preconditioned     ///< (u,u)
};

/// How the statements of a method are run, whatever the method.
struct Execution {
  Formulation formulation = Formulation::merged;
  Fuse fuse = Fuse::yes;
  Grouping grouping = Grouping::minimum;
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  int fused_ghosts = 0;  ///< rows behind this rank's own on which fused kernels run, too, without counting in sums
  ProgressHook* progress = nullptr;  ///< polled in loops over rows on a host; null: nothing
};

}  // namespace minikrylov
