// Systems as Matrix Market files.
#include "miniapp/results/dump.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "comm/partition/global_order.hpp"
#include "comm/partition/scatter.hpp"
#include "miniapp/metadata/version.hpp"
#include "miniapp/results/whole_file.hpp"
#include "problems/market/writer.hpp"

namespace minikrylov {
namespace {

/// Numbers that rank 0 holds at a time.
constexpr GlobalIndex numbers_at_a_time = 1 << 20;
/// Characters that are written at a time.
constexpr std::size_t characters_at_a_time = 1 << 20;

template <class T> std::vector<T> to_list(const Array<T>& array) {
  std::vector<T> list(array.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(list.data(), list.size()), array);
  return list;
}

template <class T> using HostArray = Kokkos::View<const T*, Kokkos::HostSpace>;

/// The array itself where it is in host memory.
template <class T> HostArray<T> on_host_too(const Array<T>& array) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array);
}

std::string written_by() { return fmt::format("written by miniKrylov {}", version::number); }

/// A file that rank 0 writes. Other ranks have none.
class FileOfRank0 {
 public:
  FileOfRank0(const std::string& path, OverwritePolicy policy, std::string head, const Communicator& ranks)
      : ranks_(ranks), text_(std::move(head)) {
    const auto open = [&] { return std::make_unique<WholeFile>(path, policy); };
    file_ = on_first_rank(ranks, open);
  }

  /// On rank 0 only.
  [[nodiscard]] std::string& text() { return text_; }
  void write_if_large() {
    if (text_.size() >= characters_at_a_time) write();
  }
  /// Collective.
  void finish() {
    static_cast<void>(on_first_rank(ranks_, [&] {
      write();
      file_->finish();
      return true;
    }));
  }

 private:
  void write() {
    file_->write(text_);
    text_.clear();
  }

  const Communicator& ranks_;
  std::string text_;
  std::unique_ptr<WholeFile> file_;
};

/// The rows of this rank in host memory, with global columns.
struct DumpedRows {
  LocalIndex rows;
  HostArray<GlobalIndex> number;  ///< ascending
  HostArray<Offset> offsets;
  HostArray<LocalIndex> columns;
  HostArray<double> values;
  const std::vector<GlobalIndex>& ghosts;

  explicit DumpedRows(const AssembledRows& assembled)
      : rows(assembled.rows.rows),
        number(on_host_too(assembled.global_number)),
        offsets(on_host_too(assembled.rows.offsets)),
        columns(on_host_too(assembled.rows.columns)),
        values(on_host_too(assembled.rows.values)),
        ghosts(assembled.rows.ghosts) {}

  [[nodiscard]] GlobalIndex column(Offset e) const {
    return columns(e) < rows ? number(columns(e)) : ghosts[columns(e) - rows];
  }
};

/// A number that looks random, from the place of an entry above the diagonal and all bits of its value.
std::uint64_t fingerprint(GlobalIndex row, GlobalIndex column, double value) {
  std::uint64_t state = 0;
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column), std::bit_cast<std::uint64_t>(value)}) {
    std::uint64_t z = (state += part + 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;  // splitmix64, as in right_hand_sides.cpp
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    state = z ^ (z >> 31U);
  }
  return state;
}

/// The entries of a matrix to be written.
struct WrittenEntries {
  Symmetry symmetry = Symmetry::general;
  Offset entries = 0;
};

/// A matrix is symmetric if the fingerprints of the entries below its diagonal are those above it; their sums differ
/// otherwise, but for one case in 2^64. No rank needs the rows of another. Collective.
WrittenEntries entries_to_write(const DumpedRows& rows, const Communicator& ranks) {
  std::uint64_t difference = 0;
  Offset below = 0, diagonal = 0;
  for (LocalIndex i = 0; i < rows.rows; ++i)
    for (Offset e = rows.offsets(i); e < rows.offsets(i + 1); ++e) {
      const GlobalIndex row = rows.number(i), column = rows.column(e);
      if (row < column) difference += fingerprint(row, column, rows.values(e));
      if (row > column) difference -= fingerprint(column, row, rows.values(e));
      below += row > column ? 1 : 0;
      diagonal += row == column ? 1 : 0;
    }
  std::uint64_t of_all = 0;
  for (const std::string& part : ranks.gather(fmt::format("{}", difference))) of_all += std::stoull(part);
  const auto total = [&](Offset count) {
    return static_cast<Offset>(ranks.reduce(static_cast<double>(count), ReduceBy::sum));
  };
  if (of_all == 0) return {Symmetry::symmetric, total(below + diagonal)};
  return {Symmetry::general, total(static_cast<Offset>(rows.values.extent(0)))};
}

/// How many rows rank 0 can hold at a time, given the numbers per row.
GlobalIndex window_of(Offset numbers_per_row) { return std::max<GlobalIndex>(1, numbers_at_a_time / numbers_per_row); }

/// Appends the rows in [begin, end): columns and values in turn.
void pack_entries(const DumpedRows& rows, Symmetry symmetry, GlobalIndex begin, GlobalIndex end,
                  std::vector<double>& packed) {
  const GlobalIndex* const numbers = rows.number.data();
  for (auto i = std::lower_bound(numbers, numbers + rows.rows, begin) - numbers; i < rows.rows; ++i) {
    const GlobalIndex row = rows.number(i);
    if (row >= end) return;
    packed.push_back(static_cast<double>(row));
    const std::size_t count = packed.size();
    packed.push_back(0);
    for (Offset e = rows.offsets(i); e < rows.offsets(i + 1); ++e) {
      const GlobalIndex column = rows.column(e);
      if (symmetry == Symmetry::symmetric && column > row) continue;
      packed.push_back(static_cast<double>(column));
      packed.push_back(rows.values(e));
    }
    packed[count] = static_cast<double>(packed.size() - count - 1);
  }
}

/// This rank's b as it was given, in the order of global rows.
struct DumpedSides {
  std::vector<GlobalIndex> number;
  std::vector<double> values;
  int width;

  DumpedSides(const System& system, const RightHandSides& sides) : width(sides.b.width) {
    const std::vector<GlobalIndex> unordered = to_list(system.global_number);
    const std::vector<double> b = to_list(sides.b.data);
    std::vector<std::size_t> order(unordered.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto one, auto other) { return unordered[one] < unordered[other]; });
    const auto m = static_cast<std::size_t>(width);
    for (const std::size_t i : order) {
      number.push_back(unordered[i]);
      for (std::size_t j = 0; j < m; ++j) values.push_back(std::ldexp(b[i * m + j], -system.scale.rhs));
    }
  }
};

/// Appends the values of column j in the rows [begin, end).
void pack_values(const DumpedSides& sides, int j, GlobalIndex begin, GlobalIndex end, std::vector<double>& packed) {
  const auto first = std::lower_bound(sides.number.begin(), sides.number.end(), begin);
  for (auto i = static_cast<std::size_t>(first - sides.number.begin()); i < sides.number.size(); ++i) {
    if (sides.number[i] >= end) return;
    const std::size_t place = i * static_cast<std::size_t>(sides.width) + static_cast<std::size_t>(j);
    packed.insert(packed.end(), {static_cast<double>(sides.number[i]), 1, sides.values[place]});
  }
}

}  // namespace

void dump_matrix(const std::string& path, const AssembledRows& assembled, OverwritePolicy policy,
                 const Communicator& ranks) {
  const DumpedRows rows(assembled);
  const WrittenEntries contents = entries_to_write(rows, ranks);
  const auto global_rows = static_cast<GlobalIndex>(ranks.reduce(rows.rows, ReduceBy::sum));
  Offset longest = 1;
  for (LocalIndex i = 0; i < rows.rows; ++i) longest = std::max(longest, rows.offsets(i + 1) - rows.offsets(i));
  longest = static_cast<Offset>(ranks.reduce(static_cast<double>(longest), ReduceBy::maximum));
  FileOfRank0 file(path, policy, market_matrix_head(contents.symmetry, written_by(), global_rows, contents.entries),
                   ranks);
  for_rows_in_order(
      global_rows, window_of(2 * longest + 2),
      [&](GlobalIndex begin, GlobalIndex end, std::vector<double>& packed) {
        pack_entries(rows, contents.symmetry, begin, end, packed);
      },
      [&](GlobalIndex row, std::span<const double> numbers) {
        for (std::size_t k = 0; k < numbers.size(); k += 2)
          append_market_entry(file.text(), row, static_cast<GlobalIndex>(numbers[k]), numbers[k + 1]);
        file.write_if_large();
      },
      ranks);
  file.finish();
}

void dump_rhs(const std::string& path, const System& system, const RightHandSides& sides, OverwritePolicy policy,
              const Communicator& ranks) {
  const DumpedSides values(system, sides);
  FileOfRank0 file(path, policy, market_array_head(written_by(), system.global_rows, values.width), ranks);
  for (int j = 0; j < values.width; ++j)
    for_rows_in_order(
        system.global_rows, window_of(3),
        [&](GlobalIndex begin, GlobalIndex end, std::vector<double>& packed) {
          pack_values(values, j, begin, end, packed);
        },
        [&](GlobalIndex, std::span<const double> numbers) {
          append_market_value(file.text(), numbers.front());
          file.write_if_large();
        },
        ranks);
  file.finish();
}

}  // namespace minikrylov
