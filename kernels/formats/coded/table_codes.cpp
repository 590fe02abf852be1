// Looks up numbers of several rows at once.
#include "kernels/formats/coded/table_codes.hpp"

#include <algorithm>
#include <array>

namespace minikrylov::coded {
namespace {

/// use(R): the numbers of so many rows are looked at at once.
template <class Use> auto with_rows_at_once(int chunk, const Use& use) {
  if (chunk % 8 == 0) return use(std::integral_constant<int, 8>());
  if (chunk % 4 == 0) return use(std::integral_constant<int, 4>());
  return use(std::integral_constant<int, 1>());
}

/// Whether the numbers of R rows are one, as they mostly are: it is looked up once.
template <int R> bool are_one(const double* numbers) {
  std::uint64_t differing = 0;
  for (int row = 0; row < R; ++row)
    differing |= Kokkos::bit_cast<std::uint64_t>(numbers[row]) ^ Kokkos::bit_cast<std::uint64_t>(numbers[0]);
  return differing == 0;
}

template <int R> ValueCoding smallest_table(std::span<const double> values, const ValueTable& table) {
  unsigned last = 0;
  for (std::size_t e = 0; e < values.size(); e += R) {
    const double* const numbers = values.data() + e;
    const int different = are_one<R>(numbers) ? 1 : R;
    for (int row = 0; row < different; ++row) last = std::max(last, static_cast<unsigned>(table.place(numbers[row])));
    if (last >= table_size) return ValueCoding::full;  // -1 is, too
  }
  if (last < 8) return ValueCoding::table8;
  return last < 16 ? ValueCoding::table16 : ValueCoding::table256;
}

/// Adds the places of numbers, one in each of R rows, to words with room for them from bit `shift` on.
template <int R>
void add_places(const double* numbers, const ValueTable& table, int shift, std::array<std::uint32_t, R>& words) {
  const auto place = [&](double number) { return static_cast<std::uint32_t>(table.place(number)) << shift; };
  if (are_one<R>(numbers)) {
    const std::uint32_t of_all = place(numbers[0]);
    for (std::uint32_t& word : words) word |= of_all;
  } else {
    for (std::size_t row = 0; row < R; ++row) words[row] |= place(numbers[row]);
  }
}

template <int N, int R>
void write_words(std::span<const double> values, int chunk, const ValueTable& table, unsigned char* to) {
  auto* word = reinterpret_cast<std::uint32_t*>(to);
  const Offset length = static_cast<Offset>(values.size()) / chunk;
  for (Offset first = 0; first < length; first += places_per_word<N>) {
    const Offset count = std::min(places_per_word<N>, length - first);
    for (int row = 0; row < chunk; row += R) {
      const double* const from = values.data() + first * chunk + row;
      std::array<std::uint32_t, R> words{};
      for (Offset k = 0; k < count; ++k)
        add_places<R>(from + k * chunk, table, place_bits<N> * static_cast<int>(k), words);
      word = std::copy(words.begin(), words.end(), word);
    }
  }
}

}  // namespace

ValueCoding in_table(std::span<const double> values, int chunk, const ValueTable& table) {
  return with_rows_at_once(chunk,
                           [&]<int R>(std::integral_constant<int, R>) { return smallest_table<R>(values, table); });
}

template <int N>
void write_places(std::span<const double> values, int chunk, const ValueTable& table, unsigned char* to) {
  with_rows_at_once(chunk, [&]<int R>(std::integral_constant<int, R>) { write_words<N, R>(values, chunk, table, to); });
}
template void write_places<8>(std::span<const double>, int, const ValueTable&, unsigned char*);
template void write_places<16>(std::span<const double>, int, const ValueTable&, unsigned char*);
template void write_places<256>(std::span<const double>, int, const ValueTable&, unsigned char*);

}  // namespace minikrylov::coded
