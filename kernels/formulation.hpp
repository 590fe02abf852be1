// How lists of statements are run.
#pragma once

namespace minikrylov {

enum class Formulation {
  merged,         ///< statements that belong together in one sweep over memory
  basic,          ///< one sweep for each statement
  kokkos_kernels  ///< Kokkos Kernels' BLAS, one call or more for each statement
};

/// Whether statements that follow a product run on each block of its rows while these are in cache.
enum class AttachDots { yes, no };

}  // namespace minikrylov
