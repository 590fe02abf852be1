// Encodes a matrix in four steps: find repeated pieces, choose codes, compute offsets, write.
#include "kernels/formats/coded/encode.hpp"

#include <cstring>
#include <numeric>

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"
#include "kernels/core/threads.hpp"
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

/// Fills the padding after `used` bytes with zeros.
void clear_gap(unsigned char* begin, Offset used) {
  std::memset(begin + used, 0, static_cast<std::size_t>(aligned(used) - used));
}

/// Which pieces and which columns are stored, and in what code.
struct Plan {
  const Pieces& of;
  Groups pieces;
  Groups columns;  ///< of the stored pieces
  std::vector<StoredChunk> stored;
  Offset all_value_bytes = 0, all_column_bytes = 0;

  /// The first of the pieces that are stored as one.
  [[nodiscard]] LocalIndex first(LocalIndex s) const { return pieces.first[static_cast<std::size_t>(s)]; }
  [[nodiscard]] StoredChunk& at(LocalIndex s) { return stored[static_cast<std::size_t>(s)]; }
  [[nodiscard]] const StoredChunk& at(LocalIndex s) const { return stored[static_cast<std::size_t>(s)]; }
  [[nodiscard]] Offset value_bytes(LocalIndex s) const {
    return bytes_of(at(s).value_coding, static_cast<Offset>(of.values_of(first(s)).size()) / of.chunk(), of.chunk());
  }
  [[nodiscard]] Offset column_bytes(LocalIndex s) const { return of.column_bytes(first(s), at(s).column_coding); }
};

Plan make_plan(const Pieces& pieces, Allowed allowed) {
  Plan plan{.of = pieces,
            .pieces = allowed == Allowed::all ? equal_pieces(pieces) : all_different(pieces.count()),
            .columns = {},
            .stored = {}};
  plan.columns = equal_columns(pieces, plan.pieces.first);
  plan.stored.resize(plan.pieces.first.size());
  return plan;
}

/// The codes of numbers, of all stored pieces.
void choose_values(Plan& plan, const ValueTable& table, Allowed allowed) {
  const bool repeated = plan.pieces.count() <= plan.of.count() / enough_repeats;
  for_shares("choose codes", 0, plan.pieces.count(), [&](LocalIndex s) {
    const auto values = plan.of.values_of(plan.first(s));
    StoredChunk& stored = plan.at(s);
    stored.length = plan.of.length(plan.first(s));
    if (repeated)
      stored.value_coding = ValueCoding::shared;
    else if (static_cast<Offset>(values.size()) <= plan.of.max_numbers_coded())
      stored.value_coding = narrowest(values, table, allowed);
  });
  for (LocalIndex s = 0; s < plan.pieces.count(); ++s) {
    plan.at(s).values = plan.all_value_bytes;
    plan.all_value_bytes += aligned(plan.value_bytes(s));
  }
}

/// The codes of columns, of all that are stored.
void choose_columns(Plan& plan) {
  for_shares("choose codes of columns", 0, plan.columns.count(), [&](LocalIndex k) {
    const LocalIndex s = plan.columns.first[static_cast<std::size_t>(k)];
    plan.at(s).column_coding = plan.of.narrowest_columns(plan.first(s));
  });
  for (const LocalIndex s : plan.columns.first) {
    plan.at(s).columns = plan.all_column_bytes;
    plan.all_column_bytes += aligned(plan.column_bytes(s));
  }
  for (LocalIndex s = 0; s < plan.pieces.count(); ++s) {
    const LocalIndex same = plan.columns.first[static_cast<std::size_t>(plan.columns.of[static_cast<std::size_t>(s)])];
    plan.at(s).columns = plan.at(same).columns;
    plan.at(s).column_coding = plan.at(same).column_coding;
  }
}

Shares shares_of(const Plan& plan) {
  Shares shares;
  shares.stored_chunks = plan.pieces.count();
  const auto values = [&](LocalIndex s) -> Share& {
    return shares.values[static_cast<std::size_t>(plan.at(s).value_coding)];
  };
  const auto columns = [&](LocalIndex s) -> Share& {
    return shares.columns[static_cast<std::size_t>(plan.at(s).column_coding)];
  };
  for (LocalIndex piece = 0; piece < plan.of.count(); ++piece) {
    const LocalIndex s = plan.pieces.of[static_cast<std::size_t>(piece)];
    ++values(s).chunks;
    ++columns(s).chunks;
    values(s).count += static_cast<Offset>(plan.of.values_of(piece).size());
    columns(s).count += plan.of.column_count(piece);
  }
  for (LocalIndex s = 0; s < plan.pieces.count(); ++s) values(s).bytes += aligned(plan.value_bytes(s));
  for (const LocalIndex s : plan.columns.first) columns(s).bytes += aligned(plan.column_bytes(s));
  return shares;
}

/// All codes of a plan.
void write(const Plan& plan, const ValueTable& table, unsigned char* values, unsigned char* columns) {
  for_shares("write codes", 0, plan.pieces.count(), [&](LocalIndex s) {
    unsigned char* const to = values + plan.at(s).values;
    write_values(plan.of.values_of(plan.first(s)), plan.of.chunk(), plan.at(s).value_coding, table, to);
    clear_gap(to, plan.value_bytes(s));
  });
  for_shares("write codes of columns", 0, plan.columns.count(), [&](LocalIndex k) {
    const LocalIndex s = plan.columns.first[static_cast<std::size_t>(k)];
    unsigned char* const to = columns + plan.at(s).columns;
    plan.of.write_columns(plan.first(s), plan.at(s).column_coding, to);
    clear_gap(to, plan.column_bytes(s));
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
  coded.chunk = pieces.chunk();
  coded.shares = shares_of(plan);
  coded.numbers = numbers_of(coded.shares);
  coded.stored = array_of("stored chunks", plan.pieces.of);
  coded.chunks = array_of("codes of chunks", plan.stored);
  coded.values = values.finish();
  coded.columns = columns.finish();
  coded.table = array_of("most frequent numbers", numbers);
  return coded;
}

}  // namespace minikrylov::coded
