// Loops over pieces of work that are planned beforehand, on a host.
#pragma once
#include <vector>

#include "kernels/core/threads.hpp"

namespace minikrylov {

/// Which thread computes which piece of a loop.
enum class Sharing {
  fixed,   ///< thread t computes piece t
  dynamic  ///< each idle thread takes the next piece
};

/// When a thread of a loop may do something else: before its first piece, or after one.
enum class Moment { first, later };

/// Runs piece(begin, end) for all pieces of a list, each by one thread. Piece t ends before item ends[t]. Each thread
/// calls `between` before its first piece and, with dynamic sharing, after each.
template <class Piece, class Between>
void run_pieces(const char* label, const std::vector<LocalIndex>& ends, Sharing sharing, const Piece& piece,
                const Between& between) {
  const auto pieces = static_cast<LocalIndex>(ends.size());
  const auto run_piece = [&](LocalIndex t) { piece(t == 0 ? 0 : ends[t - 1], ends[t]); };
  LocalIndex next = 0;
  for_each_thread(label, [&](LocalIndex thread) {
    between(Moment::first);
    if (sharing == Sharing::fixed) {
      if (thread < pieces) run_piece(thread);
      return;
    }
    for (LocalIndex t; (t = Kokkos::atomic_fetch_add(&next, 1)) < pieces;) {
      run_piece(t);
      between(Moment::later);
    }
  });
}

}  // namespace minikrylov
