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

/// Runs item(i) for all items, those of a piece in order and by one thread. Piece t ends before item ends[t]. Each
/// thread calls `between` before its first piece and, with dynamic sharing, after each.
template <class Item, class Between>
void run_pieces(const char* label, const std::vector<LocalIndex>& ends, Sharing sharing, const Item& item,
                const Between& between) {
  const auto pieces = static_cast<LocalIndex>(ends.size());
  const auto run_piece = [&](LocalIndex piece) {
    for (LocalIndex i = piece == 0 ? 0 : ends[piece - 1]; i < ends[piece]; ++i) item(i);
  };
  LocalIndex next = 0;
  for_each_thread(label, [&](LocalIndex thread) {
    between(Moment::first);
    if (sharing == Sharing::fixed) {
      if (thread < pieces) run_piece(thread);
      return;
    }
    for (LocalIndex piece; (piece = Kokkos::atomic_fetch_add(&next, 1)) < pieces;) {
      run_piece(piece);
      between(Moment::later);
    }
  });
}

/// The same with nothing between, piece t by thread t.
template <class Item> void run_pieces(const char* label, const std::vector<LocalIndex>& ends, const Item& item) {
  run_pieces(label, ends, Sharing::fixed, item, [](Moment) {});
}

}  // namespace minikrylov
