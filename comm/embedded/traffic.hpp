// The halo messages of a product, computed without running on that many ranks.
#pragma once
#include <vector>

#include "comm/embedded/embedding.hpp"
#include "problems/sparse_matrix.hpp"

namespace minikrylov {

/// The number of values each rank sends to each other, sorted by source, then by destination: an entry of x goes once
/// to each rank that owns a row with an entry in its column. `owner`: the rank of each row. Not collective.
[[nodiscard]] std::vector<Flow> flows_of(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks);

}  // namespace minikrylov
