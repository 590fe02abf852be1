// Counts the numbers of a sample of pieces.
#include "kernels/formats/coded/value_table.hpp"

#include <algorithm>
#include <unordered_map>

#include "kernels/formats/coded/codings.hpp"

namespace minikrylov::coded {
namespace {

using Bits = std::uint64_t;
/// A number and how often it occurs.
using Counted = std::pair<Bits, Offset>;

/// The numbers of a sample, the most frequent first. If there are many different ones, only some are counted.
std::vector<Counted> most_frequent(const Pieces& pieces, const std::vector<LocalIndex>& among) {
  // They bound the time of counting; a number that the sample misses is rare, and costs a wider code where it occurs.
  constexpr std::size_t most_pieces = 4096, most_numbers = 16384;
  std::unordered_map<Bits, Offset> counts;
  const auto count = [&](LocalIndex piece, Offset times) {
    const auto values = pieces.values_of(piece);
    const auto bits = [&](std::size_t e) { return Kokkos::bit_cast<Bits>(values[e]); };
    for (std::size_t begin = 0, end = 1; begin < values.size(); begin = end++) {  // mostly those of a few rows
      while (end < values.size() && bits(end) == bits(begin)) ++end;
      counts[bits(begin)] += times * static_cast<Offset>(end - begin);
    }
  };
  const std::size_t step = std::max<std::size_t>(1, among.size() / most_pieces);
  for (std::size_t i = 0; i < among.size() && counts.size() < most_numbers; i += step) {
    count(among[i], 1);
    Offset alike = 0;  // of the next ones
    while (i + step < among.size() && counts.size() < most_numbers &&
           have_same_numbers(pieces, among[i], among[i + step])) {
      i += step;
      ++alike;
    }
    if (alike > 0) count(among[i], alike);
  }
  std::vector<Counted> sorted(counts.begin(), counts.end());
  const auto kept = std::min<std::size_t>(sorted.size(), table_size);
  std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(kept), sorted.end(),
                    [](const Counted& a, const Counted& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  sorted.resize(kept);
  return sorted;
}

}  // namespace

ValueTable::ValueTable(const Pieces& pieces, const std::vector<LocalIndex>& among) {
  places_.fill(-1);
  for (const auto& [bits, count] : most_frequent(pieces, among)) {
    const std::size_t slot = slot_of(bits);
    places_[slot] = static_cast<std::int16_t>(numbers_.size());
    bits_[slot] = bits;
    numbers_.push_back(Kokkos::bit_cast<double>(bits));
  }
}

}  // namespace minikrylov::coded
