// Where items of given lengths begin, one after another.
#pragma once
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/core/threads.hpp"

namespace minikrylov::coded {

/// visit(i) for the items of a thread's share.
template <class Visit> void visit_share(LocalIndex count, LocalIndex thread, LocalIndex threads, const Visit& visit) {
  const LocalIndex end = share_begin(count, thread + 1, threads);
  for (LocalIndex i = share_begin(count, thread, threads); i < end; ++i) visit(i);
}

/// Replaces the bytes of each item, own(i), by where it begins, one after another. Returns the bytes of all.
template <class Own> Offset begin_in_turn(LocalIndex count, const Own& own) {
  const LocalIndex threads = host_threads();
  std::vector<Offset> begins(static_cast<std::size_t>(threads) + 1);  // of shares
  for_each_thread("bytes of codes", [&](LocalIndex thread) {
    Offset bytes = 0;
    visit_share(count, thread, threads, [&](LocalIndex i) { bytes += own(i); });
    begins[static_cast<std::size_t>(thread) + 1] = bytes;
  });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  for_each_thread("where codes begin", [&](LocalIndex thread) {
    Offset next = begins[static_cast<std::size_t>(thread)];
    visit_share(count, thread, threads, [&](LocalIndex i) { own(i) = std::exchange(next, next + own(i)); });
  });
  return begins.back();
}

}  // namespace minikrylov::coded
