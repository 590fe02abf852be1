// Faults of a machine, made on purpose: flipped bits, slow ranks, sums that are wrong. The program under test knows
// nothing of it: Kokkos' tools say when kernels start and where arrays lie, and MPI's functions are called by way of
// ours (mpi/interposed.cpp).
#pragma once
#include <cstdint>
#include <string>

namespace minikrylov::test {

enum class FaultKind { none, matrix, vectors, sums, halos, slow_rank, allreduce };

/// Where MPI_Allreduce goes wrong.
enum class WrongSum {
  lacks_a_rank,  ///< the terms of one rank are left out
  own_terms,     ///< one rank gets its own terms
  off_on_all,    ///< all get a sum that is off by a share
  off_on_one,    ///< one rank does
  long_lists,    ///< one rank's terms are left out of lists of a few values or more
  now_and_then   ///< one rank's terms are left out of one sum in a hundred
};

/// All that follows from a number, the same on all ranks.
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

/// What a job does, counted on this rank.
struct Events {
  long kernels = 0, sums = 0, halos = 0;
};

/// What became of a fault on this rank.
struct Effect {
  bool struck = false;
  bool changed_something = false;  ///< a sum of a solve that no sound run had, or a solution that was looked at
  std::string where;
  Events events;
};

/// What the program's clock shows. Where events move it, what is done depends on no time: the same in each run.
enum class TimeBy { clock, events };
void keep_time_by(TimeBy what);

/// From now on the fault may strike, at its share of the events of a sound job; events are counted from here.
void arm(const Fault& fault, const Events& of_sound_job);
/// It may not any more.
[[nodiscard]] Effect disarm();
/// Once, when MPI and Kokkos are there.
void watch_kernels();

// For mpi/interposed.cpp.

/// Seconds that the program sees instead of `real` ones.
[[nodiscard]] double time_of(double real);
/// A sum is about to be made of `values`; on the rank and at the time of a fault they are changed.
void before_sum(double* values, int count);
/// It was made.
void after_sum(double* values, int count);
/// Messages of so many doubles have come.
void after_message(double* values, int count);
/// Any other MPI_Allreduce of doubles: only faults of the function itself.
[[nodiscard]] const Fault* wrong_allreduce(int count);

}  // namespace minikrylov::test
