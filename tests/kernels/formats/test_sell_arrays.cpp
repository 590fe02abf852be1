// The memory layout of SELL-C-σ: chunks, padding and bytes.
#include "kernels/formats/sell_arrays.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <map>
#include <tuple>
#include <utility>

#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_columns.hpp"
#include "kernels/schedule/group_graph.hpp"
#include "tests/kernels/grid_samples.hpp"
#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

struct ChunkCounts {
  Offset chunks = 0, entries = 0, of_one_column = 0;
};

/// Groups rows into chunks by their part and group, without building chunks.
ChunkCounts counts_by_hand(const Sample& sample, const std::vector<LocalIndex>& parts, int chunk) {
  std::map<std::tuple<std::size_t, LocalIndex, LocalIndex>, Offset> longest;
  for (std::size_t p = 0; p + 1 < parts.size(); ++p)
    for (LocalIndex i = parts[p]; i < parts[p + 1]; ++i) {
      const LocalIndex group = i / 64, begin = std::max(parts[p], group * 64);
      Offset& length = longest[{p, group, (i - begin) / chunk}];
      length = std::max(length, sample.length(i));
    }
  ChunkCounts counts{static_cast<Offset>(longest.size()), 0, 0};
  for (const auto& [key, length] : longest) {
    counts.entries += length * chunk;
    counts.of_one_column += length == 1 ? 1 : 0;
  }
  return counts;
}

const std::vector<std::vector<LocalIndex>> partitions{
    {0, 333}, {0, 64, 333}, {0, 1, 2, 3, 333}, {0, 0, 100, 100, 101, 200, 333, 333}};

}  // namespace

TEST_CASE("chunks, padding and bytes agree with a count by hand", "[sell]") {
  const Sample sample = random_sample(333, 40, 29, 31);
  for (const auto& parts : partitions)
    for (const int chunk : sell_chunks) {
      INFO("parts " << parts.size() - 1 << " chunk " << chunk);
      const auto sell = make_sell(sample.arrays(), parts, chunk);
      const ChunkCounts counts = counts_by_hand(sample, parts, chunk);
      const Offset groups = (333 + 63) / 64;
      CHECK(sell->stored_entries() == counts.entries);
      // Random chunks are not regular, except those with a single column: then another run begins and ends.
      const Offset runs = 2 * counts.of_one_column + 2;
      CHECK(sell->allocated_bytes() <= 12 * counts.entries + (8 + 8 + 4) * (counts.chunks + 1) +
                                           4 * (counts.chunks / 16 + 1) + 32 * runs + 4 * (groups + 1));
      CHECK(sell->allocated_bytes() > 11.5 * static_cast<double>(counts.entries));
      CHECK(sell->nonzeros() == sample.nonzeros());
    }
}

TEST_CASE("no chunk spans two parts or two groups of 64 rows", "[sell]") {
  const Sample sample = random_sample(333, 40, 29, 32);
  for (const auto& parts : partitions)
    for (const int chunk : sell_chunks) {
      INFO("parts " << parts.size() - 1 << " chunk " << chunk);
      const SellArrays sell = make_sell_arrays(sample.arrays(), parts, chunk);
      const auto first_rows = to_host(sell.first_rows);
      const auto group_chunks = to_host(sell.group_chunks);
      REQUIRE(first_rows.front() == 0);
      REQUIRE(first_rows.back() == 333);
      for (LocalIndex c = 0; c < sell.chunks(); ++c) {
        const LocalIndex begin = first_rows[c], last = first_rows[c + 1] - 1;
        REQUIRE(last >= begin);
        REQUIRE(last - begin < chunk);
        REQUIRE(begin / 64 == last / 64);
        for (const LocalIndex start : parts) REQUIRE((start <= begin || start > last));
      }
      for (LocalIndex g = 0; g < sell.groups(); ++g) REQUIRE(first_rows[group_chunks[g]] == g * 64);
      REQUIRE(group_chunks.back() == sell.chunks());
    }
}

TEST_CASE("entries are stored column by column; padding is zero, with a column of its row or on a diagonal", "[sell]") {
  const Sample random = random_sample(70, 4, 6, 33), star = star_sample(10, 3, 3);
  for (const Sample* sample : {&random, &star}) {
    const LocalIndex rows = sample->rows();
    const SellArrays sell = make_sell_arrays(sample->arrays(), {0, 30, rows}, 8);
    const auto first_rows = to_host(sell.first_rows);
    const auto offsets = to_host(sell.offsets);
    const auto columns = to_host(sell.columns);
    const auto values = to_host(sell.values);
    for (LocalIndex c = 0; c < sell.chunks(); ++c)
      for (LocalIndex i = first_rows[c]; i < first_rows[c + 1]; ++i) {
        const std::vector<Entry>& row = sample->row[i];
        std::size_t found = 0;
        for (auto at = static_cast<std::size_t>(offsets[c] + i - first_rows[c]);
             at < static_cast<std::size_t>(offsets[c + 1]); at += 8) {
          if (found < row.size() && columns[at] == row[found].column && values[at] == row[found].value) {
            ++found;
            continue;
          }
          REQUIRE(values[at] == 0);
          const auto has = [&](const Entry& e) { return e.column == columns[at]; };
          const bool own = row.empty() ? columns[at] == i : std::any_of(row.begin(), row.end(), has);
          const auto first = at - static_cast<std::size_t>(i - first_rows[c]);  // lane 0 of the same place
          bool shared = false;                                                  // with another row of the chunk
          for (LocalIndex lane = 0; lane < first_rows[c + 1] - first_rows[c]; ++lane)
            shared = shared ||
                     (lane != i - first_rows[c] && columns[first + lane] - lane == columns[at] - (i - first_rows[c]));
          REQUIRE((own || (shared && columns[at] >= 0 && columns[at] < rows)));
        }
        REQUIRE(found == row.size());
      }
  }
}

TEST_CASE("at the ends of lines all diagonals stay consecutive", "[sell]") {
  const LocalIndex nx = GENERATE(16, 128), line = 12;  // y = z = 2 of nx x 5 x 5
  const auto [points, sample] =
      GENERATE_COPY(std::pair(7, star_sample(nx, 5, 5)), std::pair(27, cube_sample(nx, 5, 5)));
  const SellArrays sell = make_sell_arrays(sample.arrays(), {0, sample.rows()}, 8);
  const SellColumns compact = compact_columns(sell);
  const auto begins = to_host(compact.begins);
  const auto kept = to_host(compact.columns);
  const auto all = to_host(sell.columns);
  const auto offsets = to_host(sell.offsets);
  for (LocalIndex c = line * nx / 8; c < (line + 1) * nx / 8; ++c) {
    REQUIRE(offsets[c + 1] - offsets[c] == points * 8);
    REQUIRE(begins[c + 1] - begins[c] == points);
    for (Offset k = 0; k < points; ++k)
      for (LocalIndex lane = 0; lane < 8; ++lane) CHECK(all[offsets[c] + 8 * k + lane] == kept[begins[c] + k] + lane);
  }
}

TEST_CASE("padding reads only groups that the graph has", "[sell]") {
  for (const Sample& sample : {star_sample(160, 7, 5), star_sample(128, 5, 4), star_sample(11, 13, 9),
                               cube_sample(64, 5, 4), random_sample(700, 20, 3, 35)}) {
    const CrsArrays matrix = sample.arrays();
    const SellArrays sell = make_sell_arrays(matrix, {0, sample.rows()}, 8);
    const GroupGraph graph = find_group_graph(matrix, 7);
    if (graph.count() == 0) SKIP("a device has no graph");
    const auto first_rows = to_host(sell.first_rows);
    const auto offsets = to_host(sell.offsets);
    const auto columns = to_host(sell.columns);
    for (LocalIndex c = 0; c < sell.chunks(); ++c)
      for (Offset e = offsets[c]; e < offsets[c + 1]; ++e) {
        const LocalIndex group = first_rows[c] / 64;
        const auto begin = graph.groups.begin() + graph.begins[group],
                   end = graph.groups.begin() + graph.begins[group + 1];
        if (columns[e] < sample.rows()) CHECK(std::binary_search(begin, end, columns[e] / 64));
      }
  }
}

TEST_CASE("sorting by length reduces padding", "[sell]") {
  const Sample sample = random_sample(1000, 0, 40, 34);
  const CrsArrays matrix = sample.arrays();
  const auto padded = [&](LocalIndex sigma) {
    const Ordering ordering = sort_rows(matrix.offsets, natural_ordering(1000), sigma);
    const auto sell = make_sell(permute_rows(matrix, ordering), ordering.parts, 16);
    return static_cast<double>(sell->stored_entries()) / static_cast<double>(sample.nonzeros());
  };
  CHECK(padded(1) > 1.5);
  CHECK(padded(64) < padded(1));
  CHECK(padded(1000) < 1.1);
}
