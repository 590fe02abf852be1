// Fault injection: flipped bits, slow ranks, wrong sums. The program under test is unchanged: Kokkos' tools interface
// reports kernels and allocations, and MPI's functions are interposed (mpi/interposed.cpp).
#pragma once
#include <cstdint>
#include <string>

namespace minikrylov::test {

enum class FaultKind { none, matrix, vectors, sums, halos, slow_rank, allreduce };

/// How MPI_Allreduce goes wrong.
enum class WrongSum {
  lacks_a_rank,  ///< the terms of one rank are left out
  own_terms,     ///< one rank gets its own terms
  off_on_all,    ///< all get a sum that is off by a share
  off_on_one,    ///< one rank gets such a sum
  long_lists,    ///< one rank's terms are left out of lists of a few values or more
  now_and_then   ///< one rank's terms are left out of one sum in a hundred
};

/// A fault, determined by a seed; the same on all ranks.
struct Fault {
  FaultKind kind = FaultKind::none;
  std::uint64_t seed = 0;
  int rank = 0;               ///< where it strikes
  double moment = 0;          ///< 0 … 1 of the job's events
  std::uint64_t place = 0;    ///< chooses an array, a word, a value
  int bit = 0;                ///< of a double
  bool on_all_ranks = false;  ///< a term is flipped, not a sum
  WrongSum how = WrongSum::lacks_a_rank;
  double share = 0;  ///< by which a sum is off
};

[[nodiscard]] Fault make_fault(FaultKind kind, std::uint64_t seed, int ranks);

/// Events of a job, counted on this rank.
struct Events {
  long kernels = 0, sums = 0, halos = 0;
};

/// The effect of a fault on this rank.
struct Effect {
  bool struck = false;
  bool changed_something = false;  ///< a sum of a solve that no sound run had, or a solution that was read
  std::string where;
  Events events;
};

/// The source of the program's time. If events advance it, the course of a run does not depend on real time and is the
/// same in each run.
enum class TimeBy { clock, events };
void keep_time_by(TimeBy what);

/// From now on the fault may strike, at its share of the events of a sound job; events are counted from here.
void arm(const Fault& fault, const Events& of_sound_job);
/// From now on it may not.
[[nodiscard]] Effect disarm();
/// Installs the callbacks; to be called once, after the initialisation of MPI and Kokkos.
void watch_kernels();

// For mpi/interposed.cpp.

/// Seconds that the program sees instead of `real` ones.
[[nodiscard]] double time_of(double real);
/// Called before `values` are summed; modifies them on the rank and at the time of a fault.
void before_sum(double* values, int count);
/// Called with the result.
void after_sum(double* values, int count);
/// Called when a message of `count` doubles has arrived.
void after_message(double* values, int count);
/// The fault of this call of MPI_Allreduce, if it is to go wrong by itself.
[[nodiscard]] const Fault* wrong_allreduce(int count);

}  // namespace minikrylov::test
