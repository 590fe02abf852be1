// Finds equal pieces.
#pragma once
#include <vector>

#include "kernels/formats/coded/pieces.hpp"

namespace minikrylov::coded {

/// Groups of equal items: the group of each item, and the first item of each group.
struct Groups {
  std::vector<LocalIndex> of;
  std::vector<LocalIndex> first;

  [[nodiscard]] LocalIndex count() const { return static_cast<LocalIndex>(first.size()); }
};

/// How many items before item i one is that is the same, but none before item `begin`; 0 if none is found. Chunks of
/// rows next to each other are mostly alike, and those of points with three unknowns are like the third one before.
template <class Same> [[nodiscard]] unsigned char back_to_same(LocalIndex i, LocalIndex begin, const Same& same) {
  for (const unsigned char back : {1, 3})
    if (i - begin >= back && same(i, i - back)) return back;
  return 0;
}

/// Groups of one item each.
[[nodiscard]] Groups all_different(LocalIndex count);

/// Groups of pieces with the same columns relative to their first rows and bitwise equal numbers. If most pieces of a
/// sample differ, all are regarded as different.
[[nodiscard]] Groups equal_pieces(const Pieces& pieces);

/// Groups of the given pieces with the same relative columns.
[[nodiscard]] Groups equal_columns(const Pieces& pieces, const std::vector<LocalIndex>& among);

}  // namespace minikrylov::coded
