// How the threads of a host go through the row blocks of a product: planned once per operator and width.
#pragma once
#include <vector>

#include "kernels/schedule/interior.hpp"

namespace minikrylov {

/// Who computes which piece of a loop.
enum class Sharing {
  fixed,   ///< thread t piece t
  dynamic  ///< whoever is free the next one
};

/// What is computed while the ghosts of x are on their way.
enum class Hiding {
  nothing,  ///< nothing: they come first
  interior  ///< rows that need none
};

/// Whether something runs on the blocks ahead of the product; see Around::before.
enum class Ahead { nothing, task };

/// Tiles (row blocks that are computed together), in the order in which they are multiplied.
struct TileLoop {
  std::vector<LocalIndex> tiles;
  std::vector<LocalIndex> piece_ends;  ///< in `tiles`; a piece is one thread's
  Sharing sharing = Sharing::fixed;
  /// Row blocks that become ready just ahead of the product, tile by tile: those before ready_ends[i] before tiles[i].
  std::vector<LocalIndex> ready, ready_ends;
  std::vector<RowRange> ranges;  ///< all rows, ascending, in as few ranges as possible

  /// The first of piece p in `tiles`.
  [[nodiscard]] LocalIndex piece_begin(LocalIndex piece) const { return piece == 0 ? 0 : piece_ends[piece - 1]; }
  /// The first of those that become ready ahead of tiles[i].
  [[nodiscard]] LocalIndex ready_begin(LocalIndex i) const { return i == 0 ? 0 : ready_ends[i - 1]; }
};

/// One product of `width` right-hand sides: what runs early, then the interior while ghosts travel, then the rest.
/// Sums that go with blocks are those of the blocks, so neither order nor threads change a bit of them.
struct BlockSchedule {
  RowBlocks blocks;
  LocalIndex together = 1;        ///< row blocks of a tile
  std::vector<LocalIndex> early;  ///< row blocks, ascending, that have to be ready before ghosts are sent
  TileLoop interior;              ///< without tiles: nothing is hidden
  TileLoop rest;
  bool ahead_pays = false;         ///< false where a loop of its own does as well as a task ahead
  Stores stores = Stores::cached;  ///< of y

  [[nodiscard]] LocalIndex tiles() const { return (blocks.count() + together - 1) / together; }
  [[nodiscard]] RowRange rows_of(LocalIndex tile) const {
    return {blocks.begin(tile * together), blocks.end((tile + 1) * together - 1)};
  }
  /// Rows of the interior.
  [[nodiscard]] LocalIndex interior_rows() const;
};

/// What a schedule is for.
struct ScheduleNeeds {
  int width = 1;
  LocalIndex together = 1;  ///< see LocalMatrix::blocks_together()
  Hiding hiding = Hiding::nothing;
  Sharing sharing = Sharing::fixed;  ///< of the interior
  LocalIndex chunk_rows = 1;         ///< dynamic: rows that a thread takes at a time, rounded up to whole tiles
  Ahead ahead = Ahead::nothing;
};

/// Tiles that `chunk_rows` rows make, rounded up; 1 or more, and no more than have a number of rows.
[[nodiscard]] LocalIndex chunk_tiles(LocalIndex chunk_rows, int width, LocalIndex together);

/// For a matrix of `groups`. `sent`: rows of which other ranks need copies. Natural order where something runs ahead,
/// since cache blocks need whole layers at once; otherwise cache blocks where they pay. Not collective.
[[nodiscard]] BlockSchedule plan_schedule(const GhostGroups& groups, const std::vector<LocalIndex>& sent,
                                          const ScheduleNeeds& needs);

}  // namespace minikrylov
