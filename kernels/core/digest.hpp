// A 64-bit hash of all bits of arrays, to detect changes in memory.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/core/types.hpp"

namespace minikrylov {

/// A bijective mixing of 64 bits: S. Vigna's splitmix64.
KOKKOS_INLINE_FUNCTION std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// The digest of successive arrays. Each element is hashed with its position, so the result does not depend on threads.
/// A change in a single element always changes it; other changes go undetected with probability 2⁻⁶⁴.
class Digest {
 public:
  void add(std::uint64_t word) { value_ = mixed(value_ + word + 0x9e3779b97f4a7c15U); }

  void add(std::span<const double> list) {
    for (const double x : list) add(Kokkos::bit_cast<std::uint64_t>(x));
  }

  /// The first `count` elements of a view of numbers of 1, 4 or 8 bytes, where kernels run.
  template <class View> void add(const View& array, Offset count) {
    using Element = typename View::non_const_value_type;
    using Long = std::conditional_t<sizeof(Element) == 4, std::uint32_t, std::uint64_t>;
    using Word = std::conditional_t<sizeof(Element) == 1, std::uint8_t, Long>;
    static_assert(sizeof(Element) == sizeof(Word));
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce(
        "digest", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, count),
        KOKKOS_LAMBDA(Offset i, std::uint64_t & part) {
          part += mixed(Kokkos::bit_cast<Word>(array(i)) + mixed(static_cast<std::uint64_t>(i)));
        },
        sum);
    add(static_cast<std::uint64_t>(count));
    add(sum);
  }

  template <class View> void add_all(const View& array) { add(array, static_cast<Offset>(array.extent(0))); }

  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// The bytes of an array as words; their number is a multiple of eight.
template <class T> auto words_of(const Array<T>& array) {
  using Words = Kokkos::View<const std::uint64_t*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  return Words(reinterpret_cast<const std::uint64_t*>(array.data()), array.size() * sizeof(T) / sizeof(std::uint64_t));
}

}  // namespace minikrylov
