// Chunks given number by number, and what comes back of them.
#pragma once
#include "kernels/formats/coded/decoded.hpp"
#include "kernels/formats/coded_sell/chunk_pieces.hpp"
#include "tests/kernels/coded_samples.hpp"

namespace minikrylov::samples {

/// A matrix of chunks as plain arrays: each with the given columns and numbers.
inline SellArrays arrays_of(int chunk, int block, const std::vector<LocalIndex>& lengths,
                            const std::vector<LocalIndex>& columns, const std::vector<double>& values) {
  SellArrays sell;
  const auto chunks = static_cast<LocalIndex>(lengths.size());
  sell.rows = sell.column_count = chunks * chunk;
  sell.chunk = chunk;
  sell.block = block;
  std::vector<LocalIndex> first_rows, groups;
  std::vector<Offset> offsets{0};
  for (LocalIndex c = 0; c <= chunks; ++c) first_rows.push_back(c * chunk);
  for (const LocalIndex length : lengths) offsets.push_back(offsets.back() + Offset{length} * chunk);
  sell.first_rows = to_device(first_rows);
  sell.group_chunks = to_device(std::vector<LocalIndex>{0, chunks});
  sell.offsets = to_device(offsets);
  sell.columns = to_device(columns);
  sell.values = to_device(values);
  return sell;
}

/// Chunks of 8 rows with the given lengths and numbers, each row's only column on the diagonal.
inline SellArrays diagonal_chunks(const std::vector<LocalIndex>& lengths, const std::vector<double>& values) {
  std::vector<LocalIndex> columns;
  for (std::size_t c = 0; c < lengths.size(); ++c)
    for (LocalIndex e = 0; e < lengths[c] * 8; ++e) columns.push_back(static_cast<LocalIndex>(c) * 8 + e % 8);
  return arrays_of(8, 1, lengths, columns, values);
}

/// Of eight numbers, as many zeros as are put among them: none in half of the cases.
inline std::uint64_t draw_zeros(Draw& draw) { return draw() % 2 == 0 ? 0 : draw() % 8; }

/// Chunks of random lengths, whose numbers are of one kind in each, with zeros among them in some, and whose columns
/// are of one width.
inline SellArrays random_chunks(int chunk, int block, int count, Draw& draw) {
  std::vector<LocalIndex> lengths, columns;
  std::vector<double> values;
  const LocalIndex rows = chunk * count;
  for (int c = 0; c < count; ++c) {
    const int kind = static_cast<int>(draw() % kinds);
    const auto width = std::uint64_t{1} << draw() % 31;
    const auto zeros = draw_zeros(draw);
    const auto begin = values.size();
    lengths.push_back(static_cast<LocalIndex>(draw() % 40));
    for (LocalIndex k = 0; k < lengths.back(); ++k) {
      const bool regular = draw() % 2 == 0;
      const auto first = static_cast<LocalIndex>(draw() % width);
      for (int row = 0; row < chunk; ++row) {
        columns.push_back(regular ? first % rows + row : static_cast<LocalIndex>(draw() % width));
      }
      for (int n = 0; n < block * block * chunk; ++n)
        values.push_back(draw() % 8 < zeros ? 0.0 : draw_special(draw, kind));
    }
    if (c > 0 && draw() % 4 == 0 && lengths[lengths.size() - 2] == lengths.back())  // a chunk repeats
      std::copy_n(values.end() - 2 * static_cast<std::ptrdiff_t>(values.size() - begin), values.size() - begin,
                  values.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return arrays_of(chunk, block, lengths, columns, values);
}

/// Numbers and columns that do not come back as they were, numbers one by one and all at once.
template <int C> Offset wrong_entries(const SellArrays& sell, const coded::CodedChunks& chunks) {
  const coded::Chunks a = chunks.pointers();
  const Offset block = Offset{sell.block} * sell.block;
  Offset wrong = 0;
  for (LocalIndex c = 0; c < chunks.chunk_count(); ++c) {
    const coded::StoredChunk& chunk = a.chunks[a.stored[c]];
    const Offset begin = sell.offsets(c);
    coded::with_values<C>(a, chunk, [&](const auto& values) {
      std::vector<double> at_once(static_cast<std::size_t>(chunk.length * block * C));
      coded::decode<C>(values, chunk.length * block, at_once.data());
      for (Offset n = 0; n < chunk.length * block; ++n)
        for (int row = 0; row < C; ++row) {
          const auto expected = Kokkos::bit_cast<Bits>(sell.values(begin * block + n * C + row));
          if (Kokkos::bit_cast<Bits>(values(n, row)) != expected) ++wrong;
          if (Kokkos::bit_cast<Bits>(at_once[static_cast<std::size_t>(n * C + row)]) != expected) ++wrong;
        }
    });
    coded::with_columns<C>(a, chunk, [&](const auto& columns) {
      for (Offset k = 0; k < chunk.length; ++k)
        for (int row = 0; row < C; ++row)
          if (sell.first_rows(c) + columns(k, row) != sell.columns(begin + k * C + row)) ++wrong;
    });
  }
  return wrong;
}

}  // namespace minikrylov::samples
