// Which blocks are early, and the loop in which a sweep runs ahead of a product.
#include "kernels/schedule/look_ahead.hpp"

#include <algorithm>

#include "kernels/schedule/block_loops.hpp"

namespace minikrylov {
namespace {

/// The share of one thread.
struct LookAheadShare {
  const LookAhead& look_ahead;
  RunTask before;
  WithPolling<MultiplyBlock> product;

  void operator()(LocalIndex thread) const {
    const LocalIndex first = thread == 0 ? 0 : look_ahead.ends[thread - 1], last = look_ahead.ends[thread];
    LocalIndex swept = first;
    for (LocalIndex block = first; block < last; ++block) {
      for (; swept < std::min(last, block + look_ahead.ahead + 1); ++swept)
        if (look_ahead.is_early[swept] == 0) before(swept);
      product(block);
    }
  }
};

}  // namespace

LookAhead plan_look_ahead(LocalIndex rows, LocalIndex bandwidth, const Array<LocalIndex>& sent, int width) {
  LookAhead look_ahead;
  look_ahead.blocks = RowBlocks::of(rows, width);
  const LocalIndex count = look_ahead.blocks.count();
  // One more than the bandwidth needs, since points may lie across the ends of blocks.
  look_ahead.ahead = std::min(count, 1 + (bandwidth + look_ahead.blocks.block_rows - 1) / look_ahead.blocks.block_rows);
  look_ahead.ends = share_ends(count);
  look_ahead.fits = window_bytes(bandwidth, width) <= cached_window_bytes;
  look_ahead.is_early.assign(count, 0);
  const auto rows_sent = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sent);
  for (std::size_t i = 0; i < rows_sent.extent(0); ++i)
    look_ahead.is_early[rows_sent(i) / look_ahead.blocks.block_rows] = 1;
  for (const LocalIndex end : look_ahead.ends)
    if (end < count)
      for (LocalIndex b = std::max(0, end - look_ahead.ahead); b < std::min(count, end + look_ahead.ahead); ++b)
        look_ahead.is_early[b] = 1;
  for (LocalIndex b = 0; b < count; ++b)
    if (look_ahead.is_early[b] != 0) look_ahead.early.push_back(b);
  return look_ahead;
}

void run_early(const LookAhead& look_ahead, const BlockTask& before) {
  for_listed("early rows", look_ahead.early, RunTask{before, look_ahead.blocks});
}

void multiply_ahead(const LookAhead& look_ahead, const LocalMatrix& matrix, const Vector& x, const Vector& y,
                    const BlockTask& before, const BlockTask* after) {
  const WithPolling<MultiplyBlock> product{{matrix, x, y, after}, progress_hook().of_loop(look_ahead.blocks.count())};
  for_each_thread("x, y = A x", LookAheadShare{look_ahead, {before, look_ahead.blocks}, product});
}

}  // namespace minikrylov
