// The most frequent numbers of a matrix.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/formats/coded/pieces.hpp"

namespace minikrylov::coded {

/// Up to 256 numbers, the most frequent ones of a sample first. Numbers with different bits (0 and -0) are different.
class ValueTable {
 public:
  /// The table of these pieces.
  ValueTable(const Pieces& pieces, const std::vector<LocalIndex>& among);

  /// The index of a number; -1 if it is not in the table. Asked of each number of a matrix: inlined.
  [[nodiscard]] int place(double value) const { return places_[slot_of(Kokkos::bit_cast<std::uint64_t>(value))]; }
  [[nodiscard]] std::span<const double> numbers() const { return numbers_; }

 private:
  static constexpr std::size_t slots = 1024;
  /// Where the number with these bits is, or a free slot.
  [[nodiscard]] std::size_t slot_of(std::uint64_t bits) const {
    std::size_t slot = (bits * 0x9e3779b97f4a7c15U) >> 54;
    while (places_[slot] >= 0 && bits_[slot] != bits) slot = (slot + 1) % slots;
    return slot;
  }

  std::vector<double> numbers_;
  std::array<std::int16_t, slots> places_;  ///< by hash; -1: free
  std::array<std::uint64_t, slots> bits_;   ///< of the numbers in slots that are not free
};

}  // namespace minikrylov::coded
