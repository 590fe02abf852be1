// SELL-C-σ as plain arrays, made from compressed rows.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// Rows in chunks of up to C = `chunk`; a chunk stores the k-th entries of its C rows contiguously and is as long as
/// its longest row. M. Kreutzer et al., SIAM J. Sci. Comput. 36 (2014) C401-C423. Rows are sorted (σ) before. A chunk
/// never spans two parts of the ordering or two groups of 64 rows, so parts and row blocks are whole numbers of chunks;
/// a chunk cut short has fewer rows but still stores C places per entry. A row whose entries all lie on diagonals of
/// its chunk's longest row is stored at the places of these, so that ends of lines do not shift the others (see
/// SellColumns). Padding has the value 0. For products such a row's padding has the column of its diagonal where that
/// and the longest row's are rows of this rank, so that chunks at ends of lines are as regular as the others: less than
/// C from a column of the chunk (see GroupGraph), x must be finite. All other padding has the column of the row's next
/// entry, or its last one, or the row's own number if it is empty. If `block` > 1, rows and columns are
/// points with that many unknowns; for each k the chunk holds first the upper left numbers of its C blocks, then the
/// numbers to the right of these, and so on, row by row.
struct SellArrays {
  static constexpr LocalIndex group_rows = 64;

  LocalIndex rows = 0;
  LocalIndex column_count = 0;  ///< rows and ghosts
  int chunk = 0;
  int block = 1;
  Array<LocalIndex> group_chunks;  ///< first chunk of each group of 64 rows, and the number of chunks
  Array<LocalIndex> first_rows;    ///< first row of each chunk, and the number of rows
  Array<Offset> offsets;           ///< first entry of each chunk, and the number of entries
  Array<LocalIndex> columns;       ///< one per entry
  Array<double> values;            ///< block² per entry

  [[nodiscard]] LocalIndex chunks() const { return static_cast<LocalIndex>(first_rows.extent(0)) - 1; }
  [[nodiscard]] LocalIndex groups() const { return static_cast<LocalIndex>(group_chunks.extent(0)) - 1; }
};

/// What chunks are for. A thread first touches its share of all rows (products), or of each part's rows (substitution,
/// where elements of x that a row does not depend on may not be known yet).
enum class ChunksFor { products, substitution };

/// The chunks of an ordered matrix; `parts` as in Ordering.
SellArrays make_sell_arrays(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                            ChunksFor use = ChunksFor::products);

/// The chunks that begin at these rows; for the row after the last one, the number of chunks.
std::vector<LocalIndex> chunks_at(const SellArrays& sell, const std::vector<LocalIndex>& rows);

}  // namespace minikrylov
