// Matrices without a grid: owners of rows, and distribution of rows to them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "comm/partition/scatter.hpp"
#include "problems/matrix_market.hpp"

using namespace minikrylov;

namespace {

/// A ring of `rows` rows with a few distant entries; values encode row and column.
SparseMatrix ring(LocalIndex rows) {
  SparseMatrix matrix{rows, {0}, {}, {}};
  for (LocalIndex i = 0; i < rows; ++i) {
    std::vector<LocalIndex> columns{i, (i + 1) % rows, (i + rows - 1) % rows, (i * 7 + 3) % rows};
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const LocalIndex j : columns) {
      matrix.columns.push_back(j);
      matrix.values.push_back(1000.0 * i + j);
    }
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

/// A grid of n × n points, each coupled with its four neighbours.
SparseMatrix grid(LocalIndex n) {
  SparseMatrix matrix{n * n, {0}, {}, {}};
  for (LocalIndex i = 0; i < n * n; ++i) {
    for (const LocalIndex j : {i - n, i - 1, i, i + 1, i + n})
      if (j >= 0 && j < n * n && (j / n == i / n || j % n == i % n)) {
        matrix.columns.push_back(j);
        matrix.values.push_back(i == j ? 4 : -1);
      }
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

/// Hubs, each coupled with `leaves` of the other rows: a hub's value goes to a rank once, however many leaves are
/// there.
SparseMatrix stars(LocalIndex hubs, LocalIndex leaves) {
  const LocalIndex rows = 20 * hubs;
  std::mt19937 random(11);
  std::vector<std::vector<LocalIndex>> columns(static_cast<std::size_t>(rows));
  for (LocalIndex i = 0; i < rows; ++i) columns[i] = {i, (i + 1) % rows, (i + rows - 1) % rows};
  for (LocalIndex hub = 0; hub < hubs; ++hub)
    for (LocalIndex k = 0; k < leaves; ++k) {
      const auto leaf = static_cast<LocalIndex>(random() % static_cast<unsigned>(rows));
      columns[20 * hub].push_back(leaf);
      columns[leaf].push_back(20 * hub);
    }
  SparseMatrix matrix{rows, {0}, {}, {}};
  for (auto& row : columns) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    matrix.columns.insert(matrix.columns.end(), row.begin(), row.end());
    matrix.values.insert(matrix.values.end(), row.size(), 1);
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

/// Values that ranks send in a product: each to each rank that needs it once.
long values_sent(const SparseMatrix& matrix, const std::vector<int>& owner) {
  std::set<std::pair<LocalIndex, int>> sent;
  for (LocalIndex i = 0; i < matrix.rows; ++i)
    for (Offset e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
      if (owner[matrix.columns[e]] != owner[i]) sent.emplace(matrix.columns[e], owner[i]);
  return static_cast<long>(sent.size());
}

Offset edges_cut(const SparseMatrix& matrix, const std::vector<int>& owner) {
  Offset cut = 0;
  for (LocalIndex i = 0; i < matrix.rows; ++i)
    for (Offset e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) cut += owner[i] != owner[matrix.columns[e]];
  return cut;
}

template <class T> std::vector<T> to_host(const Array<T>& array) {
  std::vector<T> host(array.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(host.data(), host.size()), array);
  return host;
}

/// Whether the rows here, with their global numbers, are the rows of `whole` that this rank owns.
bool has_rows(const ScatteredRows& mine, const SparseMatrix& whole, const std::vector<int>& owner, int rank) {
  const auto offsets = to_host(mine.rows.offsets);
  const auto columns = to_host(mine.rows.columns);
  const auto values = to_host(mine.rows.values), rhs = to_host(mine.rows.rhs);
  std::size_t owned = 0;
  for (const int o : owner) owned += o == rank;
  bool equal = owned == mine.global_numbers.size() && static_cast<LocalIndex>(owned) == mine.rows.rows;
  for (LocalIndex i = 0; equal && i < mine.rows.rows; ++i) {
    const GlobalIndex row = mine.global_numbers[i];
    equal = owner[row] == rank && whole.offsets[row + 1] - whole.offsets[row] == offsets[i + 1] - offsets[i];
    double sum = 0;
    for (Offset e = offsets[i]; equal && e < offsets[i + 1]; ++e) {
      const LocalIndex c = columns[e];
      const GlobalIndex column = c < mine.rows.rows ? mine.global_numbers[c] : mine.rows.ghosts[c - mine.rows.rows];
      const Offset there = whole.offsets[row] + e - offsets[i];
      equal = column == whole.columns[there] && values[e] == whole.values[there];
      sum += values[e];
    }
    equal = equal && sum == rhs[i];
  }
  return equal;
}

}  // namespace

TEST_CASE("blocks of rows are contiguous and even") {
  for (const LocalIndex rows : {1, 2, 7, 100, 101})
    for (int ranks = 1; ranks <= std::min(rows, 9); ++ranks) {
      const std::vector<int> owner = block_owners(rows, ranks);
      std::vector<int> count(ranks, 0);
      for (const int rank : owner) ++count[rank];
      CHECK(std::is_sorted(owner.begin(), owner.end()));
      CHECK(*std::max_element(count.begin(), count.end()) - *std::min_element(count.begin(), count.end()) <= 1);
    }
}

TEST_CASE("a graph partition cuts fewer couplings than blocks of a shuffled matrix; it is balanced and deterministic") {
  if (graph_support() == GraphSupport::none) SKIP("built without METIS");
  const SparseMatrix matrix = grid(40);
  for (const int ranks : {2, 3, 7, 16}) {
    const std::vector<int> owner = graph_owners(matrix, ranks);
    CHECK(owner == graph_owners(matrix, ranks));
    CHECK(edges_cut(matrix, owner) < 2 * 2 * 40 * ranks);
    std::vector<int> count(ranks, 0);
    for (const int rank : owner) ++count[rank];
    CHECK(*std::min_element(count.begin(), count.end()) > 0);
    CHECK(*std::max_element(count.begin(), count.end()) < 1.2 * 1600 / ranks);
  }
  const std::vector<int> each = graph_owners(ring(5), 5);
  CHECK(std::is_permutation(each.begin(), each.end(), std::vector<int>{0, 1, 2, 3, 4}.begin()));
}

TEST_CASE("a graph partition for volume sends fewer values where couplings mislead, and is deterministic") {
  if (graph_support() == GraphSupport::none) SKIP("built without METIS");
  const SparseMatrix matrix = stars(30, 40);
  long by_cut = 0, by_volume = 0;
  for (const int ranks : {4, 8, 16}) {
    const std::vector<int> owner = graph_owners(matrix, ranks, GraphGoal::volume);
    CHECK(owner == graph_owners(matrix, ranks, GraphGoal::volume));
    CHECK(owner != graph_owners(matrix, ranks));
    by_cut += values_sent(matrix, graph_owners(matrix, ranks));
    by_volume += values_sent(matrix, owner);
  }
  INFO("values sent: " << by_volume << " with volume, " << by_cut << " with cut");
  CHECK(by_volume < by_cut);
}

TEST_CASE("rows reach their owners for any partition") {
  const Communicator ranks;
  const SparseMatrix whole = ring(103);
  std::mt19937 random(3);
  std::vector<int> scattered;
  for (LocalIndex i = 0; i < whole.rows; ++i)
    scattered.push_back(i < ranks.size() ? i : static_cast<int>(random() % static_cast<unsigned>(ranks.size())));
  for (const std::vector<int>& owner : {block_owners(whole.rows, ranks.size()), scattered}) {
    const bool first = ranks.rank() == 0;
    const ScatteredRows mine = scatter_rows(first ? whole : SparseMatrix(), first ? owner : std::vector<int>(), ranks);
    CHECK(ranks.reduce(has_rows(mine, whole, owner, ranks.rank()) ? 1 : 0, ReduceBy::minimum) == 1);

    // The halo delivers the values that belong to the ghosts' global numbers.
    const Halo halo(ranks, mine.rows.rows, mine.ghosts, {});
    const Vector x = make_vector("x", mine.rows.rows, halo.ghosts(), 1);
    const auto values = Kokkos::create_mirror_view(x.data);
    for (LocalIndex i = 0; i < x.rows; ++i) values(i) = static_cast<double>(mine.global_numbers[i]);
    Kokkos::deep_copy(x.data, values);
    halo.exchange(x);
    Kokkos::deep_copy(values, x.data);
    bool right = true;
    for (std::size_t k = 0; k < mine.rows.ghosts.size(); ++k)
      right = right && values(x.rows + k) == static_cast<double>(mine.rows.ghosts[k]);
    CHECK(ranks.reduce(right ? 1 : 0, ReduceBy::minimum) == 1);
  }
}

TEST_CASE("a rank without rows is refused on all ranks") {
  const Communicator ranks;
  const std::vector<int> all_to_first(103, 0);
  if (ranks.size() == 1)
    CHECK_NOTHROW(scatter_rows(ring(103), all_to_first, ranks));
  else
    CHECK_THROWS_AS(scatter_rows(ring(103), all_to_first, ranks), SetupError);
}

TEST_CASE("an error on the first rank is thrown on all ranks") {
  const Communicator ranks;
  const auto wrong = [] {
    require(false, "a {} (b) c", 1);
    return 1;
  };
  CHECK_THROWS_AS(on_first_rank(ranks, wrong), SetupError);
  CHECK(on_first_rank(ranks, [] { return 7; }) == (ranks.rank() == 0 ? 7 : 0));
}

TEST_CASE("a partition is read from a file, or refused with the line") {
  const Communicator ranks;
  if (ranks.rank() != 0) return;
  const std::string name =
      (std::filesystem::temp_directory_path() / fmt::format("minikrylov-{}.part", std::random_device()())).string();
  const auto read = [&](const std::string& text, LocalIndex rows) {
    std::FILE* file = std::fopen(name.c_str(), "w");
    std::fputs(text.c_str(), file);
    std::fclose(file);
    return read_owners(name, rows, 3);
  };
  CHECK(read("2\n0\n1\n", 3) == std::vector<int>{2, 0, 1});
  CHECK(read("2\n0\n1", 3) == std::vector<int>{2, 0, 1});
  CHECK_THROWS_AS(read("2\n0\n", 3), SetupError);
  CHECK_THROWS_AS(read("2\n3\n1\n", 3), SetupError);
  CHECK_THROWS_AS(read("2\nx\n1\n", 3), SetupError);
  CHECK_THROWS_AS(read("2\n\n1\n", 3), SetupError);
  std::filesystem::remove(name);
}
