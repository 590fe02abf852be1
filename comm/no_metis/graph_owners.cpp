// Graph partitioning in a build without METIS: refused.
#include "comm/partition/row_partition.hpp"
#include "problems/require.hpp"

namespace minikrylov {

GraphSupport graph_support() { return GraphSupport::none; }

std::vector<int> graph_owners(const SparseMatrix& matrix, int ranks, GraphGoal) {
  require(false,
          "{} rows cannot be partitioned by their graph among {} ranks (this build has no METIS) use partition block",
          matrix.rows, ranks);
  return {};
}

}  // namespace minikrylov
