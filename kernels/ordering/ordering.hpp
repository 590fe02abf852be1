// Orderings of the rows of one rank, applied once to rows and columns alike, before a format is built.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// A permutation of the rows of one rank and the parts (colours, interior and boundary) it forms. Both arrays are empty
/// for the identity.
struct Ordering {
  Array<LocalIndex> new_of_old;
  Array<LocalIndex> old_of_new;
  std::vector<LocalIndex> parts;  ///< first row of each part, by new numbers, and the number of rows

  [[nodiscard]] LocalIndex rows() const { return parts.back(); }
  [[nodiscard]] bool is_identity() const { return old_of_new.extent(0) == 0; }
};

/// The identity, in one part.
Ordering natural_ordering(LocalIndex rows);

/// The ordering that moves row old_of_new[i] to position i, with these parts. Sizes must agree.
Ordering make_ordering(const std::vector<LocalIndex>& old_of_new, std::vector<LocalIndex> parts);

/// The rows of part 0, then those of part 1, and so on; rows keep their order within a part. `part_of_row` has one
/// number in 0 … parts-1 per row. Parts may be empty.
Ordering order_by_part(const Array<int>& part_of_row, int parts);

/// Per row: 1 if it has a ghost column, otherwise 0.
Array<int> rows_with_ghosts(const CrsArrays& matrix);

/// `ordering` with rows sorted by descending length within windows of `sigma` rows; each part starts a new window. Rows
/// of equal length keep their order; sigma = 1 changes nothing. `offsets` are of the rows before ordering. Throws
/// std::invalid_argument if sigma < 1.
Ordering sort_rows(const Array<Offset>& offsets, const Ordering& ordering, LocalIndex sigma);

/// The rows in the new order, with columns renumbered; ghost columns and the order within a row stay. Returns `matrix`
/// itself, not a copy, for the identity.
CrsArrays permute_rows(const CrsArrays& matrix, const Ordering& ordering);

/// The rows of `x`, each with one or several values, in the new order; `x` itself for the identity. Throws
/// std::invalid_argument if the length of `x` is not a multiple of the number of rows.
Array<double> permute(const Array<double>& x, const Ordering& ordering);

}  // namespace minikrylov
