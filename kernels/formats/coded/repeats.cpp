// Equal chunks are found by hashes, and then compared.
#include "kernels/formats/coded/repeats.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace minikrylov::coded {
namespace {

using Hash = std::uint64_t;

/// A hash in four lanes, so that its steps need not wait for one another. Multiplier: that of Knuth (2^64 over the
/// golden ratio); last step: that of MurmurHash3.
class Hasher {
 public:
  /// Adds four words.
  template <class Word> void add(const Word& word) {
    for (std::size_t lane = 0; lane < 4; ++lane) lane_[lane] = (lane_[lane] ^ word(lane)) * 0x9e3779b97f4a7c15U;
  }
  [[nodiscard]] Hash result() const {
    Hash mixed = 0;
    for (const Hash lane : lane_) {
      mixed = (mixed ^ lane ^ lane >> 32) * 0xff51afd7ed558ccdU;
      mixed ^= mixed >> 33;
    }
    return mixed;
  }

 private:
  Hash lane_[4] = {1, 2, 3, 4};
};

/// Columns relative to the first row; C is a multiple of four.
void add_columns(Hasher& hasher, const HostChunks& sell, LocalIndex c) {
  const auto columns = sell.columns_of(c);
  const LocalIndex first = sell.first_rows(c);
  for (std::size_t e = 0; e < columns.size(); e += 4)
    hasher.add([&](std::size_t lane) { return static_cast<std::uint32_t>(columns[e + lane] - first); });
}

void add_values(Hasher& hasher, const HostChunks& sell, LocalIndex c) {
  const auto values = sell.values_of(c);
  for (std::size_t e = 0; e < values.size(); e += 4)
    hasher.add([&](std::size_t lane) { return Kokkos::bit_cast<Hash>(values[e + lane]); });
}

bool have_same_columns(const HostChunks& sell, LocalIndex a, LocalIndex b) {
  const LocalIndex shift = sell.first_rows(b) - sell.first_rows(a);
  const auto of_a = sell.columns_of(a), of_b = sell.columns_of(b);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                    [shift](LocalIndex x, LocalIndex y) { return x + shift == y; });
}

bool are_equal(const HostChunks& sell, LocalIndex a, LocalIndex b) {
  return have_same_columns(sell, a, b) &&
         std::memcmp(sell.values_of(a).data(), sell.values_of(b).data(), sell.values_of(a).size_bytes()) == 0;
}

/// True if more than three quarters of a sample have hashes that no other of it has.
bool seem_different(const std::vector<Hash>& hashes) {
  constexpr std::size_t most = 1024;
  const std::size_t step = std::max<std::size_t>(1, hashes.size() / most);
  std::vector<Hash> sample;
  for (std::size_t i = 0; i < hashes.size(); i += step) sample.push_back(hashes[i]);
  const std::size_t size = sample.size();
  std::sort(sample.begin(), sample.end());
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  return size > 64 && sample.size() * 4 > size * 3;
}

/// Items with the same hash, by open addressing.
Groups by_hash(const std::vector<Hash>& hashes) {
  constexpr LocalIndex free = -1;
  Groups groups{std::vector<LocalIndex>(hashes.size()), {}};
  std::vector<LocalIndex> slots(std::bit_ceil(2 * hashes.size() + 1), free);
  const std::size_t mask = slots.size() - 1;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (i > 0 && hashes[i] == hashes[i - 1]) {
      groups.of[i] = groups.of[i - 1];
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

/// Items whose hashes are equal and for which same(item, another) holds. `hash` and `same` run on all threads.
template <class HashOf, class Same> Groups equal_items(LocalIndex count, const HashOf& hash, const Same& same) {
  std::vector<Hash> hashes(static_cast<std::size_t>(count));
  on_host_threads("hashes of chunks", count, [&](LocalIndex i) { hashes[static_cast<std::size_t>(i)] = hash(i); });
  if (seem_different(hashes)) return all_different(count);
  Groups groups = by_hash(hashes);
  std::vector<char> differs(static_cast<std::size_t>(count));
  on_host_threads("equal chunks", count, [&](LocalIndex i) {
    const auto item = static_cast<std::size_t>(i);
    differs[item] = static_cast<char>(!same(i, groups.first[static_cast<std::size_t>(groups.of[item])]));
  });
  for (std::size_t i = 0; i < differs.size(); ++i)
    if (differs[i] != 0) {  // two chunks with one hash: improbable, but no reason to be wrong
      groups.of[i] = groups.count();
      groups.first.push_back(static_cast<LocalIndex>(i));
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

Groups equal_chunks(const HostChunks& sell) {
  return equal_items(
      sell.count(),
      [&](LocalIndex c) {
        Hasher hasher;
        add_columns(hasher, sell, c);
        add_values(hasher, sell, c);
        return hasher.result();
      },
      [&](LocalIndex a, LocalIndex b) { return are_equal(sell, a, b); });
}

Groups equal_columns(const HostChunks& sell, const std::vector<LocalIndex>& chunks) {
  const auto chunk = [&](LocalIndex i) { return chunks[static_cast<std::size_t>(i)]; };
  return equal_items(
      static_cast<LocalIndex>(chunks.size()),
      [&](LocalIndex i) {
        Hasher hasher;
        add_columns(hasher, sell, chunk(i));
        return hasher.result();
      },
      [&](LocalIndex a, LocalIndex b) { return have_same_columns(sell, chunk(a), chunk(b)); });
}

}  // namespace minikrylov::coded
