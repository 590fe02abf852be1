// SELL-C-σ as plain arrays, and its making from compressed rows.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// Rows in chunks of up to C = `chunk`; a chunk stores the k-th entries of its C rows side by side, and is as long as
/// its longest row. M. Kreutzer et al., SIAM J. Sci. Comput. 36 (2014) C401-C423. Sorting (σ) has been done before.
/// A chunk never reaches into another part of the ordering or another group of 64 rows; the chunk that would have fewer
/// rows there, but still stores C places for each entry. So parts and row blocks are whole numbers of chunks.
/// Padding has the value 0 and the column of the row's last entry, or the row itself if it is empty: so an infinite
/// x harms only rows that use it (and an empty row, if it is the row's own).
/// With a `block` above 1, rows and columns are points of so many unknowns; for each k, the chunk holds first the
/// upper left number of the C blocks, then the number to the right of it, and so on row by row.
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

/// Which chunks a thread touches first: its share of all rows (products), or of the rows of each part (substitutions).
enum class FirstTouch { of_all_rows, by_part };

/// The chunks of an ordered matrix; `parts` as in Ordering.
SellArrays make_sell_arrays(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                            FirstTouch first_touch = FirstTouch::of_all_rows);

/// The chunk that begins at each of these rows; of the row after the last one, the number of chunks.
std::vector<LocalIndex> chunks_at(const SellArrays& sell, const std::vector<LocalIndex>& rows);

}  // namespace minikrylov
