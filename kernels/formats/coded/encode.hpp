// Encodes the chunks of a matrix.
#pragma once
#include <array>

#include "kernels/formats/coded/value_codes.hpp"

namespace minikrylov::coded {

/// How many chunks are in a code, how many numbers or columns they have (padding included), and the bytes that these
/// take.
struct Share {
  Offset chunks = 0, count = 0, bytes = 0;
};

/// The use of each code. Bytes shared by several chunks are counted once.
struct Shares {
  std::array<Share, value_codings.size()> values;
  std::array<Share, column_codings.size()> columns;
  Offset stored_chunks = 0;  ///< without those that repeat others

  /// Whether any chunk is stored otherwise than as doubles of its own and columns in 32 bits.
  [[nodiscard]] bool any_code() const;
};

/// A coded matrix in the memory of the device that computes.
struct CodedChunks {
  LocalIndex rows = 0, column_count = 0;
  int chunk = 0;
  Offset numbers = 0;  ///< with padding
  Shares shares;
  Array<LocalIndex> group_chunks, first_rows;  ///< as in SellArrays; empty for runs of rows
  Array<LocalIndex> stored;                    ///< for each chunk: its index in `chunks`
  Array<StoredChunk> chunks;
  Array<unsigned char> values, columns;
  Array<double> table;

  [[nodiscard]] LocalIndex chunk_count() const { return static_cast<LocalIndex>(stored.extent(0)); }
  [[nodiscard]] Offset allocated_bytes() const;
  [[nodiscard]] std::uint64_t digest() const;  ///< of all these arrays; see Digest
  [[nodiscard]] Chunks pointers() const {
    return {.first_rows = first_rows.data(),
            .stored = stored.data(),
            .chunks = chunks.data(),
            .values = values.data(),
            .columns = columns.data(),
            .table = table.data()};
  }
};

/// Encodes the pieces of a matrix without loss, including signed zeros, infinities, payloads of NaNs and subnormal
/// numbers. The caller sets rows, columns and the first rows of chunks of the result. Runs on the host's threads. Not
/// collective.
[[nodiscard]] CodedChunks encode(const Pieces& pieces, Allowed allowed);

}  // namespace minikrylov::coded
