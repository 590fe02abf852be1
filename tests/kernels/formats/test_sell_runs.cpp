// Runs of chunks alike in SELL-C-σ.
#include "kernels/formats/sell_runs.hpp"

#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/sell.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// A row of each pattern letter's chunk of eight: d and t have two and three diagonals, g three of which one has a
/// kink, e no entries.
Sample chunks_of(const std::string& pattern) {
  const auto rows = static_cast<LocalIndex>(8 * pattern.size());
  Sample sample{40, std::vector<std::vector<Entry>>(rows)};
  for (LocalIndex i = 0; i < rows; ++i) {
    const char kind = pattern[i / 8];
    const LocalIndex count = kind == 'e' ? 0 : kind == 'd' ? 2 : 3;
    for (LocalIndex k = 0; k < count; ++k)
      sample.row[i].push_back({i + 20 * k + (kind == 'g' && k == 1 && i % 8 == 4 ? 1 : 0), i % 13 + k - 5.0});
  }
  return sample;
}

}  // namespace

TEST_CASE("runs are chunks alike that follow one another", "[sell]") {
  const SellArrays sell = make_sell_arrays(chunks_of("ddttgteedtttt").arrays(), {0, 8 * 13}, 8);
  const auto runs = to_host(runs_of_chunks(sell, compact_columns(sell)));
  CHECK(std::vector<int>(runs.begin(), runs.end()) == std::vector{2, 1, 2, 1, 0, 1, 0, 0, 1, 4, 3, 2, 1});
}

TEST_CASE("runs longer than they can say are cut", "[sell]") {
  const std::string pattern(300, 't');
  const SellArrays sell = make_sell_arrays(chunks_of(pattern).arrays(), {0, 8 * 300}, 8);
  const auto runs = to_host(runs_of_chunks(sell, compact_columns(sell)));
  CHECK(runs[0] == 255);
  CHECK(runs[45] == 255);
  CHECK(runs[46] == 254);
  CHECK(runs[299] == 1);
}

TEST_CASE("products over runs of any lengths agree with plain loops", "[sell]") {
  for (const std::string& pattern :
       {std::string("ddttgteedtttt"), std::string(300, 'd') + "g" + std::string(260, 't')}) {
    const Sample sample = chunks_of(pattern);
    const auto x = random_values(static_cast<std::size_t>(sample.columns()), 7);
    for (const int chunk : sell_chunks) {
      INFO("chunk " << chunk << ", " << pattern.size() << " times eight rows");
      const auto rows = static_cast<LocalIndex>(sample.row.size());
      CHECK(product(*make_sell(sample.arrays(), {0, rows}, chunk), x, 1) == sample.times(x, 1));
    }
  }
}
