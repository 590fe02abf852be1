// Planning: the tiles of a product, their order, their distribution over threads, and look-ahead.
#include "kernels/schedule/block_schedule.hpp"

#include <algorithm>
#include <limits>

#include "kernels/schedule/local_matrix.hpp"
#include "kernels/schedule/loop_order.hpp"

namespace minikrylov {
namespace {

/// Cuts a loop into pieces: one per thread, or chunks with dynamic sharing.
void share_out(TileLoop& loop, LocalIndex chunk_tiles, ChunkSizes sizes) {
  const auto count = static_cast<LocalIndex>(loop.tiles.size());
  if (loop.sharing == Sharing::fixed) {
    for (LocalIndex t = 0; t < host_threads(); ++t)
      loop.piece_ends.push_back(share_begin(count, t + 1, host_threads()));
    return;
  }
  for (LocalIndex end = 0; end < count;) {
    const LocalIndex left = count - end, share = sizes == ChunkSizes::shrinking ? left / host_threads() : 0;
    loop.piece_ends.push_back(end += std::min(left, std::max(chunk_tiles, share)));
  }
}

/// The rows of the tiles, which are in ascending order.
std::vector<RowRange> ranges_of(const BlockSchedule& schedule, const std::vector<LocalIndex>& tiles) {
  std::vector<RowRange> ranges;
  for (const LocalIndex tile : tiles) {
    const RowRange rows = schedule.rows_of(tile);
    if (ranges.empty() || ranges.back().end != rows.begin)
      ranges.push_back(rows);
    else
      ranges.back().end = rows.end;
  }
  return ranges;
}

/// Sorts the tiles of each piece by cache blocks.
void block_for_caches(const BlockSchedule& schedule, const CacheBlocking& blocking, TileLoop& loop) {
  const auto precedes = [&](LocalIndex a, LocalIndex b) {
    return blocking.precedes(schedule.rows_of(a).begin, schedule.rows_of(b).begin);
  };
  auto first = loop.tiles.begin();
  for (const LocalIndex end : loop.piece_ends) {
    const auto last = loop.tiles.begin() + end;
    std::sort(first, last, precedes);
    first = last;
  }
}

/// Decides before which tile the look-ahead task runs on each row block: before the first tile that needs it, if all
/// others of that loop that need it are in the same piece; otherwise early, before the product.
class Readiness {
 public:
  Readiness(const BlockSchedule& schedule, LocalIndex bandwidth)
      : schedule_(schedule), bandwidth_(bandwidth), piece_of_(schedule.blocks.count()), early_(piece_of_.size()) {}

  void must_be_early(LocalIndex block) { early_[block] = 1; }

  /// Visits the loops in the order in which they run. Pieces of different loops have different numbers.
  void visit(TileLoop& loop) {
    const LocalIndex first_of_loop = pieces_ + 1;
    auto piece_end = loop.piece_ends.begin();
    ++pieces_;
    for (LocalIndex i = 0; i < static_cast<LocalIndex>(loop.tiles.size()); ++i) {
      for (; i == *piece_end; ++piece_end) ++pieces_;
      const RowRange rows = schedule_.rows_of(loop.tiles[i]);
      const RowBlocks& blocks = schedule_.blocks;
      const LocalIndex first = std::max(0, rows.begin - bandwidth_) / blocks.block_rows;
      const auto last = static_cast<LocalIndex>(std::min<Offset>(blocks.rows, Offset{rows.end} + bandwidth_) - 1);
      for (LocalIndex block = first; block <= last / blocks.block_rows; ++block) {
        if (piece_of_[block] == 0) {
          piece_of_[block] = pieces_;
          loop.ready.push_back(block);
        }
        if (piece_of_[block] >= first_of_loop && piece_of_[block] != pieces_) must_be_early(block);
      }
      loop.ready_ends.push_back(static_cast<LocalIndex>(loop.ready.size()));
    }
  }

  /// Removes early blocks from a loop; they are all known only after the last visit.
  void drop_early(TileLoop& loop) const {
    std::vector<LocalIndex> kept;
    LocalIndex next = 0;
    for (LocalIndex& end : loop.ready_ends) {
      for (; next < end; ++next)
        if (early_[loop.ready[next]] == 0) kept.push_back(loop.ready[next]);
      end = static_cast<LocalIndex>(kept.size());
    }
    loop.ready = std::move(kept);
  }

  [[nodiscard]] std::vector<LocalIndex> early() const {
    std::vector<LocalIndex> blocks;
    for (LocalIndex block = 0; block < static_cast<LocalIndex>(early_.size()); ++block)
      if (early_[block] != 0) blocks.push_back(block);
    return blocks;
  }

 private:
  const BlockSchedule& schedule_;
  LocalIndex bandwidth_;
  LocalIndex pieces_ = 0;
  std::vector<LocalIndex> piece_of_;  ///< the first piece that needs each block, counted from 1
  std::vector<char> early_;
};

/// How many tiles of so many elements are multiplied at a time, at least one.
LocalIndex tiles_together(Offset elements, const Tuning& tuning) {
  static_assert(max_blocks_together * RowBlocks::max_elements <= most_together_elements);  // so one has room
  const Offset most = std::min(tuning.together_elements, most_together_elements);
  return static_cast<LocalIndex>(std::max<Offset>(1, most / elements));
}

void plan_ahead(BlockSchedule& schedule, const GhostGroups& groups, const std::vector<LocalIndex>& sent,
                const ScheduleNeeds& needs) {
  // With a larger window, a block would be evicted before the product reads it.
  if (window_bytes(groups.bandwidth, needs.width) > needs.tuning.look_ahead_bytes) return;
  Readiness readiness(schedule, groups.bandwidth);
  for (const LocalIndex row : sent) readiness.must_be_early(row / schedule.blocks.block_rows);
  readiness.visit(schedule.interior);
  readiness.visit(schedule.rest);
  readiness.drop_early(schedule.interior);
  readiness.drop_early(schedule.rest);
  schedule.early = readiness.early();
  schedule.ahead_pays = 2 * static_cast<LocalIndex>(schedule.early.size()) <= schedule.blocks.count();
}

}  // namespace

LocalIndex BlockSchedule::interior_rows() const {
  LocalIndex rows = 0;
  for (const RowRange& range : interior.ranges) rows += range.end - range.begin;
  return rows;
}

Chunk chunk_of(LocalIndex rows, int width, LocalIndex together) {
  constexpr LocalIndex most = std::numeric_limits<LocalIndex>::max();
  const auto in_tiles_of = [rows](LocalIndex size) {
    return Chunk{size, std::clamp<LocalIndex>((rows - 1) / size + 1, 1, most / size)};
  };
  const Chunk blocks = in_tiles_of(RowBlocks::of(0, width).block_rows * together);
  return blocks.rows() - rows <= rows / 8 ? blocks : in_tiles_of(RowBlocks::alignment * together);
}

BlockSchedule plan_schedule(const GhostGroups& groups, const std::vector<LocalIndex>& sent,
                            const ScheduleNeeds& needs) {
  BlockSchedule schedule;
  schedule.blocks = RowBlocks::of(groups.rows, needs.width);
  const Chunk chunk = chunk_of(needs.chunk_rows, needs.width, needs.together);
  const bool hands_out = needs.sharing == Sharing::dynamic && needs.hiding == Hiding::interior;
  schedule.tile_rows = hands_out ? chunk.tile_rows : schedule.blocks.block_rows * needs.together;
  schedule.tiles_together = tiles_together(Offset{schedule.tile_rows} * needs.width, needs.tuning);
  schedule.stores = stores_of(groups.rows, needs.width, needs.tuning);
  schedule.ahead = needs.tuning.ahead;
  for (LocalIndex tile = 0; tile < schedule.tiles(); ++tile) {
    const bool hidden = needs.hiding == Hiding::interior && groups.are_interior(schedule.rows_of(tile));
    (hidden ? schedule.interior : schedule.rest).tiles.push_back(tile);
  }
  schedule.interior.sharing = needs.sharing;
  const auto blocking = CacheBlocking::of(groups.rows, groups.bandwidth, needs.width, needs.tuning.cache_block_bytes);
  for (TileLoop* loop : {&schedule.interior, &schedule.rest}) {
    loop->ranges = ranges_of(schedule, loop->tiles);
    share_out(*loop, chunk.tiles, needs.chunk_sizes);
    if (needs.ahead == Ahead::nothing && blocking.pays()) block_for_caches(schedule, blocking, *loop);
  }
  if (needs.ahead == Ahead::task) plan_ahead(schedule, groups, sent, needs);
  return schedule;
}

}  // namespace minikrylov
