// An MPI library with faults that the pre-flight check must find, by MPI's profiling interface.
#pragma once

namespace minikrylov::test {

enum class Fault {
  none,
  sums_apart,         ///< sums of three doubles have another bit on the last rank
  loses_puts,         ///< what is put into a window does not arrive
  sums_without_help,  ///< sums of one double take milliseconds of MPI_Wtime from their start on, whatever the rank does
  sums_with_help,     ///< sums of one double take milliseconds of MPI_Wtime within the call that waits for them
  single_thread,      ///< the library grants the lowest thread level
};

/// This rank's library has a fault for as long as the object lives.
class Faulty {
 public:
  explicit Faulty(Fault fault);
  Faulty(const Faulty&) = delete;
  Faulty& operator=(const Faulty&) = delete;
  ~Faulty();
};

}  // namespace minikrylov::test
