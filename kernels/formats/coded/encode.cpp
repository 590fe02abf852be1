// Encodes a matrix in four steps: find repeated pieces, choose codes, compute offsets, write.
#include "kernels/formats/coded/encode.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"
#include "kernels/formats/coded/in_turn.hpp"
#include "kernels/formats/coded/repeats.hpp"

namespace minikrylov::coded {
namespace {

/// Codes begin at multiples of this many bytes, so that registers of 32 bytes loaded from them do not straddle cache
/// lines.
constexpr Offset alignment = 32;
Offset aligned(Offset bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// If pieces repeat at least this often on average, storing each once takes an eighth of the bytes, as little as codes
/// of one byte: they stay doubles, and nothing is decoded.
constexpr LocalIndex enough_repeats = 8;

/// The array in the memory of the device, and where the host writes it.
template <class T> struct Written {
  Array<T> array;
  typename Array<T>::HostMirror host;

  Written(const char* name, Offset length)
      : array(allocate<T>(name, static_cast<std::size_t>(length))), host(Kokkos::create_mirror_view(array)) {}
  [[nodiscard]] Array<T> finish() const {
    Kokkos::deep_copy(array, host);
    return array;
  }
};

/// Fills the end of the room for a code with zeros, before it is written: it ends there, at any byte.
void clear_end(unsigned char* begin, Offset room) {
  if (room > 0) std::memset(begin + room - alignment, 0, static_cast<std::size_t>(alignment));
}

/// Which pieces and which columns are stored, and in what code.
struct Plan {
  const Pieces& of;
  Groups pieces;
  Groups columns;               ///< of the stored pieces
  Written<StoredChunk> stored;  ///< not initialised
  /// How many stored pieces before one the same thread has one with the same numbers, which are in the same code; 0:
  /// none is known.
  std::vector<unsigned char> back;
  Offset all_value_bytes = 0, all_column_bytes = 0;
  int chunk = of.chunk(), numbers_an_entry = of.numbers_an_entry();

  /// The first of the pieces that are stored as one, and of those that are stored with the same columns.
  [[nodiscard]] LocalIndex first(LocalIndex s) const { return pieces.first[static_cast<std::size_t>(s)]; }
  [[nodiscard]] LocalIndex first_with_columns(LocalIndex k) const { return columns.first[static_cast<std::size_t>(k)]; }
  [[nodiscard]] StoredChunk& at(LocalIndex s) const { return stored.host(s); }
  [[nodiscard]] LocalIndex back_from(LocalIndex s) const { return back[static_cast<std::size_t>(s)]; }
  [[nodiscard]] Offset entries(const StoredChunk& piece) const { return Offset{piece.length} * chunk; }
  /// With the gap behind them, as soon as it is known where they begin.
  [[nodiscard]] Offset value_bytes(LocalIndex s) const {
    return (s + 1 < pieces.count() ? at(s + 1).values : all_value_bytes) - at(s).values;
  }
  [[nodiscard]] Offset column_bytes(LocalIndex s) const { return of.column_bytes(first(s), at(s).column_coding); }
};

Plan make_plan(const Pieces& pieces, Allowed allowed) {
  Groups groups = allowed == Allowed::all ? equal_pieces(pieces) : all_different(pieces.count());
  Groups columns = equal_columns(pieces, groups.first);
  const Offset count = groups.count();
  return {.of = pieces,
          .pieces = std::move(groups),
          .columns = std::move(columns),
          .stored = {"codes of chunks", count},
          .back = std::vector<unsigned char>(static_cast<std::size_t>(count))};
}

/// The codes of numbers, of all stored pieces.
void choose_values(Plan& plan, const ValueTable& table, Allowed allowed) {
  const bool repeated = plan.pieces.count() <= plan.of.count() / enough_repeats;
  const auto chosen = [&](LocalIndex s) -> StoredChunk {
    const auto values = plan.of.values_of(plan.first(s));
    ValueCode code{repeated ? ValueCoding::shared : ValueCoding::full, static_cast<Offset>(values.size_bytes())};
    if (!repeated && static_cast<Offset>(values.size()) <= plan.of.max_numbers_coded())
      code = narrowest(values, plan.chunk, table, allowed);
    return {.values = aligned(code.bytes), .length = plan.of.length(plan.first(s)), .value_coding = code.coding};
  };
  const auto same = [&](LocalIndex a, LocalIndex b) {
    return have_same_numbers(plan.of, plan.first(a), plan.first(b));
  };
  const LocalIndex count = plan.pieces.count(), threads = host_threads();
  for_each_thread("choose codes", [&](LocalIndex thread) {
    const LocalIndex begin = share_begin(count, thread, threads);
    visit_share(count, thread, threads, [&](LocalIndex s) {
      unsigned char& back = plan.back[static_cast<std::size_t>(s)];
      if (allowed != Allowed::all) back = back_to_same(s, begin, same);  // else few repeat that are still here
      plan.at(s) = back > 0 ? plan.at(s - back) : chosen(s);
    });
  });
  plan.all_value_bytes = begin_in_turn(count, [&](LocalIndex s) -> Offset& { return plan.at(s).values; });
}

/// The codes of columns, of all that are stored.
void choose_columns(Plan& plan) {
  for_shares("choose codes of columns", 0, plan.columns.count(), [&](LocalIndex k) {
    const LocalIndex s = plan.first_with_columns(k);
    plan.at(s).column_coding = plan.of.narrowest_columns(plan.first(s));
    plan.at(s).columns = aligned(plan.column_bytes(s));
  });
  plan.all_column_bytes = begin_in_turn(
      plan.columns.count(), [&](LocalIndex k) -> Offset& { return plan.at(plan.first_with_columns(k)).columns; });
  for_shares("columns alike", 0, plan.pieces.count(), [&](LocalIndex s) {
    const LocalIndex same = plan.first_with_columns(plan.columns.of[static_cast<std::size_t>(s)]);
    if (same == s) return;
    plan.at(s).columns = plan.at(same).columns;
    plan.at(s).column_coding = plan.at(same).column_coding;
  });
}

/// Of a thread's share of all pieces.
Shares shares_of(const Plan& plan, LocalIndex thread, LocalIndex threads) {
  Shares shares;
  const auto values = [&](const StoredChunk& piece) -> Share& {
    return shares.values[static_cast<std::size_t>(piece.value_coding)];
  };
  const auto columns = [&](const StoredChunk& piece) -> Share& {
    return shares.columns[static_cast<std::size_t>(piece.column_coding)];
  };
  visit_share(plan.of.count(), thread, threads, [&](LocalIndex piece) {
    const StoredChunk& stored = plan.at(plan.pieces.of[static_cast<std::size_t>(piece)]);
    ++values(stored).chunks;
    ++columns(stored).chunks;
    values(stored).count += plan.entries(stored) * plan.numbers_an_entry;
    columns(stored).count += plan.entries(stored);
  });
  visit_share(plan.pieces.count(), thread, threads,
              [&](LocalIndex s) { values(plan.at(s)).bytes += plan.value_bytes(s); });
  visit_share(plan.columns.count(), thread, threads, [&](LocalIndex k) {
    const LocalIndex s = plan.first_with_columns(k);
    columns(plan.at(s)).bytes += aligned(plan.column_bytes(s));
  });
  return shares;
}

template <std::size_t N> void add_each(std::array<Share, N>& to, const std::array<Share, N>& from) {
  for (std::size_t k = 0; k < N; ++k) {
    to[k].chunks += from[k].chunks;
    to[k].count += from[k].count;
    to[k].bytes += from[k].bytes;
  }
}

Shares shares_of(const Plan& plan) {
  const LocalIndex threads = host_threads();
  std::vector<Shares> of_thread(static_cast<std::size_t>(threads));
  for_each_thread("shares of codes", [&](LocalIndex thread) {
    of_thread[static_cast<std::size_t>(thread)] = shares_of(plan, thread, threads);
  });
  Shares shares;
  shares.stored_chunks = plan.pieces.count();
  for (const Shares& part : of_thread) {
    add_each(shares.values, part.values);
    add_each(shares.columns, part.columns);
  }
  return shares;
}

/// All codes of a plan; the thread that has chosen a code writes it.
void write(const Plan& plan, const ValueTable& table, unsigned char* values, unsigned char* columns) {
  for_shares("write codes", 0, plan.pieces.count(), [&](LocalIndex s) {
    const StoredChunk& stored = plan.at(s);
    unsigned char* const to = values + stored.values;
    if (const LocalIndex back = plan.back_from(s); back > 0) {
      std::copy_n(values + plan.at(s - back).values, plan.value_bytes(s), to);
      return;
    }
    clear_end(to, plan.value_bytes(s));
    write_values(plan.of.values_of(plan.first(s)), plan.chunk, stored.value_coding, table, to);
  });
  for_shares("write codes of columns", 0, plan.columns.count(), [&](LocalIndex k) {
    const LocalIndex s = plan.first_with_columns(k);
    unsigned char* const to = columns + plan.at(s).columns;
    clear_end(to, aligned(plan.column_bytes(s)));
    plan.of.write_columns(plan.first(s), plan.at(s).column_coding, to);
  });
}

Offset numbers_of(const Shares& shares) {
  Offset numbers = 0;
  for (const Share& share : shares.values) numbers += share.count;
  return numbers;
}

}  // namespace

bool Shares::any_code() const {
  const auto chunks = std::accumulate(values.begin(), values.end(), Offset{0},
                                      [](Offset sum, const Share& share) { return sum + share.chunks; });
  const Offset doubles = values[static_cast<std::size_t>(ValueCoding::full)].chunks,
               listed = columns[static_cast<std::size_t>(ColumnCoding::listed)].chunks;
  return doubles < chunks || listed < chunks || stored_chunks < chunks;
}

Offset CodedChunks::allocated_bytes() const {
  return static_cast<Offset>(values.size() + columns.size() + sizeof(double) * table.size() +
                             sizeof(StoredChunk) * chunks.size() +
                             sizeof(LocalIndex) * (stored.size() + first_rows.size() + group_chunks.size()));
}

std::uint64_t CodedChunks::digest() const {
  Digest digest;
  digest.add_all(words_of(values));
  digest.add_all(words_of(columns));
  digest.add_all(words_of(chunks));
  digest.add_all(table);
  digest.add_all(stored);
  digest.add_all(first_rows);
  digest.add_all(group_chunks);
  return digest.value();
}

CodedChunks encode(const Pieces& pieces, Allowed allowed) {
  Plan plan = make_plan(pieces, allowed);
  const ValueTable table(pieces, plan.pieces.first);
  choose_values(plan, table, allowed);
  choose_columns(plan);
  const Written<unsigned char> values("coded values", plan.all_value_bytes),
      columns("coded columns", plan.all_column_bytes);
  write(plan, table, values.host.data(), columns.host.data());
  std::vector<double> numbers(table.numbers().begin(), table.numbers().end());
  numbers.resize(table_size);
  CodedChunks coded;
  coded.chunk = plan.chunk;
  coded.shares = shares_of(plan);
  coded.numbers = numbers_of(coded.shares);
  coded.stored = array_of("stored chunks", plan.pieces.of);
  coded.chunks = plan.stored.finish();
  coded.values = values.finish();
  coded.columns = columns.finish();
  coded.table = array_of("most frequent numbers", numbers);
  return coded;
}

}  // namespace minikrylov::coded
