// Distribution of rows from the rank that read them to their owners.
#include "comm/partition/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

/// One list per rank.
template <class T> using Lists = std::vector<std::vector<T>>;

/// Row lengths, columns and values for each rank, row after row; on rank 0.
struct Parcels {
  Lists<int> lengths, columns;
  Lists<double> values;
};

Parcels pack(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  Parcels parcels{Lists<int>(count), Lists<int>(count), Lists<double>(count)};
  std::vector<std::size_t> entries(count, 0);
  for (LocalIndex row = 0; row < matrix.rows; ++row)
    entries[owner[row]] += static_cast<std::size_t>(matrix.offsets[row + 1] - matrix.offsets[row]);
  for (std::size_t rank = 0; rank < count; ++rank) {
    parcels.columns[rank].reserve(entries[rank]);
    parcels.values[rank].reserve(entries[rank]);
  }
  for (LocalIndex row = 0; row < matrix.rows; ++row) {
    const Offset begin = matrix.offsets[row], end = matrix.offsets[row + 1];
    const int rank = owner[row];
    parcels.lengths[rank].push_back(static_cast<int>(end - begin));
    auto& columns = parcels.columns[rank];
    auto& values = parcels.values[rank];
    columns.insert(columns.end(), matrix.columns.begin() + begin, matrix.columns.begin() + end);
    values.insert(values.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
  }
  return parcels;
}

template <class T> std::vector<T> from_rank_0(const Communicator& ranks, const Lists<T>& parcels) {
  return ranks.exchange(parcels).front();
}

/// The distinct columns that `rank` does not own, sorted by owner, then by number.
std::vector<int> ghosts_among(const std::vector<int>& columns, const RowPartition& partition, int rank) {
  std::vector<int> ghosts;
  for (const int column : columns)
    if (partition.owner[column] != rank) ghosts.push_back(column);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  std::stable_sort(ghosts.begin(), ghosts.end(), [&](int a, int b) { return partition.owner[a] < partition.owner[b]; });
  return ghosts;
}

/// Renumbers columns as in Rows; the order of columns within a row stays.
void make_local(std::vector<int>& columns, const std::vector<int>& ghosts, const RowPartition& partition, int rank,
                LocalIndex rows) {
  std::vector<std::pair<int, LocalIndex>> places;  // local columns of ghosts, by global number
  for (std::size_t k = 0; k < ghosts.size(); ++k) places.emplace_back(ghosts[k], rows + static_cast<LocalIndex>(k));
  std::sort(places.begin(), places.end());
  for (int& column : columns)
    column = partition.owner[column] == rank
                 ? partition.index[column]
                 : std::lower_bound(places.begin(), places.end(), std::pair<int, LocalIndex>(column, 0))->second;
}

std::vector<double> row_sums(const std::vector<Offset>& offsets, const std::vector<double>& values) {
  std::vector<double> sums;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    sums.push_back(std::accumulate(values.begin() + offsets[row], values.begin() + offsets[row + 1], 0.0));
  return sums;
}

/// Whether every row adds up to zero, up to rounding.
bool sums_vanish(const std::vector<Offset>& offsets, const std::vector<double>& values) {
  constexpr double rounding = 1e-13;  // k ε for rows of k = 450 entries
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    double sum = 0, size = 0;
    for (Offset e = offsets[row]; e < offsets[row + 1]; ++e) {
      sum += values[e];
      size += std::fabs(values[e]);
    }
    if (!(std::fabs(sum) <= rounding * size)) return false;
  }
  return true;
}

/// A solution that is not constant, by global numbers.
std::vector<double> ramp(const std::vector<GlobalIndex>& numbers) {
  std::vector<double> x;
  for (const GlobalIndex i : numbers) x.push_back(1 + static_cast<double>(i % 17) / 16);
  return x;
}

/// A x, from values on own rows and on ghosts; columns are local.
std::vector<double> product(const std::vector<Offset>& offsets, const std::vector<int>& columns,
                            const std::vector<double>& values, const std::vector<double>& x,
                            const std::vector<double>& ghosts) {
  std::vector<double> y(offsets.size() - 1, 0);
  for (std::size_t row = 0; row < y.size(); ++row)
    for (Offset e = offsets[row]; e < offsets[row + 1]; ++e) {
      const auto column = static_cast<std::size_t>(columns[e]);
      y[row] += values[e] * (column < x.size() ? x[column] : ghosts[column - x.size()]);
    }
  return y;
}

}  // namespace

void raise_lines(const std::string& complaints) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end = 0; (end = complaints.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(complaints.substr(begin, end - begin));
  if (!lines.empty()) throw SetupError(lines);
}

ScatteredRows scatter_rows(const SparseMatrix& matrix, const std::vector<int>& owner, const Communicator& ranks) {
  const int rank = ranks.rank(), size = ranks.size();
  const auto count = static_cast<std::size_t>(size);
  const RowPartition partition =
      make_row_partition(from_rank_0(ranks, rank == 0 ? Lists<int>(count, owner) : Lists<int>(count)), size);
  Parcels parcels =
      rank == 0 ? pack(matrix, owner, size) : Parcels{Lists<int>(count), Lists<int>(count), Lists<double>(count)};
  const std::vector<int> lengths = from_rank_0(ranks, parcels.lengths);
  std::vector<int> columns = from_rank_0(ranks, parcels.columns);
  const std::vector<double> values = from_rank_0(ranks, parcels.values);
  parcels = {};

  std::vector<Offset> offsets(1, 0);
  for (const int length : lengths) offsets.push_back(offsets.back() + length);
  const std::vector<int> ghosts = ghosts_among(columns, partition, rank);
  ScatteredRows mine;
  mine.rows.rows = static_cast<LocalIndex>(lengths.size());
  make_local(columns, ghosts, partition, rank, mine.rows.rows);
  mine.global_numbers = partition.rows_of(rank);
  for (const int ghost : ghosts) {
    const GhostSource source = partition.locate(ghost);
    mine.rows.ghosts.push_back(ghost);
    mine.ghosts.push_back({source.rank, source.index});
  }
  const double singular_here = sums_vanish(offsets, values) ? 1 : 0;
  if (ranks.reduce(singular_here, ReduceBy::minimum) > 0) mine.rows.nullspace = Nullspace::constant;
  const bool regular = mine.rows.nullspace == Nullspace::none;
  const std::vector<double> x = regular ? std::vector<double>(lengths.size(), 1.0) : ramp(mine.global_numbers);
  mine.rows.rhs = array_of(
      "rhs", regular ? row_sums(offsets, values) : product(offsets, columns, values, x, ramp(mine.rows.ghosts)));
  mine.rows.solution = array_of("solution", x);
  mine.rows.offsets = array_of("offsets", offsets);
  mine.rows.columns = array_of("columns", columns);
  mine.rows.values = array_of("values", values);
  return mine;
}

}  // namespace minikrylov
