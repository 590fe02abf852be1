// Numbers of rows in the order of global rows, on rank 0.
#include "comm/partition/global_order.hpp"

#include <algorithm>

#include "comm/partition/scatter.hpp"

namespace minikrylov {
namespace {

/// One list per rank.
using ListsOfNumbers = std::vector<std::vector<double>>;

/// The lists of all ranks on rank 0, empty ones elsewhere.
ListsOfNumbers to_rank_0(std::vector<double> list, const Communicator& ranks) {
  ListsOfNumbers lists(static_cast<std::size_t>(ranks.size()));
  lists.front() = std::move(list);
  return ranks.exchange(lists);
}

/// Where the numbers of a row are.
struct PackedRow {
  GlobalIndex row;
  std::span<const double> numbers;
};

std::vector<PackedRow> rows_in_order(const ListsOfNumbers& lists) {
  std::vector<PackedRow> rows;
  for (const std::vector<double>& list : lists)
    for (std::size_t at = 0; at < list.size();) {
      const auto count = static_cast<std::size_t>(list[at + 1]);
      rows.push_back({static_cast<GlobalIndex>(list[at]), std::span(list).subspan(at + 2, count)});
      at += 2 + count;
    }
  std::sort(rows.begin(), rows.end(), [](const PackedRow& a, const PackedRow& b) { return a.row < b.row; });
  return rows;
}

}  // namespace

std::vector<double> scatter_columns(const DenseColumns& all, const std::vector<GlobalIndex>& numbers,
                                    const Communicator& ranks) {
  // Doubles hold any number of rows exactly.
  const ListsOfNumbers owned = to_rank_0({numbers.begin(), numbers.end()}, ranks);
  const auto columns = static_cast<std::size_t>(ranks.reduce(all.columns, ReduceBy::maximum));
  std::vector<double> mine(numbers.size() * columns);
  for (std::size_t j = 0; j < columns; ++j) {
    ListsOfNumbers parcels(static_cast<std::size_t>(ranks.size()));
    if (ranks.rank() == 0) {
      const double* const column = &all.values[j * static_cast<std::size_t>(all.rows)];
      for (std::size_t r = 0; r < owned.size(); ++r)
        for (const double row : owned[r]) parcels[r].push_back(column[static_cast<std::size_t>(row)]);
    }
    const std::vector<double> values = ranks.exchange(parcels).front();
    for (std::size_t i = 0; i < values.size(); ++i) mine[i * columns + j] = values[i];
  }
  return mine;
}

void for_rows_in_order(GlobalIndex rows, GlobalIndex window, const PackRows& pack, const TakeRow& take,
                       const Communicator& ranks) {
  std::string complaints;  // of rank 0: the others must not wait for it
  for (GlobalIndex begin = 0; begin < rows; begin += window) {
    std::vector<double> packed;
    pack(begin, std::min(rows, begin + window), packed);
    const ListsOfNumbers lists = to_rank_0(std::move(packed), ranks);
    if (ranks.rank() != 0 || !complaints.empty()) continue;
    try {
      for (const PackedRow& row : rows_in_order(lists)) take(row.row, row.numbers);
    } catch (const SetupError& error) {
      for (const std::string& message : error.messages()) complaints += message + '\n';
    }
  }
  raise_lines(ranks.gather(complaints).front());
}

}  // namespace minikrylov
