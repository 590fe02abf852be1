// Finding runs of chunks alike.
#include "kernels/formats/sell_runs.hpp"

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"

namespace minikrylov {
namespace {

/// Where runs begin.
struct Beginnings {
  SellArrays sell;
  SellColumns compact;

  [[nodiscard]] KOKKOS_FUNCTION Offset entries(LocalIndex c) const { return sell.offsets(c + 1) - sell.offsets(c); }
  /// The entries of a regular chunk, else 0.
  [[nodiscard]] KOKKOS_FUNCTION Offset kind(LocalIndex c) const {
    return (compact.begins(c + 1) - compact.begins(c)) * sell.chunk == entries(c) ? entries(c) : 0;
  }
  [[nodiscard]] KOKKOS_FUNCTION bool at(LocalIndex c) const { return c == 0 || kind(c) != kind(c - 1); }
};

struct CountRuns {
  Beginnings begin;
  KOKKOS_FUNCTION void operator()(LocalIndex c, LocalIndex& runs) const { runs += begin.at(c) ? 1 : 0; }
};

/// Numbers and writes them.
struct WriteRuns {
  Beginnings begin;
  SellRuns to;

  KOKKOS_FUNCTION void operator()(LocalIndex c, LocalIndex& runs, bool final) const {
    const bool begins = begin.at(c);
    runs += begins ? 1 : 0;
    if (!final) return;
    if (begins)
      to.runs(runs - 1) = {.first = c,
                           .row = begin.sell.first_rows(c),
                           .length = begin.kind(c) / begin.sell.chunk,
                           .values = begin.sell.offsets(c),
                           .columns = begin.compact.begins(c)};
    if (c % sell::chunks_per_mark == 0) to.marks(c / sell::chunks_per_mark) = runs - 1;
  }
};

}  // namespace

SellRuns find_runs(const SellArrays& sell, const SellColumns& compact) {
  const LocalIndex chunks = sell.chunks();
  const Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>> each(0, chunks);
  LocalIndex count = 0;
  Kokkos::parallel_reduce("count runs of chunks", each, CountRuns{{sell, compact}}, count);
  const SellRuns found{allocate<sell::ChunkRun>("runs of chunks", static_cast<std::size_t>(count) + 1),
                       allocate<LocalIndex>("marks", static_cast<std::size_t>((chunks + sell::chunks_per_mark - 1) /
                                                                              sell::chunks_per_mark))};
  Kokkos::parallel_scan("runs of chunks", each, WriteRuns{{sell, compact}, found});
  const auto runs = found.runs;
  const LocalIndex rows = sell.rows;
  Kokkos::parallel_for(
      "behind the last run", Kokkos::RangePolicy<Exec>(0, 1),
      KOKKOS_LAMBDA(int) { runs(count) = {.first = chunks, .row = rows, .length = 0, .values = 0, .columns = 0}; });
  Exec().fence("find_runs");
  return found;
}

Offset SellRuns::allocated_bytes() const {
  return static_cast<Offset>(sizeof(sell::ChunkRun) * runs.size() + sizeof(LocalIndex) * marks.size());
}

std::uint64_t SellRuns::digest() const {
  Digest digest;
  digest.add_all(words_of(runs));
  digest.add_all(marks);
  return digest.value();
}

Offset compact_bytes_of(SellArrays sell) {
  const SellColumns compact = compact_columns(sell);
  const Offset runs = sell.block == 1 ? find_runs(sell, compact).allocated_bytes() : 0;
  sell.columns = {};
  return runs + allocated_bytes_of(sell, compact);
}

}  // namespace minikrylov
