// Finds equal pieces by hashes, then compares them.
#include "kernels/formats/coded/repeats.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels/core/threads.hpp"

namespace minikrylov::coded {
namespace {

/// True if a sample has more than three quarters as many different hashes as items: then repeats would save less than
/// a quarter, and the other items need no hashes.
template <class HashOf> bool seem_different(LocalIndex count, const HashOf& hash) {
  constexpr Offset most = 1024;          // items of the sample: a few per cent of statistical error
  constexpr std::size_t too_small = 64;  // below this, comparing all is cheap
  const Offset step = std::max<Offset>(1, count / most);
  std::vector<Hash> sample;
  for (Offset i = 0; i < count; i += step) sample.push_back(hash(static_cast<LocalIndex>(i)));
  const std::size_t size = sample.size();
  std::sort(sample.begin(), sample.end());
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  return size > too_small && sample.size() * 4 > size * 3;
}

/// Items with the same hash, by open addressing. Those that are the same as a recent one need no hash.
Groups by_hash(const std::vector<Hash>& hashes, const std::vector<unsigned char>& back) {
  constexpr LocalIndex free = -1;
  Groups groups{std::vector<LocalIndex>(hashes.size()), {}};
  const auto hashed = static_cast<std::size_t>(std::count(back.begin(), back.end(), 0));
  std::vector<LocalIndex> slots(std::bit_ceil(2 * hashed + 1), free);
  const std::size_t mask = slots.size() - 1;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (back[i] > 0) {
      groups.of[i] = groups.of[i - back[i]];
      continue;
    }
    std::size_t slot = hashes[i] & mask;
    while (slots[slot] != free && hashes[static_cast<std::size_t>(groups.first[slots[slot]])] != hashes[i])
      slot = (slot + 1) & mask;
    if (slots[slot] == free) {
      slots[slot] = groups.count();
      groups.first.push_back(static_cast<LocalIndex>(i));
    }
    groups.of[i] = slots[slot];
  }
  return groups;
}

/// Items for which same(item, another) holds: compared with recent ones, then with one whose hash is equal. `hash` and
/// `same` run on all threads.
template <class HashOf, class Same> Groups equal_items(LocalIndex count, const HashOf& hash, const Same& same) {
  if (seem_different(count, hash)) return all_different(count);
  std::vector<Hash> hashes(static_cast<std::size_t>(count));
  std::vector<unsigned char> back(static_cast<std::size_t>(count));
  for_shares("hashes of pieces", 0, count, [&](LocalIndex i) {
    const auto item = static_cast<std::size_t>(i);
    back[item] = back_to_same(i, 0, same);
    if (back[item] == 0) hashes[item] = hash(i);
  });
  Groups groups = by_hash(hashes, back);
  std::vector<char> differs(static_cast<std::size_t>(count));
  for_shares("equal pieces", 0, count, [&](LocalIndex i) {
    const auto item = static_cast<std::size_t>(i);
    const LocalIndex first = groups.first[static_cast<std::size_t>(groups.of[item])];
    differs[item] = static_cast<char>(back[item] == 0 && i != first && !same(i, first));
  });
  if (std::find(differs.begin(), differs.end(), 1) == differs.end()) return groups;
  for (std::size_t i = 0; i < differs.size(); ++i)  // a collision of hashes: improbable, but handled
    if (differs[i] != 0) {
      groups.of[i] = groups.count();
      groups.first.push_back(static_cast<LocalIndex>(i));
    } else if (back[i] > 0) {
      groups.of[i] = groups.of[i - back[i]];
    }
  return groups;
}

}  // namespace

Groups all_different(LocalIndex count) {
  Groups groups{std::vector<LocalIndex>(static_cast<std::size_t>(count)), {}};
  std::iota(groups.of.begin(), groups.of.end(), 0);
  groups.first = groups.of;
  return groups;
}

Groups equal_pieces(const Pieces& pieces) {
  return equal_items(
      pieces.count(),
      [&](LocalIndex i) {
        Hasher hasher;
        pieces.add_columns(i, hasher);
        const auto values = pieces.values_of(i);
        hasher.add(values.size(), [&](std::size_t e) { return Kokkos::bit_cast<Hash>(values[e]); });
        return hasher.result();
      },
      [&](LocalIndex a, LocalIndex b) { return have_same_numbers(pieces, a, b) && pieces.have_same_columns(a, b); });
}

Groups equal_columns(const Pieces& pieces, const std::vector<LocalIndex>& among) {
  const auto piece = [&](LocalIndex i) { return among[static_cast<std::size_t>(i)]; };
  return equal_items(
      static_cast<LocalIndex>(among.size()),
      [&](LocalIndex i) {
        Hasher hasher;
        pieces.add_columns(piece(i), hasher);
        return hasher.result();
      },
      [&](LocalIndex a, LocalIndex b) { return pieces.have_same_columns(piece(a), piece(b)); });
}

}  // namespace minikrylov::coded
