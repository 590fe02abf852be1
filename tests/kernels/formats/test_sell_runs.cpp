// Runs of chunks alike in SELL-C-σ.
#include "kernels/formats/sell_runs.hpp"

#include <algorithm>
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
  const std::string pattern = "ddttgteedtttt" + std::string(300, 'd');
  const SellArrays sell =
      make_sell_arrays(chunks_of(pattern).arrays(), {0, static_cast<LocalIndex>(8 * pattern.size())}, 8);
  const SellRuns found = find_runs(sell, compact_columns(sell));
  const auto runs = to_host(found.runs);
  const auto marks = to_host(found.marks);
  std::vector<LocalIndex> begins, lengths;
  for (const sell::ChunkRun& run : runs)
    begins.push_back(run.first), lengths.push_back(static_cast<LocalIndex>(run.length));
  CHECK(begins == std::vector<LocalIndex>{0, 2, 4, 5, 6, 8, 9, 13, 313});
  CHECK(lengths == std::vector<LocalIndex>{2, 3, 0, 3, 0, 2, 3, 2, 0});
  CHECK(runs[5].row == 8 * 8);
  CHECK(marks.size() == 20);
  CHECK(std::vector<LocalIndex>(marks.begin(), marks.begin() + 3) == std::vector<LocalIndex>{0, 7, 7});
}

TEST_CASE("products may begin and end with any chunk of a run", "[sell]") {
  const std::string pattern = "ddttgteedtttt" + std::string(40, 'd') + "gg" + std::string(30, 't');
  const Sample sample = chunks_of(pattern);
  const auto x = random_values(static_cast<std::size_t>(sample.columns()), 7);
  const std::vector<double> all = sample.times(x, 1);
  const auto rows = static_cast<LocalIndex>(sample.row.size());
  const auto matrix = make_sell(sample.arrays(), {0, rows}, 8);
  const Vector operand = vector_of(x, rows, 1);
  for (LocalIndex begin = 0; begin < rows; begin += RowBlocks::alignment)
    for (LocalIndex end = begin; end < rows + RowBlocks::alignment; end += RowBlocks::alignment) {
      const LocalIndex last = std::min(end, rows);
      const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(rows), not_a_number), rows, 1);
      multiply_some(*matrix, operand, y, {begin, last});
      const auto found = to_host(y.data);
      CHECK(std::equal(all.begin() + begin, all.begin() + last, found.begin() + begin));
      CHECK(std::count_if(found.begin(), found.end(), [](double one) { return one == one; }) == last - begin);
    }
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
