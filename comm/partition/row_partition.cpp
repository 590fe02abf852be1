// Row partitions in blocks or from a file.
#include "comm/partition/row_partition.hpp"

#include <algorithm>

#include "problems/file_text.hpp"
#include "problems/require.hpp"

namespace minikrylov {

std::vector<GlobalIndex> RowPartition::rows_of(int rank) const {
  std::vector<GlobalIndex> rows;
  for (std::size_t row = 0; row < owner.size(); ++row)
    if (owner[row] == rank) rows.push_back(static_cast<GlobalIndex>(row));
  return rows;
}

std::vector<int> block_owners(LocalIndex rows, int ranks) {
  std::vector<int> owner(rows);
  for (GlobalIndex row = 0; row < rows; ++row) owner[row] = static_cast<int>(((row + 1) * ranks - 1) / rows);
  return owner;
}

std::vector<int> read_owners(const std::string& file, LocalIndex rows, int ranks) {
  const FileText text(file);
  std::vector<int> owner;
  std::string_view rest = text.text();
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string word(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    char* stop = nullptr;
    const long rank = std::strtol(word.c_str(), &stop, 10);
    require(stop != word.c_str() && *stop == '\0' && rank >= 0 && rank < ranks,
            "{}:{}: \"{}\" is not a rank (each line should be one of 0 to {}) partition for {} ranks", file, line,
            word.substr(0, 40), ranks - 1, ranks);
    owner.push_back(static_cast<int>(rank));
  }
  require(owner.size() == static_cast<std::size_t>(rows),
          "{} has the ranks of {} rows (the matrix has {}) give a partition of this matrix", file, owner.size(), rows);
  return owner;
}

RowPartition make_row_partition(std::vector<int> owner, int ranks) {
  RowPartition partition{std::move(owner), {}};
  std::vector<LocalIndex> count(ranks, 0);
  for (const int rank : partition.owner) partition.index.push_back(count[rank]++);
  const auto empty = std::find(count.begin(), count.end(), 0);
  require(empty == count.end(), "rank {} has no row (of {} rows on {} ranks) use fewer ranks or another partition",
          empty - count.begin(), partition.owner.size(), ranks);
  return partition;
}

}  // namespace minikrylov
