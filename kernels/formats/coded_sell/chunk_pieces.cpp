// Columns of chunks: comparing them, choosing their code and writing it.
#include "kernels/formats/coded_sell/chunk_pieces.hpp"

#include <algorithm>
#include <limits>

namespace minikrylov::coded {
namespace {

/// The smallest and the largest of some columns.
struct ColumnRange {
  LocalIndex smallest, largest;
};

/// Of the rows of a chunk, one column each. Without branches: where columns are in any order, those of
/// std::minmax_element() are mispredicted again and again.
ColumnRange range_of(const LocalIndex* columns, int chunk) {
  ColumnRange range{columns[0], columns[0]};
  for (int row = 0; row < chunk; ++row) {
    range.smallest = std::min(range.smallest, columns[row]);
    range.largest = std::max(range.largest, columns[row]);
  }
  return range;
}

/// Whether the column of each row of a chunk is one more than that of the row before. Likewise.
bool rows_follow(const LocalIndex* columns, int chunk) {
  LocalIndex differing = 0;
  for (int row = 0; row < chunk; ++row) differing |= (columns[row] - columns[0]) ^ row;
  return differing == 0;
}

template <class Narrow> void write_differences(const RelativeColumns& columns, int chunk, unsigned char* to) {
  const auto entries = static_cast<Offset>(columns.size()), length = entries / chunk;
  auto* const smallest = reinterpret_cast<LocalIndex*>(to);
  auto* const differences = reinterpret_cast<Narrow*>(to + length * Offset{sizeof(LocalIndex)});
  for (Offset k = 0; k < length; ++k) {
    const LocalIndex* const of = columns.of.data() + k * chunk;
    const LocalIndex minimum = range_of(of, chunk).smallest;
    smallest[k] = minimum - columns.first_row;
    for (int row = 0; row < chunk; ++row) differences[k * chunk + row] = static_cast<Narrow>(of[row] - minimum);
  }
}

}  // namespace

ChunkPieces::ChunkPieces(const SellArrays& sell)
    : chunk_(sell.chunk),
      block_(sell.block),
      first_rows_(on_host_side(sell.first_rows)),
      offsets_(on_host_side(sell.offsets)),
      columns_(on_host_side(sell.columns)),
      values_(on_host_side(sell.values)) {}

std::span<const double> ChunkPieces::values_of(LocalIndex c) const {
  const Offset numbers = Offset{block_} * block_;
  return {values_.data() + offsets_(c) * numbers, static_cast<std::size_t>(entries(c) * numbers)};
}

RelativeColumns ChunkPieces::columns_of(LocalIndex c) const {
  return {{columns_.data() + offsets_(c), static_cast<std::size_t>(entries(c))}, first_rows_(c)};
}

ColumnCoding ChunkPieces::narrowest_columns(LocalIndex c) const {
  const RelativeColumns columns = columns_of(c);
  const auto count = static_cast<Offset>(columns.size());
  LocalIndex widest = 0;
  bool follow = rows(c) == chunk_;  // products rely on it
  for (Offset e = 0; e < count; e += chunk_) {
    const LocalIndex* const of = columns.of.data() + e;
    const ColumnRange range = range_of(of, chunk_);
    widest = std::max(widest, range.largest - range.smallest);
    follow = follow && rows_follow(of, chunk_);
  }
  if (follow) return ColumnCoding::consecutive;
  if (count > max_columns_decoded || widest > std::numeric_limits<std::uint16_t>::max()) return ColumnCoding::listed;
  return widest > std::numeric_limits<std::uint8_t>::max() ? ColumnCoding::listed16 : ColumnCoding::listed8;
}

Offset ChunkPieces::column_bytes(LocalIndex c, ColumnCoding coding) const {
  return bytes_of(coding, length(c), chunk_);
}

void ChunkPieces::write_columns(LocalIndex c, ColumnCoding coding, unsigned char* to) const {
  const RelativeColumns columns = columns_of(c);
  const auto chunk = static_cast<std::size_t>(chunk_);
  auto* const wide = reinterpret_cast<LocalIndex*>(to);
  switch (coding) {
    case ColumnCoding::consecutive:
      for (std::size_t k = 0; k * chunk < columns.size(); ++k) wide[k] = columns[k * chunk];
      return;
    case ColumnCoding::listed8:
      return write_differences<std::uint8_t>(columns, chunk_, to);
    case ColumnCoding::listed16:
      return write_differences<std::uint16_t>(columns, chunk_, to);
    case ColumnCoding::listed:
      for (std::size_t e = 0; e < columns.size(); ++e) wide[e] = columns[e];
  }
}

void ChunkPieces::add_columns(LocalIndex c, Hasher& hasher) const { columns_of(c).add_to(hasher); }

bool ChunkPieces::have_same_columns(LocalIndex a, LocalIndex b) const {
  return rows(a) == rows(b) && columns_of(a) == columns_of(b);
}

CodedChunks encode(const SellArrays& sell, Allowed allowed) {
  CodedChunks coded = encode(ChunkPieces(sell), allowed);
  coded.rows = sell.rows;
  coded.column_count = sell.column_count;
  coded.group_chunks = sell.group_chunks;
  coded.first_rows = sell.first_rows;
  return coded;
}

}  // namespace minikrylov::coded
