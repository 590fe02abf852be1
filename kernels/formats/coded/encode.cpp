// A matrix is coded in four steps: find chunks that repeat, choose codes, find places, write.
#include "kernels/formats/coded/encode.hpp"

#include <cstring>

#include "kernels/core/arrays.hpp"
#include "kernels/formats/coded/repeats.hpp"

namespace minikrylov::coded {
namespace {

/// Where vectors are loaded from begins at a multiple of these bytes.
constexpr Offset alignment = 32;
Offset aligned(Offset bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// Chunks must repeat so often, on average, that their doubles stay in the caches: then nothing is decoded.
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

/// Zeros in what alignment leaves behind `used` bytes.
void clear_gap(unsigned char* begin, Offset used) {
  std::memset(begin + used, 0, static_cast<std::size_t>(aligned(used) - used));
}

/// Which chunks and which columns are stored, and in what code.
struct Plan {
  Groups chunks;
  Groups columns;  ///< of the stored chunks
  std::vector<StoredChunk> stored;
  Offset value_bytes = 0, column_bytes = 0;
};

/// The codes of numbers, of all stored chunks.
void choose_values(Plan& plan, const HostChunks& sell, const ValueTable& table, Allowed allowed) {
  const bool repeated = plan.chunks.count() <= sell.count() / enough_repeats;
  on_host_threads("choose codes", plan.chunks.count(), [&](LocalIndex s) {
    const LocalIndex c = plan.chunks.first[static_cast<std::size_t>(s)];
    StoredChunk& stored = plan.stored[static_cast<std::size_t>(s)];
    stored.length = sell.length(c);
    if (repeated)
      stored.value_coding = ValueCoding::shared;
    else if (sell.entries(c) <= max_decoded)
      stored.value_coding = narrowest(sell.values_of(c), table, allowed);
  });
  for (StoredChunk& stored : plan.stored) {
    stored.values = plan.value_bytes;
    plan.value_bytes += aligned(bytes_of(stored.value_coding, stored.length, sell.chunk));
  }
}

/// The codes of columns, of all that are stored.
void choose_columns(Plan& plan, const HostChunks& sell) {
  std::vector<ColumnCoding> codings(plan.columns.first.size());
  std::vector<Offset> begins(plan.columns.first.size());
  on_host_threads("choose codes of columns", plan.columns.count(), [&](LocalIndex k) {
    const LocalIndex s = plan.columns.first[static_cast<std::size_t>(k)];
    codings[static_cast<std::size_t>(k)] =
        narrowest(sell.columns_of(plan.chunks.first[static_cast<std::size_t>(s)]), sell.chunk);
  });
  for (std::size_t k = 0; k < begins.size(); ++k) {
    begins[k] = plan.column_bytes;
    const StoredChunk& stored = plan.stored[static_cast<std::size_t>(plan.columns.first[k])];
    plan.column_bytes += aligned(bytes_of(codings[k], stored.length, sell.chunk));
  }
  for (std::size_t s = 0; s < plan.stored.size(); ++s) {
    const auto k = static_cast<std::size_t>(plan.columns.of[s]);
    plan.stored[s].columns = begins[k];
    plan.stored[s].column_coding = codings[k];
  }
}

Plan make_plan(const HostChunks& sell, Allowed allowed) {
  Plan plan;
  plan.chunks = allowed == Allowed::all ? equal_chunks(sell) : all_different(sell.count());
  plan.columns = equal_columns(sell, plan.chunks.first);
  plan.stored.resize(plan.chunks.first.size());
  return plan;
}

Shares shares_of(const Plan& plan, const HostChunks& sell) {
  Shares shares;
  shares.stored_chunks = plan.chunks.count();
  for (LocalIndex c = 0; c < sell.count(); ++c) {
    const StoredChunk& stored = plan.stored[static_cast<std::size_t>(plan.chunks.of[static_cast<std::size_t>(c)])];
    for (Share* share : {&shares.values[static_cast<std::size_t>(stored.value_coding)],
                         &shares.columns[static_cast<std::size_t>(stored.column_coding)]}) {
      ++share->chunks;
      share->entries += sell.entries(c);
    }
  }
  for (const StoredChunk& stored : plan.stored)
    shares.values[static_cast<std::size_t>(stored.value_coding)].bytes +=
        aligned(bytes_of(stored.value_coding, stored.length, sell.chunk));
  for (const LocalIndex s : plan.columns.first) {
    const StoredChunk& stored = plan.stored[static_cast<std::size_t>(s)];
    shares.columns[static_cast<std::size_t>(stored.column_coding)].bytes +=
        aligned(bytes_of(stored.column_coding, stored.length, sell.chunk));
  }
  return shares;
}

/// All codes of a plan.
void write(const Plan& plan, const HostChunks& sell, const ValueTable& table, unsigned char* values,
           unsigned char* columns) {
  on_host_threads("write codes", plan.chunks.count(), [&](LocalIndex s) {
    const LocalIndex c = plan.chunks.first[static_cast<std::size_t>(s)];
    const StoredChunk& stored = plan.stored[static_cast<std::size_t>(s)];
    write_values(sell.values_of(c), sell.chunk, stored.value_coding, table, values + stored.values);
    clear_gap(values + stored.values, bytes_of(stored.value_coding, stored.length, sell.chunk));
  });
  on_host_threads("write codes of columns", plan.columns.count(), [&](LocalIndex k) {
    const auto s = static_cast<std::size_t>(plan.columns.first[static_cast<std::size_t>(k)]);
    const LocalIndex c = plan.chunks.first[s];
    const StoredChunk& stored = plan.stored[s];
    write_columns(sell.columns_of(c), sell.chunk, sell.first_rows(c), stored.column_coding, columns + stored.columns);
    clear_gap(columns + stored.columns, bytes_of(stored.column_coding, stored.length, sell.chunk));
  });
}

}  // namespace

Offset CodedChunks::allocated_bytes() const {
  return static_cast<Offset>(values.size() + columns.size() + sizeof(double) * table.size() +
                             sizeof(StoredChunk) * chunks.size() +
                             sizeof(LocalIndex) * (stored.size() + first_rows.size() + group_chunks.size()));
}

CodedChunks encode(const SellArrays& arrays, Allowed allowed) {
  const HostChunks sell(arrays);
  Plan plan = make_plan(sell, allowed);
  const ValueTable table(sell, plan.chunks.first);
  choose_values(plan, sell, table, allowed);
  choose_columns(plan, sell);
  const Written<unsigned char> values("coded values", plan.value_bytes), columns("coded columns", plan.column_bytes);
  write(plan, sell, table, values.host.data(), columns.host.data());
  std::vector<double> numbers(table.numbers().begin(), table.numbers().end());
  numbers.resize(table_size);
  return {.rows = arrays.rows,
          .column_count = arrays.column_count,
          .entries = static_cast<Offset>(arrays.values.extent(0)),
          .shares = shares_of(plan, sell),
          .group_chunks = arrays.group_chunks,
          .first_rows = arrays.first_rows,
          .stored = array_of("stored chunks", plan.chunks.of),
          .chunks = array_of("codes of chunks", plan.stored),
          .values = values.finish(),
          .columns = columns.finish(),
          .table = array_of("most frequent numbers", numbers)};
}

}  // namespace minikrylov::coded
