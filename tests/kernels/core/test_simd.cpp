// Registers: bitwise equal to doubles handled one by one.
#include <algorithm>
#include <bit>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "kernels/core/caches.hpp"
#include "kernels/core/simd.hpp"

using namespace minikrylov;

namespace {

/// Numbers whose products and sums are rounded, and special values that a careless broadcast or sum would change.
std::vector<double> awkward_numbers() {
  const double least = std::numeric_limits<double>::denorm_min(), most = std::numeric_limits<double>::max();
  return {1.0 / 3, -0.0, 0.0, 1 + 0x1p-30, least, -most, HUGE_VAL, -1e-300, 3e200, -7.25, most, 1 - 0x1p-53};
}

std::uint64_t bits(double x) { return std::isnan(x) ? 1 : std::bit_cast<std::uint64_t>(x); }

/// The elements of `value`, with guard elements before and after them.
template <class V> std::vector<std::uint64_t> stored(const V& value, std::size_t count) {
  std::vector<double> memory(count + 2, 42.0);
  store(value, memory.data() + 1);
  std::vector<std::uint64_t> all;
  for (const double e : memory) all.push_back(bits(e));
  return all;
}

template <class Element> std::vector<std::uint64_t> expected(std::size_t count, const Element& element) {
  std::vector<std::uint64_t> all{bits(42.0)};
  for (std::size_t l = 0; l < count; ++l) all.push_back(bits(element(l)));
  all.push_back(bits(42.0));
  return all;
}

template <class V> void check_all(std::size_t count) {
  std::vector<double> x = awkward_numbers();
  const std::size_t numbers = x.size();
  while (x.size() < 2 * numbers + 4 * count) x.push_back(x[x.size() - numbers]);
  for (std::size_t i = 0; i < numbers; ++i) {
    CHECK(stored(V(x[i]), count) == expected(count, [&](std::size_t) { return x[i]; }));
    CHECK(stored(load<V>(&x[i]), count) == expected(count, [&](std::size_t l) { return x[i + l]; }));
    CHECK(stored(V([&](std::size_t l) { return x[i + 2 * l]; }), count) ==
          expected(count, [&](std::size_t l) { return x[i + 2 * l]; }));
    for (std::size_t j = 0; j < numbers; ++j) {
      const V a = load<V>(&x[i]), b = load<V>(&x[j]);
      CHECK(stored(a + b, count) == expected(count, [&](std::size_t l) { return x[i + l] + x[j + l]; }));
      CHECK(stored(a * b, count) == expected(count, [&](std::size_t l) { return x[i + l] * x[j + l]; }));
      CHECK(stored(V(x[3]) + a * b, count) == expected(count, [&](std::size_t l) {
              const volatile double product = x[i + l] * x[j + l];  // rounded before it is added
              return x[3] + product;
            }));
    }
  }
}

/// Streamed to every place in a cache line, nothing beside it.
template <class V> void check_streamed(std::size_t count) {
  const std::vector<double> x = awkward_numbers();
  const V value = load<V>(x.data());
  for (std::size_t place = 1; place < 9; ++place) {
    alignas(64) double memory[24];
    std::fill(std::begin(memory), std::end(memory), 42.0);
    value.stream_to(memory + place);
    finish_streaming();
    for (std::size_t e = 0; e < std::size(memory); ++e)
      CHECK(bits(memory[e]) == bits(e >= place && e < place + count ? x[e - place] : 42.0));
  }
}

/// V::widened() of adjacent numbers, wherever they begin.
template <class V, class Real> void check_widened(std::size_t count, const std::vector<Real>& numbers) {
  for (std::size_t i = 0; i + count <= numbers.size(); ++i)
    CHECK(stored(V::widened(&numbers[i]), count) ==
          expected(count, [&](std::size_t l) { return static_cast<double>(numbers[i + l]); }));
}

/// Rounding of adjacent numbers, wherever they begin, to memory and in place.
template <class V> void check_rounded(std::size_t count) {
  const std::vector<double> x = awkward_numbers();
  for (std::size_t i = 0; i + count <= x.size(); ++i) {
    std::vector<float> memory(count + 2, 42.0F);
    store(load<V>(&x[i]), memory.data() + 1);
    CHECK(memory.front() == 42.0F);
    CHECK(memory.back() == 42.0F);
    const auto rounded = [&](std::size_t l) { return static_cast<double>(static_cast<float>(x[i + l])); };
    CHECK(stored(load<V>(memory.data() + 1), count) == expected(count, rounded));
    CHECK(stored(load<V>(&x[i]).in_single(), count) == expected(count, rounded));
  }
}

}  // namespace

TEST_CASE("a register rounds its doubles to floats as one number is rounded", "[simd]") {
  check_rounded<Simd>(lanes);
  check_rounded<DoublesInTurn<4>>(4);
}

TEST_CASE("a register loads, stores, adds and multiplies its doubles bit for bit", "[simd]") {
  STATIC_REQUIRE(sizeof(Simd) == lanes * sizeof(double));
  check_all<Simd>(lanes);
}

TEMPLATE_TEST_CASE_SIG("so does its portable twin, of any number of lanes", "[simd]", ((int N), N), 1, 2, 4, 8) {
  check_all<DoublesInTurn<N>>(N);
}

TEST_CASE("a register, and its portable twin, streams its doubles wherever they go", "[simd]") {
  check_streamed<Simd>(lanes);
  check_streamed<DoublesInTurn<lanes>>(lanes);
}

TEST_CASE("a register widens floats, halves and bfloat16s as one number is widened", "[simd]") {
  std::vector<float> floats;
  for (const double x : awkward_numbers()) floats.push_back(static_cast<float>(x));
  std::vector<Half> halves;
  std::vector<Bfloat16> brains;
  for (const double x : {0.0, -0.0, 1.0, -1.5, 0x1p-24, -0x1.8p-20, 0x1p-14, 65504.0, -3.25, 1024.0, 0x1p-15, -2.0}) {
    floats.push_back(static_cast<float>(x));
    halves.emplace_back(x);
    brains.emplace_back(x);
  }
  for (const double x : {0x1p-126, -0x1p100, 26.0, 0x1p-133}) brains.emplace_back(x);
  check_widened<Simd>(lanes, floats);
  check_widened<Simd>(lanes, halves);
  check_widened<Simd>(lanes, brains);
}

TEST_CASE("a register is as wide as those of the target processor", "[simd]") {
#if defined(__clang__) && defined(__x86_64__)
  SKIP("clang's largest alignment is the same for all these processors; kernels.registers looks at the instructions");
#elif defined(__x86_64__) && !defined(__CUDACC__) && !defined(__HIPCC__)
  CHECK(lanes * sizeof(double) == __BIGGEST_ALIGNMENT__);
#elif defined(__ARM_FEATURE_SVE_BITS)
  CHECK(lanes * 64 == __ARM_FEATURE_SVE_BITS);
#else
  CHECK((lanes == 1 || lanes == 2));
#endif
}

TEST_CASE("a cache line is as long as those of the target processor", "[simd]") {
#if defined(__x86_64__)
  CHECK(cache_line_bytes == 64);
#elif defined(__ARM_FEATURE_SVE_BITS)
  CHECK((cache_line_bytes == 256) ==
        (__ARM_FEATURE_SVE_BITS == 512));  // an A64FX, also where Kokkos was not built for it
#else
  CHECK(cache_line_bytes >= 64);
#endif
}
