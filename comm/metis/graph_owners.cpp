// Graph partitioning by METIS.
#include <metis.h>

#include <algorithm>
#include <numeric>

#include "comm/partition/row_partition.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// The graph of A + Aᵀ without self-loops, in METIS's format.
struct Graph {
  std::vector<idx_t> offsets, neighbours, weights;
};

Graph graph_of(const SparseMatrix& matrix) {
  const auto rows = static_cast<std::size_t>(matrix.rows);
  std::vector<Offset> degree(rows + 1, 0);
  const auto for_edges = [&](const auto& use) {
    for (LocalIndex i = 0; i < matrix.rows; ++i)
      for (Offset e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
        if (matrix.columns[e] != i) use(i, matrix.columns[e]);
  };
  for_edges([&](LocalIndex i, LocalIndex j) { ++degree[i + 1], ++degree[j + 1]; });
  std::partial_sum(degree.begin(), degree.end(), degree.begin());
  std::vector<idx_t> all(degree.back());
  std::vector<Offset> next(degree.begin(), degree.end() - 1);
  for_edges([&](LocalIndex i, LocalIndex j) { all[next[i]++] = j, all[next[j]++] = i; });
  Graph graph;
  graph.offsets.push_back(0);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto begin = all.begin() + degree[i], end = all.begin() + degree[i + 1];
    std::sort(begin, end);
    graph.neighbours.insert(graph.neighbours.end(), begin, std::unique(begin, end));
    graph.offsets.push_back(static_cast<idx_t>(graph.neighbours.size()));
    graph.weights.push_back(static_cast<idx_t>(matrix.offsets[i + 1] - matrix.offsets[i]));
  }
  return graph;
}

/// Moves a row from the largest part to each part that METIS left empty.
void fill_empty(std::vector<int>& owner, int ranks) {
  std::vector<int> count(ranks, 0);
  for (const int rank : owner) ++count[rank];
  for (int rank = 0; rank < ranks; ++rank) {
    if (count[rank] > 0) continue;
    const auto richest = static_cast<int>(std::max_element(count.begin(), count.end()) - count.begin());
    *std::find(owner.begin(), owner.end(), richest) = rank;
    --count[richest];
    ++count[rank];
  }
}

}  // namespace

GraphSupport graph_support() { return GraphSupport::metis; }

std::vector<int> graph_owners(const SparseMatrix& matrix, int ranks, GraphGoal goal) {
  require(ranks <= matrix.rows, "{} ranks are too many for {} rows (a rank would have none) use at most {} ranks",
          ranks, matrix.rows, matrix.rows);
  if (ranks == 1) return block_owners(matrix.rows, ranks);
  Graph graph = graph_of(matrix);
  idx_t rows = matrix.rows, constraints = 1, parts = ranks, cut = 0;
  std::vector<idx_t> part(rows), options(METIS_NOPTIONS);
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_OBJTYPE] = goal == GraphGoal::volume ? METIS_OBJTYPE_VOL : METIS_OBJTYPE_CUT;
  const int result =
      METIS_PartGraphKway(&rows, &constraints, graph.offsets.data(), graph.neighbours.data(), graph.weights.data(),
                          nullptr, nullptr, &parts, nullptr, nullptr, options.data(), &cut, part.data());
  require(result == METIS_OK, "METIS cannot partition the matrix (METIS error {}) use partition block", result);
  std::vector<int> owner(part.begin(), part.end());
  fill_empty(owner, ranks);
  return owner;
}

}  // namespace minikrylov
