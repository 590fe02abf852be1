// Message volumes between ranks.
#include "comm/embedded/traffic.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// Row numbers sorted by owner.
std::vector<LocalIndex> rows_by_owner(const std::vector<int>& owner, int ranks) {
  std::vector<std::size_t> next(static_cast<std::size_t>(ranks) + 1, 0);
  for (const int rank : owner) ++next[rank + 1];
  for (int rank = 0; rank < ranks; ++rank) next[rank + 1] += next[rank];
  std::vector<LocalIndex> rows(owner.size());
  for (std::size_t row = 0; row < owner.size(); ++row) rows[next[owner[row]]++] = static_cast<LocalIndex>(row);
  return rows;
}

}  // namespace

std::vector<Flow> flows_of(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks) {
  constexpr int nobody = -1;
  std::vector<int> last_user(matrix.rows, nobody);
  std::vector<std::int64_t> from(ranks, 0);
  std::vector<int> sources;
  std::vector<Flow> flows;
  const std::vector<LocalIndex> rows = rows_by_owner(owner, ranks);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const int user = owner[rows[k]];
    for (Offset e = matrix.offsets[rows[k]]; e < matrix.offsets[rows[k] + 1]; ++e) {
      const LocalIndex column = matrix.columns[e];
      const int source = owner[column];
      if (source == user || last_user[column] == user) continue;
      last_user[column] = user;
      if (from[source]++ == 0) sources.push_back(source);
    }
    if (k + 1 < rows.size() && owner[rows[k + 1]] == user) continue;
    for (const int source : sources) {
      flows.push_back({source, user, from[source]});
      from[source] = 0;
    }
    sources.clear();
  }
  std::sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) {
    return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
  });
  return flows;
}

}  // namespace minikrylov
