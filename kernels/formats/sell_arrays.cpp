// Conversion of compressed rows to chunks, in parallel.
#include "kernels/formats/sell_arrays.hpp"

#include <algorithm>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

template <class Index>
using Range = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Index>>;

/// The boundaries of chunks.
struct Cuts {
  Array<LocalIndex> parts;
  LocalIndex rows, chunk;

  /// Calls visit(number within the group, first row) for each chunk of a group of 64 rows; returns their number.
  template <class Visit> KOKKOS_FUNCTION LocalIndex visit_chunks(LocalIndex group, const Visit& visit) const {
    const LocalIndex begin = group * SellArrays::group_rows, end = Kokkos::min(rows, begin + SellArrays::group_rows);
    LocalIndex part = 0, count = 0;
    for (LocalIndex row = begin; row < end; ++count) {
      while (parts(part + 1) <= row) ++part;
      visit(count, row);
      row = Kokkos::min(row + chunk, Kokkos::min(end, parts(part + 1)));
    }
    return count;
  }
};

struct Ignore {
  KOKKOS_FUNCTION void operator()(LocalIndex, LocalIndex) const {}
};

/// Records the first rows of a group's chunks.
struct Note {
  Array<LocalIndex> first_rows;
  LocalIndex first_chunk;
  KOKKOS_FUNCTION void operator()(LocalIndex number, LocalIndex row) const { first_rows(first_chunk + number) = row; }
};

Cuts make_cuts(LocalIndex rows, const std::vector<LocalIndex>& parts, int chunk) {
  return {array_of("parts", parts), rows, chunk};
}

/// Fills group_chunks and first_rows.
void cut_into_chunks(SellArrays& sell, const std::vector<LocalIndex>& parts) {
  const Cuts cuts = make_cuts(sell.rows, parts, sell.chunk);
  const LocalIndex groups = (sell.rows + SellArrays::group_rows - 1) / SellArrays::group_rows;
  const auto group_chunks = begins_of<LocalIndex>(
      "group chunks", groups, KOKKOS_LAMBDA(LocalIndex g) { return cuts.visit_chunks(g, Ignore()); });
  LocalIndex chunks = 0;
  Kokkos::deep_copy(chunks, Kokkos::subview(group_chunks, groups));
  const auto first_rows = allocate<LocalIndex>("first rows", static_cast<std::size_t>(chunks) + 1);
  Kokkos::parallel_for(
      "cut into chunks", Range<LocalIndex>(0, groups), KOKKOS_LAMBDA(LocalIndex g) {
        cuts.visit_chunks(g, Note{first_rows, group_chunks(g)});
      });
  Kokkos::deep_copy(Kokkos::subview(first_rows, chunks), sell.rows);
  sell.group_chunks = group_chunks;
  sell.first_rows = first_rows;
}

KOKKOS_FUNCTION Offset row_length(const Array<Offset>& row_offsets, LocalIndex row) {
  return row_offsets(row + 1) - row_offsets(row);
}

/// The first of the longest rows of each chunk.
Array<LocalIndex> find_longest_rows(const SellArrays& sell, const Array<Offset>& row_offsets) {
  const auto first_rows = sell.first_rows;
  const auto longest = allocate<LocalIndex>("longest rows", sell.chunks());
  Kokkos::parallel_for(
      "longest rows", Range<LocalIndex>(0, sell.chunks()), KOKKOS_LAMBDA(LocalIndex c) {
        LocalIndex found = first_rows(c);
        for (LocalIndex row = found + 1; row < first_rows(c + 1); ++row)
          if (row_length(row_offsets, row) > row_length(row_offsets, found)) found = row;
        longest(c) = found;
      });
  return longest;
}

/// Offsets of chunks that are as long as their longest rows.
Array<Offset> measure(const Array<LocalIndex>& longest_rows, const Array<Offset>& row_offsets, Offset chunk) {
  return begins_of<Offset>(
      "chunk offsets", static_cast<LocalIndex>(longest_rows.extent(0)),
      KOKKOS_LAMBDA(LocalIndex c) { return row_length(row_offsets, longest_rows(c)) * chunk; });
}

/// Copies the entries of one row into its chunk and pads them.
struct FillRow {
  SellArrays sell;
  CrsArrays crs;
  Array<LocalIndex> longest_rows;
  ChunksFor use;

  KOKKOS_FUNCTION void operator()(Offset place) const {
    const auto c = static_cast<LocalIndex>(place / sell.chunk);
    const auto lane = static_cast<LocalIndex>(place % sell.chunk);
    const LocalIndex row = Kokkos::min(sell.first_rows(c) + lane, sell.first_rows(c + 1) - 1);
    const bool exists = row == sell.first_rows(c) + lane;
    Offset from = crs.offsets(row);
    const Offset from_end = exists ? crs.offsets(row + 1) : from;
    const LocalIndex like = longest_rows(c);
    const bool aligned = exists && aligns(row, like);
    LocalIndex column = row;
    const Offset numbers = crs.numbers_an_entry();
    for (Offset to = sell.offsets(c), k = 0; to < sell.offsets(c + 1); to += sell.chunk, ++k) {
      if (from < from_end) column = crs.columns(from);
      const bool padding = from == from_end || (aligned && !are_on_one_diagonal(row, from, like, k));
      const LocalIndex theirs = crs.columns(crs.offsets(like) + k), diagonal = theirs + row - like;
      const bool on_diagonal = padding && aligned && use == ChunksFor::products && is_own(theirs) && is_own(diagonal);
      sell.columns(to + lane) = on_diagonal ? diagonal : column;
      for (Offset n = 0; n < numbers; ++n)
        sell.values(to * numbers + n * sell.chunk + lane) = padding ? 0 : crs.values(from * numbers + n);
      if (!padding) ++from;
    }
  }

 private:
  /// Whether entry e of `row` is as far from it as the k-th entry of row `like` from that.
  [[nodiscard]] KOKKOS_FUNCTION bool are_on_one_diagonal(LocalIndex row, Offset e, LocalIndex like, Offset k) const {
    return crs.columns(e) - row == crs.columns(crs.offsets(like) + k) - like;
  }

  /// Whether all entries of `row` lie on diagonals of row `like`, in its order.
  [[nodiscard]] KOKKOS_FUNCTION bool aligns(LocalIndex row, LocalIndex like) const {
    Offset from = crs.offsets(row);
    for (Offset k = 0; k < row_length(crs.offsets, like) && from < crs.offsets(row + 1); ++k)
      if (are_on_one_diagonal(row, from, like, k)) ++from;
    return from == crs.offsets(row + 1);
  }

  /// Whether a column is a row of this rank. Ghosts may not be there yet.
  [[nodiscard]] KOKKOS_FUNCTION bool is_own(LocalIndex column) const { return column >= 0 && column < sell.rows; }
};

/// Fills columns and values; each thread fills a contiguous share of each part.
void fill_by_part(const FillRow& fill, const std::vector<LocalIndex>& parts) {
  const SellArrays& sell = fill.sell;
  const std::vector<LocalIndex> begins = chunks_at(sell, parts);
  for (std::size_t p = 0; p + 1 < parts.size(); ++p)
    Kokkos::parallel_for("fill chunks",
                         Range<Offset>(Offset{begins[p]} * sell.chunk, Offset{begins[p + 1]} * sell.chunk), fill);
}

}  // namespace

std::vector<LocalIndex> chunks_at(const SellArrays& sell, const std::vector<LocalIndex>& rows) {
  const auto first_rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sell.first_rows);
  const LocalIndex *const begin = first_rows.data(), *const end = begin + first_rows.extent(0);
  std::vector<LocalIndex> chunks;
  for (const LocalIndex row : rows)
    chunks.push_back(static_cast<LocalIndex>(std::lower_bound(begin, end, row) - begin));
  return chunks;
}

SellArrays make_sell_arrays(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk, ChunksFor use) {
  SellArrays sell;
  sell.rows = matrix.rows;
  sell.column_count = matrix.column_count;
  sell.chunk = chunk;
  sell.block = matrix.block;
  cut_into_chunks(sell, parts);
  const Array<LocalIndex> longest_rows = find_longest_rows(sell, matrix.offsets);
  sell.offsets = measure(longest_rows, matrix.offsets, chunk);
  Offset entries = 0;
  Kokkos::deep_copy(entries, Kokkos::subview(sell.offsets, sell.chunks()));
  sell.columns = allocate<LocalIndex>("columns", entries);
  sell.values = allocate<double>("values", entries * matrix.numbers_an_entry());
  const FillRow fill{sell, matrix, longest_rows, use};
  if (use == ChunksFor::products)
    Kokkos::parallel_for("fill chunks", Range<Offset>(0, Offset{sell.chunks()} * chunk), fill);
  else
    fill_by_part(fill, parts);
  Exec().fence("make_sell_arrays");
  return sell;
}

}  // namespace minikrylov
