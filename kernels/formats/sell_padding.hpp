// What SELL-C-σ stores in vain, for one σ after another.
#pragma once
#include <vector>

#include "kernels/ordering/ordering.hpp"

namespace minikrylov {

/// σ worth trying with this C on a rank with `rows` rows: 1, C, 4 C, 16 C … and all rows, ascending.
[[nodiscard]] std::vector<LocalIndex> sigmas_to_try(int chunk, LocalIndex rows);

/// Entries that chunks of `chunk` rows store, padding included, once the rows of `ordering` are sorted in windows of
/// each of `sigmas`; as make_sell_arrays cuts them. `offsets` are those of the rows as they are. Not collective.
[[nodiscard]] std::vector<Offset> stored_entries_by_sigma(const Array<Offset>& offsets, const Ordering& ordering,
                                                          int chunk, const std::vector<LocalIndex>& sigmas);

}  // namespace minikrylov
