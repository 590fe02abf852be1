// Counted padding equals stored padding.
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "kernels/core/arrays.hpp"
#include "kernels/formats/sell_arrays.hpp"
#include "kernels/formats/sell_padding.hpp"

using namespace minikrylov;

namespace {

CrsArrays rows_of_random_length(LocalIndex rows) {
  std::mt19937 random(5);
  std::vector<Offset> offsets(1, 0);
  for (LocalIndex i = 0; i < rows; ++i) offsets.push_back(offsets.back() + static_cast<Offset>(random() % 30));
  CrsArrays matrix{rows, rows, allocate<Offset>("offsets", offsets.size()),
                   allocate<LocalIndex>("columns", offsets.back()), allocate<double>("values", offsets.back())};
  Kokkos::deep_copy(matrix.offsets, Kokkos::View<const Offset*, Kokkos::HostSpace>(offsets.data(), offsets.size()));
  Kokkos::deep_copy(matrix.columns, 0);
  Kokkos::deep_copy(matrix.values, 1.0);
  return matrix;
}

}  // namespace

TEST_CASE("counted padding equals that of the actual chunks, for any sigma, chunk height and parts") {
  const CrsArrays matrix = rows_of_random_length(1000);
  const auto part = allocate<int>("part", 1000);
  Kokkos::deep_copy(part, 0);
  Kokkos::deep_copy(Kokkos::subview(part, std::make_pair(300, 717)), 1);
  for (const Ordering& ordering : {natural_ordering(1000), order_by_part(part, 2)})
    for (const int chunk : {4, 8, 64}) {
      const std::vector<LocalIndex> sigmas = sigmas_to_try(chunk, 1000);
      const std::vector<Offset> counted = stored_entries_by_sigma(matrix.offsets, ordering, chunk, sigmas);
      REQUIRE(counted.size() == sigmas.size());
      for (std::size_t k = 0; k < sigmas.size(); ++k) {
        const Ordering sorted = sort_rows(matrix.offsets, ordering, sigmas[k]);
        const SellArrays sell = make_sell_arrays(permute_rows(matrix, sorted), sorted.parts, chunk);
        CAPTURE(chunk, sigmas[k]);
        CHECK(counted[k] == static_cast<Offset>(sell.values.extent(0)));
      }
      CHECK(counted.back() < counted.front());
    }
}

TEST_CASE("sigmas to try begin with no sorting and end with all rows") {
  CHECK(sigmas_to_try(8, 1000) == std::vector<LocalIndex>{1, 8, 32, 128, 512, 1000});
  CHECK(sigmas_to_try(8, 8) == std::vector<LocalIndex>{1, 8});
  CHECK(sigmas_to_try(8, 1) == std::vector<LocalIndex>{1});
}
