// Padding of SELL-C-σ, counted without building the chunks.
#include "kernels/formats/sell_padding.hpp"

#include <algorithm>

#include "kernels/formats/sell_arrays.hpp"

namespace minikrylov {
namespace {

/// The sum over chunks of C times the longest row, from the lengths of the rows in order.
Offset stored_entries(const std::vector<Offset>& lengths, const std::vector<LocalIndex>& parts, LocalIndex chunk) {
  const auto rows = static_cast<LocalIndex>(lengths.size());
  Offset stored = 0;
  for (std::size_t part = 0; part + 1 < parts.size(); ++part)
    for (LocalIndex row = parts[part]; row < parts[part + 1];) {
      const LocalIndex group_end = (row / SellArrays::group_rows + 1) * SellArrays::group_rows;
      const LocalIndex end = std::min({row + chunk, group_end, parts[part + 1], rows});
      stored += chunk * *std::max_element(lengths.begin() + row, lengths.begin() + end);
      row = end;
    }
  return stored;
}

std::vector<Offset> lengths_in_order(const Array<Offset>& offsets, const Ordering& ordering) {
  const auto begins = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), offsets);
  const auto old_of_new = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ordering.old_of_new);
  std::vector<Offset> lengths;
  for (LocalIndex row = 0; row < ordering.rows(); ++row) {
    const LocalIndex old = ordering.is_identity() ? row : old_of_new(row);
    lengths.push_back(begins(old + 1) - begins(old));
  }
  return lengths;
}

}  // namespace

std::vector<LocalIndex> sigmas_to_try(int chunk, LocalIndex rows) {
  std::vector<LocalIndex> sigmas{1};
  for (GlobalIndex sigma = chunk; sigma < rows; sigma *= 4) sigmas.push_back(static_cast<LocalIndex>(sigma));
  if (rows > 1) sigmas.push_back(rows);
  return sigmas;
}

std::vector<Offset> stored_entries_by_sigma(const Array<Offset>& offsets, const Ordering& ordering, int chunk,
                                            const std::vector<LocalIndex>& sigmas) {
  std::vector<Offset> stored;
  for (const LocalIndex sigma : sigmas) {
    const Ordering sorted = sort_rows(offsets, ordering, sigma);
    stored.push_back(stored_entries(lengths_in_order(offsets, sorted), sorted.parts, chunk));
  }
  return stored;
}

}  // namespace minikrylov
