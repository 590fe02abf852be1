// The MPI communicators of a run, one per purpose, so that messages for different purposes never match.
#pragma once
#include <mpi.h>

namespace minikrylov {

struct Worlds {
  MPI_Comm setup = MPI_COMM_NULL;       ///< Communicator
  MPI_Comm reductions = MPI_COMM_NULL;  ///< Reduction
  MPI_Comm halos = MPI_COMM_NULL;       ///< Halo
  MPI_Comm ending = MPI_COMM_NULL;      ///< end_together()
};

/// Valid while a Runtime exists.
[[nodiscard]] const Worlds& worlds();

/// A tag for the messages of one object. All ranks construct such objects in the same order and so get equal tags.
[[nodiscard]] int next_tag();

}  // namespace minikrylov
