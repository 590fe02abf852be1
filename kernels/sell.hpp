// SELL-C-σ: rows in chunks whose entries are stored column by column, so that SIMD units and GPUs take C rows at once.
#pragma once
#include <memory>
#include <vector>

#include "kernels/crs_arrays.hpp"
#include "kernels/local_matrix.hpp"

namespace minikrylov {

/// The chunk heights that are compiled.
inline constexpr int sell_chunks[] = {4, 8, 16, 32, 64};

/// A matrix whose rows are ordered (and sorted, see sort_rows) already; `parts` as in Ordering. No chunk lies in two
/// parts. Keeps its own copy of the entries. Throws std::invalid_argument if `chunk` is none of sell_chunks.
std::unique_ptr<LocalMatrix> make_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk);

/// Stored entries over nonzeros: 1 is no padding.
[[nodiscard]] double padding_ratio(const LocalMatrix& matrix);

}  // namespace minikrylov
