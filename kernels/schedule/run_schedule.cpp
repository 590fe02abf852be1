// The loops over the tiles of a product.
#include "kernels/schedule/run_schedule.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace minikrylov {
namespace {

/// Tells which thread has computed the last rows of a row block.
class BlockCount {
 public:
  explicit BlockCount(const BlockSchedule& schedule)
      : blocks_(schedule.blocks), done_(schedule.has_whole_blocks() ? 0 : schedule.blocks.count()) {}

  /// Adds those of these rows that are in the block: whether all of it has been computed now.
  [[nodiscard]] bool completes(LocalIndex block, RowRange rows) {
    if (done_.empty()) return true;
    const LocalIndex begin = blocks_.begin(block), end = blocks_.end(block),
                     more = std::min(end, rows.end) - std::max(begin, rows.begin);
    Kokkos::memory_fence();  // others see these rows
    const LocalIndex before = Kokkos::atomic_fetch_add(&done_[block], more);
    Kokkos::memory_fence();  // and the last one sees those of all others
    return before + more == end - begin;
  }

 private:
  RowBlocks blocks_;
  std::vector<LocalIndex> done_;  ///< rows per block; empty where tiles are whole blocks
};

/// Multiplies tiles and runs the task fused to them.
class TileProduct {
 public:
  TileProduct(const BlockSchedule& schedule, const ScheduledProduct& product, BlockCount& count)
      : schedule_(schedule),
        product_(product),
        count_(count),
        after_(product.around.after),
        singles_(product.y.singles.data()) {
    if (singles_ != nullptr) return;
    const int width = product.x.width;
    // What is copied from a cache, if it is one right-hand side, had better stay there: a product then writes only a
    // small part of what it moves (an x86-64 server, its model was not noted: bicgstab 5 % slower).
    const bool from_registers = product.matrix.finishing(width) == Finishing::in_registers;
    if (width == 1 && !from_registers) return;
    copies_ = !from_registers || after_ != nullptr;
    if (after_ == nullptr || (after_->takes_rows() && schedule.has_whole_blocks())) stores_ = schedule.stores;
    // A small companion is in cache anyway.
    if (after_ != nullptr && schedule.stores == Stores::streamed) companion_ = after_->companion();
  }

  /// Tiles first … last, which follow one another.
  void operator()(LocalIndex first_tile, LocalIndex last_tile) const {
    alignas(cache_line_bytes) double beside[most_together_elements];
    const RowRange rows{schedule_.rows_of(first_tile).begin, schedule_.rows_of(last_tile).end};
    const Offset width = product_.x.width, first = rows.begin * width;
    const bool streams = stores_ == Stores::streamed;
    double* const place = singles_ != nullptr ? beside : product_.y.data.data() + first;
    product_.matrix.multiply_rows(product_.x, rows,
                                  {.rows = !streams  ? place
                                           : copies_ ? beside
                                                     : nullptr,
                                   .streamed = streams ? place : nullptr,
                                   .companion = companion_ == nullptr ? nullptr : companion_ + first,
                                   .ahead = schedule_.ahead});
    if (singles_ != nullptr)
      std::transform(beside, beside + (rows.end - rows.begin), singles_ + first,
                     [](double sum) { return static_cast<float>(sum); });
    if (after_ == nullptr) return;
    const RowBlocks& blocks = schedule_.blocks;
    for (LocalIndex block = rows.begin / blocks.block_rows; block * Offset{blocks.block_rows} < rows.end; ++block)
      if (count_.completes(block, rows))
        after_->run_behind(block, blocks.begin(block), blocks.end(block),
                           streams ? beside + (blocks.begin(block) - rows.begin) * width : nullptr);
  }

 private:
  const BlockSchedule& schedule_;
  const ScheduledProduct& product_;
  BlockCount& count_;
  const BlockTask* after_;
  float* singles_;  ///< y in single precision, with one right-hand side, rounded while in cache; otherwise null
  Stores stores_ = Stores::cached;
  bool copies_ = true;  ///< streamed rows are in a cache, too
  const double* companion_ = nullptr;
};

/// One loop of a schedule.
class RunLoop {
 public:
  RunLoop(const BlockSchedule& schedule, const TileLoop& loop, const ScheduledProduct& product, BlockCount& count)
      : schedule_(schedule), loop_(loop), product_(schedule, product, count), around_(product.around) {}

  /// Runs all pieces; for `between` see run_pieces().
  template <class Between> void operator()(const char* label, const Between& between) {
    polled_ = ProgressHook::of_loop(around_.progress, static_cast<LocalIndex>(loop_.tiles.size()));
    // No more between two polls than these are apart.
    const LocalIndex together = schedule_.tiles_together,
                     most = polled_ == nullptr ? together : std::min(together, polled_->interval());
    run_pieces(
        label, loop_.piece_ends, loop_.sharing,
        [this, most](LocalIndex i, LocalIndex end) {
          while (i < end) i = run_stretch(i, std::min(end, i + most));
        },
        between);
  }
  void operator()(const char* label) {
    operator()(label, [](Moment) {});
  }

 private:
  /// Runs tiles from number i on, before `end`, as long as they follow one another. Returns the number of the next.
  LocalIndex run_stretch(LocalIndex i, LocalIndex end) const {
    LocalIndex last = i;
    while (last + 1 < end && loop_.tiles[last + 1] == loop_.tiles[last] + 1) ++last;
    if (around_.before != nullptr)
      for (LocalIndex r = loop_.ready_begin(i); r < loop_.ready_ends[last]; ++r) {
        const LocalIndex block = loop_.ready[r];
        around_.before->run(block, schedule_.blocks.begin(block), schedule_.blocks.end(block));
      }
    product_(loop_.tiles[i], loop_.tiles[last]);
    if (polled_ != nullptr) polled_->after_blocks(last + 1 - i);
    return last + 1;
  }

  const BlockSchedule& schedule_;
  const TileLoop& loop_;
  TileProduct product_;
  Around around_;
  ProgressHook* polled_ = nullptr;
};

/// Tells the clock, where there is one, that the interior is done while ghosts are on their way.
void note_interior(const BlockSchedule& schedule, const Around& around) {
  KernelClock* const clock = ProgressHook::clock_of(around.progress);
  if (clock == nullptr) return;
  const auto interior = static_cast<double>(schedule.interior.tiles.size());
  clock->part_done(interior / (interior + static_cast<double>(schedule.rest.tiles.size())));
}

/// Runs the interior with dynamic sharing while one thread handles the ghosts.
void run_dynamic(RunLoop& interior, const GhostExchange& ghosts) {
  constexpr const char* label = "y = A x (interior, ghosts)";
  const std::thread::id launcher = std::this_thread::get_id();
  const bool alone = host_threads() > 1 && ghosts.prepare() == GhostExchange::Waiting::alone;
  if (!alone) {
    ghosts.start();
    interior(label, [&](Moment moment) {
      if (moment == Moment::later && std::this_thread::get_id() == launcher) ghosts.poll();
    });
    return ghosts.finish();
  }
  bool exchanged = false;
  interior(label, [&](Moment moment) {
    if (moment == Moment::later || std::this_thread::get_id() != launcher) return;
    ghosts.exchange_alone();  // allowed: the launcher is MPI's main thread, so thread level funneled suffices
    exchanged = true;
  });
  if (exchanged) return;
  ghosts.start();  // in case the launching thread takes no part in the kernel
  ghosts.finish();
}

}  // namespace

void run_on_host(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts) {
  const auto& [before, after, progress] = product.around;
  const auto early = static_cast<LocalIndex>(schedule.early.size());
  if (before != nullptr)
    for_shares(
        "blocks that are needed early", 0, early,
        [&, run = RunTask{*before, schedule.blocks}](LocalIndex i) { run(schedule.early[i]); }, progress);
  BlockCount count(schedule);
  RunLoop interior(schedule, schedule.interior, product, count), rest(schedule, schedule.rest, product, count);
  if (!schedule.interior.tiles.empty() && schedule.interior.sharing == Sharing::dynamic) {
    run_dynamic(interior, ghosts);
  } else {
    ghosts.start();
    if (!schedule.interior.tiles.empty()) {
      interior("y = A x (interior)");
      note_interior(schedule, product.around);
    }
    ghosts.finish();
  }
  if (!schedule.rest.tiles.empty()) rest("y = A x");
}

void run_by_format(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts) {
  const auto& [matrix, x, y, around] = product;
  if (around.before != nullptr || around.after != nullptr)
    Kokkos::abort("tasks around a product by the format's own kernels (which cannot stop at a block) run them apart");
  ghosts.start();
  for (const RowRange& rows : schedule.interior.ranges) matrix.multiply(x, y, rows);
  ghosts.finish();
  for (const RowRange& rows : schedule.rest.ranges) matrix.multiply(x, y, rows);
}

void run(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts) {
  const bool whole = schedule.interior.tiles.empty();
  if (on_host && (!whole || product.matrix.row_loop() == RowLoop::of_schedule))
    run_on_host(schedule, product, ghosts);
  else
    run_by_format(schedule, product, ghosts);
}

}  // namespace minikrylov
