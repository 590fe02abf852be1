// Loops over row blocks that a host's threads share in other ways than one after the other.
#pragma once
#include <vector>

#include "kernels/core/caches.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// y ← A x on one block, and what is attached to it. Host only.
struct MultiplyBlock {
  const LocalMatrix& matrix;
  const Vector& x;
  const Vector& y;
  const BlockTask* after;  ///< null: nothing is attached
  RowBlocks blocks = RowBlocks::of(matrix.rows(), x.width);
  Stores stores = matrix.streams() && (after == nullptr || after->takes_rows()) ? stores_of(matrix.rows(), x.width)
                                                                                : Stores::cached;
  /// What is small is in a cache already.
  const double* asked =
      after != nullptr && stores_of(matrix.rows(), x.width) == Stores::streamed ? after->companion() : nullptr;

  void operator()(LocalIndex block) const {
    alignas(64) double rows[RowBlocks::max_elements];
    const Beside beside{stores == Stores::streamed ? rows : nullptr, asked};
    matrix.multiply_block(x, y, block, beside);
    if (after != nullptr) after->run_behind(block, blocks.begin(block), blocks.end(block), beside.rows);
  }
};

/// body(list[i]).
template <class Body> struct Listed {
  const LocalIndex* list;
  Body body;
  void operator()(LocalIndex i) const { body(list[i]); }
};

/// Runs `body` for the blocks of a list, each thread a contiguous share. Host only.
template <class Body> void for_listed(const char* label, const std::vector<LocalIndex>& list, const Body& body) {
  if constexpr (on_host) for_blocks(label, 0, static_cast<LocalIndex>(list.size()), Listed<Body>{list.data(), body});
}

}  // namespace minikrylov
