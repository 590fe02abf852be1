// The most frequent numbers of a matrix.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/formats/coded/pieces.hpp"

namespace minikrylov::coded {

/// Up to 256 numbers, the most frequent ones of a sample first. Numbers with different bits (0 and -0) are different.
class ValueTable {
 public:
  /// The table of these pieces.
  ValueTable(const Pieces& pieces, const std::vector<LocalIndex>& among);

  /// The index of a number; nothing if it is not in the table.
  [[nodiscard]] std::optional<std::uint8_t> place(double value) const;
  [[nodiscard]] std::span<const double> numbers() const { return numbers_; }

 private:
  static constexpr std::size_t slots = 1024;
  [[nodiscard]] static std::size_t slot_of(std::uint64_t bits) { return (bits * 0x9e3779b97f4a7c15U) >> 54; }

  std::vector<double> numbers_;
  std::array<std::int16_t, slots> places_;  ///< by hash; -1: free
};

}  // namespace minikrylov::coded
