// Matrices in fewer bytes: the same entries, in the narrowest codes that lose no bit.
#pragma once
#include <memory>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/formats/coded/encode.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// A coded matrix, and how often each code is used.
struct CompressedMatrix {
  std::unique_ptr<LocalMatrix> matrix;
  std::unique_ptr<LocalMatrix> plain;  ///< the same, not coded, if it is kept
  coded::Shares shares;
  Offset plain_bytes = 0;  ///< of the same matrix, not coded
  double seconds = 0;      ///< to find the codes and write them
};

/// Whether the matrix that is not coded is made as well, from the same conversion.
enum class Plain { dropped, kept };

/// As make_sell(), with entries in the codes that `allowed` permits. Its products have the bits of those of
/// make_sell(). Throws std::invalid_argument if `chunk` is none of sell_chunks. Not collective.
[[nodiscard]] CompressedMatrix make_coded_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                                               coded::Allowed allowed, Plain plain);

/// The same for blocks, as make_sell_block().
[[nodiscard]] CompressedMatrix make_coded_sell_block(const CrsArrays& points, const std::vector<LocalIndex>& parts,
                                                     int chunk, coded::Allowed allowed, Plain plain);

/// The same for make_crs(), in runs of 16 rows, whose columns are coded as differences along the rows. Products have
/// the bits of our own loop over rows, which is that of make_crs()'s multiply_rows(); Kokkos Kernels' may add in
/// another order. `parts` and `chunk` are not needed.
[[nodiscard]] CompressedMatrix make_coded_crs(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                                              coded::Allowed allowed, Plain plain);

}  // namespace minikrylov
