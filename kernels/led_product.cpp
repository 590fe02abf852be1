// Which blocks are early, and the loop in which a sweep runs ahead of a product.
#include "kernels/led_product.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;

/// body(list[i]).
struct RunListed {
  const LocalIndex* list;
  RowBlocks blocks;
  const BlockTask* task;
  void operator()(LocalIndex i) const { task->run(list[i], blocks.begin(list[i]), blocks.end(list[i])); }
};

/// The share of one thread.
struct LedShare {
  const Lead& lead;
  const LocalMatrix& matrix;
  const Vector& x;
  const Vector& y;
  const BlockTask& before;
  const BlockTask* after;
  Pauses* pauses;

  void sweep(LocalIndex block) const {
    if (lead.is_early[block] == 0) before.run(block, lead.blocks.begin(block), lead.blocks.end(block));
  }
  void operator()(LocalIndex thread) const {
    const LocalIndex first = thread == 0 ? 0 : lead.ends[thread - 1], last = lead.ends[thread];
    LocalIndex swept = first;
    for (LocalIndex block = first; block < last; ++block) {
      for (; swept < std::min(last, block + lead.ahead + 1); ++swept) sweep(swept);
      matrix.multiply_block(x, y, block);
      if (after != nullptr) after->run(block, lead.blocks.begin(block), lead.blocks.end(block));
      if (pauses != nullptr) pauses->after_block();
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
  Kokkos::parallel_for("early rows", Policy(0, static_cast<LocalIndex>(lead.early.size())),
                       RunListed{lead.early.data(), lead.blocks, &before});
}

void multiply_led(const Lead& lead, const LocalMatrix& matrix, const Vector& x, const Vector& y,
                  const BlockTask& before, const BlockTask* after) {
  Kokkos::parallel_for("x, y = A x", Policy(0, Host().concurrency(), Kokkos::ChunkSize(1)),
                       LedShare{lead, matrix, x, y, before, after, pauses().of_loop(lead.blocks.count())});
}

}  // namespace minikrylov
