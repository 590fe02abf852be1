// The schedule of a product on a host: which thread computes which row blocks, in which order. Planned once per
// operator and width.
#pragma once
#include <vector>

#include "kernels/schedule/interior.hpp"
#include "kernels/schedule/pieces.hpp"

namespace minikrylov {

/// Whether a look-ahead task runs on the blocks before the product; see Around::before.
enum class Ahead { nothing, task };

/// How many rows a thread takes at a time with dynamic sharing.
enum class ChunkSizes {
  equal,
  shrinking  ///< a thread's share of what is left, but no fewer than a chunk
};

/// A chunk of a loop with dynamic sharing.
struct Chunk {
  LocalIndex tile_rows, tiles;
  [[nodiscard]] LocalIndex rows() const { return tile_rows * tiles; }
};

/// A chunk of `rows` or a few more: whole row blocks if these add at most an eighth, otherwise parts of them.
/// `together`: see LocalMatrix::blocks_together().
[[nodiscard]] Chunk chunk_of(LocalIndex rows, int width, LocalIndex together);

/// Tiles (rows that are computed together), in the order of computation.
struct TileLoop {
  std::vector<LocalIndex> tiles;
  std::vector<LocalIndex> piece_ends;  ///< in `tiles`; a piece is computed by one thread
  Sharing sharing = Sharing::fixed;
  /// Row blocks on which the look-ahead task runs just before the product: those up to ready_ends[i] before tiles[i].
  std::vector<LocalIndex> ready, ready_ends;
  std::vector<RowRange> ranges;  ///< all rows, ascending, in the minimum number of ranges

  /// The first of the blocks in `ready` for tiles[i].
  [[nodiscard]] LocalIndex ready_begin(LocalIndex i) const { return i == 0 ? 0 : ready_ends[i - 1]; }
};

/// A product: first the early blocks, then the interior while ghosts are in flight, then the rest. Fused dot products
/// are summed per block, so neither the order nor the number of threads changes a bit of the result.
struct BlockSchedule {
  RowBlocks blocks;
  LocalIndex tile_rows = 1;       ///< whole row blocks, or parts of them for small chunks
  LocalIndex tiles_together = 1;  ///< the most that are computed at a time, as far as they follow one another
  std::vector<LocalIndex> early;  ///< row blocks, ascending, on which the task runs before the halo is sent
  TileLoop interior;              ///< empty: nothing is hidden
  TileLoop rest;
  bool ahead_pays = false;         ///< false if a separate loop is as fast as look-ahead
  Stores stores = Stores::cached;  ///< of y
  Prefetching ahead;

  [[nodiscard]] LocalIndex tiles() const { return (blocks.rows + tile_rows - 1) / tile_rows; }
  [[nodiscard]] RowRange rows_of(LocalIndex tile) const {
    return {tile * tile_rows, std::min(blocks.rows, (tile + 1) * tile_rows)};
  }
  /// Whether tiles are whole row blocks.
  [[nodiscard]] bool has_whole_blocks() const { return tile_rows % blocks.block_rows == 0; }
  /// Number of rows in the interior.
  [[nodiscard]] LocalIndex interior_rows() const;
};

/// Requirements of a schedule.
struct ScheduleNeeds {
  int width = 1;
  LocalIndex together = 1;  ///< see LocalMatrix::blocks_together()
  Hiding hiding = Hiding::nothing;
  Sharing sharing = Sharing::fixed;  ///< of the interior
  LocalIndex chunk_rows = 1;         ///< dynamic sharing: rows taken at a time, see chunk_of()
  ChunkSizes chunk_sizes = ChunkSizes::equal;
  Ahead ahead = Ahead::nothing;
  Tuning tuning{};
};

/// The schedule for a matrix with `groups`. `sent`: rows that other ranks have as ghosts. Natural order with
/// look-ahead, since cache blocks need whole layers at once; otherwise cache blocking if it pays. Not collective.
[[nodiscard]] BlockSchedule plan_schedule(const GhostGroups& groups, const std::vector<LocalIndex>& sent,
                                          const ScheduleNeeds& needs);

}  // namespace minikrylov
