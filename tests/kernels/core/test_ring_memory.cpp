// Memory that repeats: what was written last within a window is there, whatever the page size.
#include <catch2/catch_test_macros.hpp>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/core/ring_memory.hpp"

using minikrylov::RingMemory;

TEST_CASE("a ring keeps the last window of what was written, in less memory than all of it", "[ring]") {
  constexpr std::size_t length = 100000;
  for (const std::size_t window : {std::size_t{1}, std::size_t{700}, std::size_t{5000}, length})
    for (const std::size_t phase : {std::size_t{0}, std::size_t{40}}) {
      INFO("window " << window << ", phase " << phase);
      RingMemory made(length, window, phase);
      const RingMemory ring = std::move(made);
      REQUIRE(ring.period() >= window);
#ifdef __linux__
      if (window < length / 4) CHECK(ring.period() < length / 2);
#endif
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < length; ++i) {
        ring.data()[i] = static_cast<double>(i);
        const std::size_t oldest = i + 1 < window ? 0 : i + 1 - window;
        for (const std::size_t k : {oldest, std::midpoint(oldest, i)})
          if (ring.data()[k] != static_cast<double>(k)) ++wrong;
      }
      CHECK(wrong == 0);
    }
}
