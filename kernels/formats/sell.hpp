// SELL-C-σ: rows in chunks whose entries are stored column by column, so that SIMD units and GPUs process C rows at
// once.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/dispatch.hpp"
#include "kernels/formats/sell_arrays.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// Chunk heights for which kernels are compiled.
inline constexpr int sell_chunks[] = {4, 8, 16, 32, 64};

/// Calls make(C) with the compiled C equal to `chunk`. Throws std::invalid_argument if `chunk` is not in sell_chunks.
template <class Make> auto with_chunk(int chunk, const Make& make) {
  using Made = decltype(make(std::integral_constant<int, sell_chunks[0]>()));
  return dispatch<sell_chunks>(chunk, make, [&]() -> Made {
    throw std::invalid_argument("chunks of " + std::to_string(chunk) +
                                " rows are not possible (kernels are compiled for " + alternatives(sell_chunks) +
                                ") choose one of these");
  });
}

/// A matrix from rows that are already ordered (and sorted, see sort_rows); `parts` as in Ordering. No chunk spans two
/// parts. Keeps its own copy of the entries. Throws std::invalid_argument if `chunk` is not in sell_chunks.
std::unique_ptr<LocalMatrix> make_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk);

/// The same from chunks of single rows, whose numbers it shares; `nonzeros`: without padding.
std::unique_ptr<LocalMatrix> make_sell(SellArrays arrays, Offset nonzeros);

}  // namespace minikrylov
