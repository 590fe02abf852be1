// Padding of SELL-C-σ as a function of σ.
#pragma once
#include <vector>

#include "kernels/ordering/ordering.hpp"

namespace minikrylov {

/// Candidates for σ with this C on a rank with `rows` rows: 1, C, 4 C, 16 C … and all rows, ascending.
[[nodiscard]] std::vector<LocalIndex> sigmas_to_try(int chunk, LocalIndex rows);

/// Entries stored, including padding, by chunks of `chunk` rows as make_sell_arrays() cuts them, with the rows of
/// `ordering` sorted in windows of each of `sigmas`. `offsets` are of the rows before ordering. Not collective.
[[nodiscard]] std::vector<Offset> stored_entries_by_sigma(const Array<Offset>& offsets, const Ordering& ordering,
                                                          int chunk, const std::vector<LocalIndex>& sigmas);

}  // namespace minikrylov
