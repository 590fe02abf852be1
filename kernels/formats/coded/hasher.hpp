// Hashes of lists of words.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace minikrylov::coded {

using Hash = std::uint64_t;

/// A hash in four independent lanes, for instruction-level parallelism. Multiplier: Knuth's (2^64 over the golden
/// ratio); last step: that of MurmurHash3.
class Hasher {
 public:
  /// Adds word(0) … word(count-1).
  template <class Word> void add(std::size_t count, const Word& word) {
    Lanes own = lanes_;  // what word() reads cannot be a part of it, so the compiler keeps it in registers
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
      for (std::size_t lane = 0; lane < 4; ++lane) step(own[lane], word(i + lane));
    for (; i < count; ++i) step(own[i % 4], word(i));
    lanes_ = own;
  }
  [[nodiscard]] Hash result() const {
    Hash mixed = 0;
    for (const Hash lane : lanes_) {
      mixed = (mixed ^ lane ^ lane >> 32) * 0xff51afd7ed558ccdU;
      mixed ^= mixed >> 33;
    }
    return mixed;
  }

 private:
  using Lanes = std::array<Hash, 4>;
  static void step(Hash& lane, Hash word) { lane = (lane ^ word) * 0x9e3779b97f4a7c15U; }

  Lanes lanes_ = {1, 2, 3, 4};
};

}  // namespace minikrylov::coded
