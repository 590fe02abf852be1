// Columns of chunks: comparing them, choosing their code and writing it.
#include "kernels/formats/coded_sell/chunk_pieces.hpp"

#include <algorithm>
#include <limits>

namespace minikrylov::coded {
namespace {

template <class Narrow>
void write_differences(std::span<const LocalIndex> columns, int chunk, LocalIndex first, unsigned char* to) {
  const auto length = columns.size() / static_cast<std::size_t>(chunk);
  auto* const smallest = reinterpret_cast<LocalIndex*>(to);
  auto* const differences = reinterpret_cast<Narrow*>(to + length * sizeof(LocalIndex));
  for (std::size_t k = 0; k < length; ++k) {
    const auto of = columns.subspan(k * static_cast<std::size_t>(chunk), static_cast<std::size_t>(chunk));
    const LocalIndex minimum = *std::min_element(of.begin(), of.end());
    smallest[k] = minimum - first;
    for (std::size_t row = 0; row < of.size(); ++row)
      differences[k * of.size() + row] = static_cast<Narrow>(of[row] - minimum);
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

std::span<const LocalIndex> ChunkPieces::columns_of(LocalIndex c) const {
  return {columns_.data() + offsets_(c), static_cast<std::size_t>(entries(c))};
}

ColumnCoding ChunkPieces::narrowest_columns(LocalIndex c) const {
  const auto columns = columns_of(c);
  const auto chunk = static_cast<std::size_t>(chunk_);
  LocalIndex widest = 0;
  bool follow = first_rows_(c + 1) - first_rows_(c) == chunk_;  // products rely on it
  for (std::size_t e = 0; e < columns.size(); e += chunk) {
    const auto of = columns.subspan(e, chunk);
    const auto [minimum, maximum] = std::minmax_element(of.begin(), of.end());
    widest = std::max(widest, *maximum - *minimum);
    for (std::size_t row = 0; row < of.size(); ++row)
      follow = follow && of[row] == of[0] + static_cast<LocalIndex>(row);
  }
  if (follow) return ColumnCoding::consecutive;
  if (static_cast<Offset>(columns.size()) > max_columns_decoded || widest > std::numeric_limits<std::uint16_t>::max())
    return ColumnCoding::listed;
  return widest > std::numeric_limits<std::uint8_t>::max() ? ColumnCoding::listed16 : ColumnCoding::listed8;
}

Offset ChunkPieces::column_bytes(LocalIndex c, ColumnCoding coding) const {
  return bytes_of(coding, length(c), chunk_);
}

void ChunkPieces::write_columns(LocalIndex c, ColumnCoding coding, unsigned char* to) const {
  const auto columns = columns_of(c);
  const LocalIndex first = first_rows_(c);
  auto* const wide = reinterpret_cast<LocalIndex*>(to);
  switch (coding) {
    case ColumnCoding::consecutive:
      for (std::size_t k = 0; k * static_cast<std::size_t>(chunk_) < columns.size(); ++k)
        wide[k] = columns[k * static_cast<std::size_t>(chunk_)] - first;
      return;
    case ColumnCoding::listed8:
      return write_differences<std::uint8_t>(columns, chunk_, first, to);
    case ColumnCoding::listed16:
      return write_differences<std::uint16_t>(columns, chunk_, first, to);
    case ColumnCoding::listed:
      for (std::size_t e = 0; e < columns.size(); ++e) wide[e] = columns[e] - first;
  }
}

void ChunkPieces::add_columns(LocalIndex c, Hasher& hasher) const {
  const auto columns = columns_of(c);
  const LocalIndex first = first_rows_(c);
  hasher.add(columns.size(), [&](std::size_t e) { return static_cast<std::uint32_t>(columns[e] - first); });
}

bool ChunkPieces::have_same_columns(LocalIndex a, LocalIndex b) const {
  const LocalIndex shift = first_rows_(b) - first_rows_(a);
  const auto of_a = columns_of(a), of_b = columns_of(b);
  const auto rows = [this](LocalIndex c) { return first_rows_(c + 1) - first_rows_(c); };
  return rows(a) == rows(b) && std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                                          [shift](LocalIndex x, LocalIndex y) { return x + shift == y; });
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
