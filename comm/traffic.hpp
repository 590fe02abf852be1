// What ranks have to send each other for a product, found without running them.
#pragma once
#include <vector>

#include "comm/embedding.hpp"
#include "problems/sparse_matrix.hpp"

namespace minikrylov {

/// The values that each rank sends to each other, by source and then by destination: an entry of x goes once to each
/// rank that owns a row with an entry in its column. `owner`: the rank of each row. Not collective.
[[nodiscard]] std::vector<Flow> flows_of(const SparseMatrix& matrix, const std::vector<int>& owner, int ranks);

}  // namespace minikrylov
