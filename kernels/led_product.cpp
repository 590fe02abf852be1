// Which blocks are early, and the loop in which a sweep runs ahead of a product.
#include "kernels/led_product.hpp"

#include <algorithm>

#include "kernels/block_loops.hpp"

namespace minikrylov {
namespace {

/// The share of one thread.
struct LedShare {
  const Lead& lead;
  RunTask before;
  WithPauses<MultiplyBlock> product;

  void operator()(LocalIndex thread) const {
    const LocalIndex first = thread == 0 ? 0 : lead.ends[thread - 1], last = lead.ends[thread];
    LocalIndex swept = first;
    for (LocalIndex block = first; block < last; ++block) {
      for (; swept < std::min(last, block + lead.ahead + 1); ++swept)
        if (lead.is_early[swept] == 0) before(swept);
      product(block);
    }
  }
};

}  // namespace

Lead plan_lead(LocalIndex rows, LocalIndex bandwidth, const Array<LocalIndex>& sent, int width) {
  Lead lead;
  lead.blocks = RowBlocks::of(rows, width);
  const LocalIndex count = lead.blocks.count();
  // One more than the bandwidth needs, since points may lie across the ends of blocks.
  lead.ahead = std::min(count, 1 + (bandwidth + lead.blocks.block_rows - 1) / lead.blocks.block_rows);
  lead.ends = share_ends(count);
  lead.fits = window_bytes(bandwidth, width) <= cached_window_bytes;
  lead.is_early.assign(count, 0);
  const auto rows_sent = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sent);
  for (std::size_t i = 0; i < rows_sent.extent(0); ++i) lead.is_early[rows_sent(i) / lead.blocks.block_rows] = 1;
  for (const LocalIndex end : lead.ends)
    if (end < count)
      for (LocalIndex b = std::max(0, end - lead.ahead); b < std::min(count, end + lead.ahead); ++b)
        lead.is_early[b] = 1;
  for (LocalIndex b = 0; b < count; ++b)
    if (lead.is_early[b] != 0) lead.early.push_back(b);
  return lead;
}

void sweep_early(const Lead& lead, const BlockTask& before) {
  for_listed("early rows", lead.early, RunTask{before, lead.blocks});
}

void multiply_led(const Lead& lead, const LocalMatrix& matrix, const Vector& x, const Vector& y,
                  const BlockTask& before, const BlockTask* after) {
  const WithPauses<MultiplyBlock> product{{matrix, x, y, after}, pauses().of_loop(lead.blocks.count())};
  for_each_thread("x, y = A x", LedShare{lead, {before, lead.blocks}, product});
}

}  // namespace minikrylov
