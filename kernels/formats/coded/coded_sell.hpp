// SELL-C-σ in fewer bytes: the same chunks, each in the narrowest code that loses no bit.
#pragma once
#include <memory>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/formats/coded/encode.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// A coded matrix, and in which codes its chunks are.
struct CodedSell {
  std::unique_ptr<LocalMatrix> matrix;
  coded::Shares shares;
  Offset plain_bytes = 0;  ///< of the same matrix, not coded
  double seconds = 0;      ///< to find the codes and write them
};

/// As make_sell(), with entries in the codes that `allowed` permits. Its products have the bits of those of
/// make_sell(). Throws std::invalid_argument if `chunk` is none of sell_chunks. Not collective.
[[nodiscard]] CodedSell make_coded_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                                        coded::Allowed allowed);

}  // namespace minikrylov
