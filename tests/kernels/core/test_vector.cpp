// New vectors: their values and alignment.
#include "kernels/core/vector.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <set>

#include "kernels/core/caches.hpp"
#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

TEST_CASE("a new vector is zero, including ghosts, whatever its place") {
  for (const int place : {0, 1, 15, 16, 40}) {
    const Vector x = make_vector("x", 130, 7, 3, place);
    CHECK(to_host(x.data) == std::vector<double>(137 * 3, 0.0));
    CHECK(x.rows == 130);
    CHECK(x.capacity() == 137);
    CHECK(x.data.label() == "x");
  }
}

TEST_CASE("a vector in single precision is zero, is copied rounded and widened, and keeps its ghosts") {
  const Vector x = make_vector("x", 130, 7, 1, 3, Precision::single_precision);
  CHECK(to_host(x.singles) == std::vector<float>(137, 0.0F));
  CHECK(x.precision() == Precision::single_precision);
  CHECK(x.capacity() == 137);
  CHECK(x.data.extent(0) == 0);
  std::vector<double> thirds(137);
  for (std::size_t e = 0; e < thirds.size(); ++e) thirds[e] = static_cast<double>(e) / 3;
  const Vector y = vector_of(thirds, 130, 1);
  copy(y, x);
  copy(x, y);
  for (std::size_t e = 0; e < 130; ++e) thirds[e] = static_cast<double>(static_cast<float>(thirds[e]));
  CHECK(to_host(y.data) == thirds);
  CHECK(to_host(x.singles).back() == 0);
  fill(x, 0.5);
  CHECK(to_host(x.singles)[129] == 0.5F);
  CHECK(to_host(x.singles)[130] == 0);
  clear_all(x);
  CHECK(to_host(x.singles) == std::vector<float>(137, 0.0F));
}

TEST_CASE("copies and fills take all rows of all right-hand sides, and leave ghosts alone") {
  for (const int width : {1, 3, 16}) {
    const LocalIndex rows = 3001, ghosts = 5;  // several row blocks, the last of which is not full
    const auto own = static_cast<std::size_t>(rows) * width, all = own + static_cast<std::size_t>(ghosts) * width;
    std::vector<double> numbers(all);
    for (std::size_t e = 0; e < all; ++e) numbers[e] = 1 + static_cast<double>(e);
    const Vector x = vector_of(numbers, rows, width), y = make_vector("y", rows, ghosts, width);
    copy(x, y);
    fill(x, -2.5);
    std::vector<double> copied(all, 0.0), filled(all, -2.5);
    std::copy_n(numbers.begin(), own, copied.begin());
    std::copy(numbers.begin() + static_cast<std::ptrdiff_t>(own), numbers.end(),
              filled.begin() + static_cast<std::ptrdiff_t>(own));
    CHECK(to_host(y.data) == copied);
    CHECK(to_host(x.data) == filled);
    clear_all(x);
    clear_for_sums(y);
    CHECK(to_host(x.data) == std::vector<double>(all, 0.0));
    CHECK(to_host(y.data) == std::vector<double>(all, 0.0));
  }
}

namespace {
/// Where the latest array begins, as Kokkos reports it to tools.
const void* begin_of_array = nullptr;
void note_array(Kokkos::Tools::SpaceHandle, const char*, const void* begin, std::uint64_t) { begin_of_array = begin; }
}  // namespace

TEST_CASE("sixteen vectors of one method begin in different sets of the L1 cache, if their arrays begin in the same") {
  constexpr std::ptrdiff_t sets = 64;
  std::set<std::ptrdiff_t> sets_begun;
  std::ptrdiff_t first = 0;  // what Kokkos puts before an array, not always whole cache lines
  Kokkos::Tools::Experimental::set_allocate_data_callback(note_array);
  for (int place = 0; place < 16; ++place) {
    const Vector x = make_vector("x", 1000, 0, 1, place);
    const auto begin = reinterpret_cast<const char*>(x.data.data()) - static_cast<const char*>(begin_of_array);
    if (place == 0) first = begin;
    CHECK((begin - first) % cache_line_bytes == 0);
    sets_begun.insert((begin - first) / cache_line_bytes % sets);
  }
  Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
  CHECK(sets_begun.size() == 16);
}
