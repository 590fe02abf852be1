// Matrices whose numbers have narrow codes, or are easily lost.
#pragma once
#include <cstdint>
#include <limits>
#include <random>

#include "kernels/formats/coded/encode.hpp"
#include "tests/bits.hpp"
#include "tests/kernels/sparse_samples.hpp"

namespace minikrylov::samples {

using Bits = std::uint64_t;
using Draw = std::mt19937_64;

/// Ways to draw a number, the narrowest kinds first.
inline double draw_number(Draw& draw, int kind) {
  const auto bits = draw();
  const auto sign = (bits & 1) != 0 ? -1.0 : 1.0;
  switch (kind) {
    case 0:
      return -1.0;
    case 1:
      return static_cast<double>(bits % 8) - 3.0;
    case 2:
      return static_cast<double>(bits % 16) / 3;
    case 3:  // halves: 11 bits from 2^-24 up
      return sign * std::ldexp(static_cast<double>(bits >> 53), static_cast<int>(bits / 2 % 28) - 24);
    case 4:  // bfloat16: 8 bits
      return sign * std::ldexp(static_cast<double>(bits >> 56), static_cast<int>(bits / 2 % 240) - 130);
    case 5:
      return static_cast<double>(Kokkos::bit_cast<float>(static_cast<std::uint32_t>(bits & 0x7f7fffffU)));
    case 6:
      return static_cast<double>(bits % 250) * 0.1;
    default:
      return sign * std::ldexp(static_cast<double>(bits >> 11), static_cast<int>(bits % 60) - 80);
  }
}
inline constexpr int kinds = 8;

/// Whether sums of a few such numbers times small integers are exact, and so the same in any order.
constexpr bool has_exact_sums(int kind) { return kind == 0 || kind == 1 || kind == 3; }

/// Numbers of any kind, and those that formats lose most easily.
inline double draw_special(Draw& draw, int kind) {
  constexpr double specials[] = {0.0,     -0.0,   0x1p-1074, -0x1p-1074, 0x1p-149,    0x1p-24,  65504.0,
                                 65536.0, 1e-310, 0x1p128,   0x1p-126,   -0x1.fcp127, 0x1p1023, 0x1p-133};
  if (draw() % 8 != 0) return draw_number(draw, kind);
  const auto which = draw() % (std::size(specials) + 4);
  if (which < std::size(specials)) return specials[which];
  constexpr Bits payloads[] = {0x7ff0000000000000U, 0xfff8000000000000U, 0x7ff8000000000123U, 0x7ff4000000000000U};
  return Kokkos::bit_cast<double>(payloads[which - std::size(specials)]);
}

/// A sample whose numbers are of one kind and whose columns reach `reach` rows to either side.
inline Sample with_numbers(LocalIndex rows, LocalIndex reach, int kind, unsigned seed) {
  Sample sample = random_sample(rows, 20, 9, seed);
  Draw draw(seed);
  for (LocalIndex i = 0; i < rows; ++i) {
    LocalIndex column = std::max(0, i - reach);
    for (Entry& e : sample.row[static_cast<std::size_t>(i)]) {
      e.value = draw_number(draw, kind);
      column += 1 + static_cast<LocalIndex>(draw() % static_cast<unsigned>(std::max(1, reach / 5)));
      e.column = std::min(column, sample.columns() - 1);
    }
  }
  return sample;
}

inline const coded::Share& share_of(const coded::Shares& shares, coded::ValueCoding coding) {
  return shares.values[static_cast<std::size_t>(coding)];
}

}  // namespace minikrylov::samples
