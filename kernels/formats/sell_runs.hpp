// Runs of chunks alike.
#pragma once
#include <cstdint>

#include "kernels/formats/sell_chunks.hpp"
#include "kernels/formats/sell_columns.hpp"

namespace minikrylov {

/// The runs of all chunks: those that follow one another and are regular and of one length, or not regular. Within a
/// line of a grid all chunks are alike, so that a product asks once for all of them where their entries and columns
/// begin. It reads this instead of three numbers per chunk, which took 2 of 76 bytes per row with 7 points, and more of
/// the time, since memory delivered them in pieces.
struct SellRuns {
  Array<sell::ChunkRun> runs;  ///< and one that begins behind the last chunk
  Array<LocalIndex> marks;     ///< the run of every sell::chunks_per_mark-th chunk

  [[nodiscard]] Offset allocated_bytes() const;
  [[nodiscard]] std::uint64_t digest() const;
};

/// Finds the runs of chunks with compact columns. Not collective.
[[nodiscard]] SellRuns find_runs(const SellArrays& sell, const SellColumns& compact);

/// Bytes of all arrays of chunks whose columns are yet to be compacted, with those of their runs unless they are of
/// blocks.
[[nodiscard]] Offset compact_bytes_of(SellArrays sell);

}  // namespace minikrylov
