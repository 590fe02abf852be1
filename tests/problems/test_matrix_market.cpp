// Matrix Market files: reading them, and refusals with file and line.
#include <zlib.h>
#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>

#include "problems/matrix_market.hpp"
#include "problems/require.hpp"

using namespace minikrylov;

namespace {

const std::string real_general = "%%MatrixMarket matrix coordinate real general\n";

using Places = std::map<std::pair<int, int>, double>;

Places places_of(const SparseMatrix& matrix) {
  Places places;
  for (LocalIndex row = 0; row < matrix.rows; ++row)
    for (Offset e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e)
      places[{row, matrix.columns[e]}] = matrix.values[e];
  return places;
}

Places read(const std::string& text) { return places_of(parse_matrix_market(text, "a.mtx")); }

/// The complaints about a text; empty if it is accepted.
std::vector<std::string> complaints(const std::string& text) {
  try {
    static_cast<void>(parse_matrix_market(text, "a.mtx"));
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
}

/// Expects one complaint that begins with `place` and contains `why`.
void check_refused(const std::string& text, const std::string& place, const std::string& why) {
  const std::vector<std::string> messages = complaints(text);
  INFO(text);
  REQUIRE(messages.size() == 1);
  CAPTURE(messages[0]);
  CHECK(messages[0].starts_with(place));
  CHECK(messages[0].find(why) != std::string::npos);
  CHECK(messages[0].find('(') != std::string::npos);
}

/// A text with `rows` rows of up to five entries, and its entries in `places`.
std::string random_text(int rows, const std::string& symmetry, Places& places) {
  std::mt19937 random(7);
  std::string body;
  int entries = 0;
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < 5; ++k) {
      const int j = k == 0 ? i : static_cast<int>(random() % static_cast<unsigned>(i + 1));
      const double value = std::ldexp(static_cast<double>(random() % 100000) + 1, -10);
      if (!places.insert({{i, j}, value}).second) continue;
      if (symmetry == "symmetric") places[{j, i}] = value;
      body += fmt::format("{} {} {:.17g}\n", i + 1, j + 1, value);
      ++entries;
    }
  return fmt::format("%%MatrixMarket matrix coordinate real {}\n% random\n{} {} {}\n{}", symmetry, rows, rows, entries,
                     body);
}

}  // namespace

TEST_CASE("Matrix Market: entries, symmetries and fields are read as defined by the format") {
  CHECK(read(real_general + "% comment\n\n2 2 3\n1 1 1.5\n2 1 -2e3\n2 2 +4\n") ==
        Places{{{0, 0}, 1.5}, {{1, 0}, -2000}, {{1, 1}, 4}});
  CHECK(read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 3\n2 1 4\n") ==
        Places{{{0, 0}, 3}, {{1, 0}, 4}, {{0, 1}, 4}});
  CHECK(read("%%matrixmarket MATRIX Coordinate Real Skew-Symmetric\n2 2 1\n2 1 4\n") ==
        Places{{{1, 0}, 4}, {{0, 1}, -4}});
  CHECK(read("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n") ==
        Places{{{0, 1}, 1}, {{1, 0}, 1}});
  CHECK(read(real_general + "2 2 2\r\n2 2 1\r\n\r\n1 1 1") == Places{{{0, 0}, 1}, {{1, 1}, 1}});
  CHECK(read(real_general + "1 1 1\n1 1 0\n") == Places{{{0, 0}, 0}});
  CHECK(read(real_general + "2 2 3\n1 1 1.0D+00\n1 2 -1e-400\n2 2 +2.5d-1 \n") ==
        Places{{{0, 0}, 1}, {{0, 1}, 0}, {{1, 1}, 0.25}});
  CHECK(read("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 3.0\n") == Places{{{0, 0}, 3}});
}

TEST_CASE("Matrix Market: columns ascend whatever the order of the lines, over many pieces of text") {
  for (const std::string symmetry : {"general", "symmetric"}) {
    Places places;
    const std::string text = random_text(40000, symmetry, places);
    REQUIRE(text.size() > (3U << 20U));
    const SparseMatrix matrix = parse_matrix_market(text, "a.mtx");
    CHECK(places_of(matrix) == places);
    CHECK(matrix.nonzeros() == static_cast<Offset>(places.size()));
    bool ascending = true;
    for (LocalIndex row = 0; row < matrix.rows; ++row)
      for (Offset e = matrix.offsets[row] + 1; e < matrix.offsets[row + 1]; ++e)
        ascending = ascending && matrix.columns[e - 1] < matrix.columns[e];
    CHECK(ascending);
  }
}

TEST_CASE("Matrix Market: a matrix is symmetric by its values, however it is stored") {
  const auto symmetry = [](const std::string& body) {
    return symmetry_of(parse_matrix_market(real_general + body, "a.mtx"));
  };
  CHECK(symmetry("2 2 3\n1 1 1\n1 2 5\n2 1 5\n") == Symmetry::symmetric);
  CHECK(symmetry("2 2 3\n1 1 1\n1 2 5\n2 1 5.0000001\n") == Symmetry::general);
  CHECK(symmetry("2 2 3\n1 1 1\n1 2 5\n2 2 5\n") == Symmetry::general);
  CHECK(symmetry("2 2 3\n1 1 1\n1 2 0\n2 2 5\n") == Symmetry::symmetric);
}

TEST_CASE("Matrix Market: unreadable texts are refused with file and line") {
  check_refused("", "a.mtx:1:", "not a Matrix Market file");
  check_refused("1 1 1\n", "a.mtx:1:", "not a Matrix Market file");
  check_refused("%%MatrixMarket matrix array real general\n", "a.mtx:1:", "only sparse");
  check_refused("%%MatrixMarket matrix coordinate complex general\n", "a.mtx:1:", "type complex");
  check_refused("%%MatrixMarket matrix coordinate real hermitian\n", "a.mtx:1:", "hermitian");
  check_refused(real_general, "a.mtx:1:", "truncated");
  check_refused(real_general + "% no sizes\n", "a.mtx:2:", "truncated");
  check_refused(real_general + "3 3\n", "a.mtx:2:", "not a size line");
  check_refused(real_general + "% rectangular\n3 4 1\n1 1 1\n", "a.mtx:3:", "rectangular");
  check_refused(real_general + "0 0 0\n", "a.mtx:2:", "rows are not possible");
  const std::string two = real_general + "2 2 2\n";
  check_refused(two + "1 1 1\n", "a.mtx:4:", "after 1 of 2 entries");
  check_refused(two + "1 1 1\n2 2 1\n1 2 1\n", "a.mtx:2:", "3 entries, not 2");
  check_refused(two + "1 1 1\n2 2", "a.mtx:4:", "not an entry");
  check_refused(two + "1 1 1\n2 2 1 1\n", "a.mtx:4:", "not an entry");
  check_refused(two + "1 1 1\n2.0 2 1\n", "a.mtx:4:", "not an entry");
  check_refused(two + "1 1 1\n2 two 1\n", "a.mtx:4:", "not an entry");
  check_refused(two + "1 1 1\n2 3 1\n", "a.mtx:4:", "(2, 3) is outside");
  check_refused(two + "1 1 1\n0 2 1\n", "a.mtx:4:", "(0, 2) is outside");
  for (const char* value : {"1D", "1e999", "1D999", "D", "1d1d1"})
    check_refused(two + "1 1 1\n2 2 " + value + "\n", "a.mtx:4:", "not an entry");
  check_refused("%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 1\n2 2 2.5\n",
                "a.mtx:4:", "the value 2.5 is not whole");
  check_refused(two + "1 1 nan\n2 2 1\n", "a.mtx:3:", "nan is not a number");
  check_refused(two + "1 1 1\n2 2 -inf\n", "a.mtx:4:", "-inf is not a number");
  check_refused(two + "1 1 1\n1 1 1\n", "a.mtx:4:", "given twice");
  check_refused(real_general + "3 3 2\n1 1 1\n3 1 1\n", "a.mtx", "1 rows are empty, the first is row 2");
  const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n";
  check_refused(symmetric + "1 1 1\n2 1 1\n1 2 1\n", "a.mtx:5:", "given twice");
  check_refused("%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 1\n1 1 1\n", "a.mtx:3:", "diagonal");
}

TEST_CASE("Matrix Market: every piece of a file reports its first error, with the line in the whole file") {
  Places places;
  std::string text = random_text(40000, "general", places);
  const std::size_t middle = text.find('\n', text.size() / 2) + 1, late = text.find('\n', text.size() * 9 / 10) + 1;
  text.replace(middle, 1, "x");
  text.replace(late, 1, "y");
  const auto line_of = [&](std::size_t at) { return 1 + std::count(text.begin(), text.begin() + at, '\n'); };
  const std::vector<std::string> messages = complaints(text);
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].starts_with(fmt::format("a.mtx:{}:", line_of(middle))));
  CHECK(messages[1].starts_with(fmt::format("a.mtx:{}:", line_of(late))));
}

TEST_CASE("Matrix Market: files are read alike, compressed or not; damaged files are refused") {
  const auto name = [](const char* ending) {
    return (std::filesystem::temp_directory_path() / fmt::format("minikrylov-{}{}", std::random_device()(), ending))
        .string();
  };
  Places places;
  const std::string text = random_text(3000, "symmetric", places), plain = name(".mtx"), packed = name(".mtx.gz");
  std::FILE* file = std::fopen(plain.c_str(), "wb");
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
  gzFile gzip = gzopen(packed.c_str(), "wb");
  gzwrite(gzip, text.data(), static_cast<unsigned>(text.size()));
  gzclose(gzip);
  CHECK(places_of(read_matrix_market(plain)) == places);
  CHECK(places_of(read_matrix_market(packed)) == places);
  CHECK(read_market_header(packed).rows == 3000);

  std::filesystem::resize_file(packed, std::filesystem::file_size(packed) / 2);
  CHECK_THROWS_AS(read_matrix_market(packed), SetupError);
  std::filesystem::remove(plain);
  std::filesystem::remove(packed);
  CHECK_THROWS_AS(read_matrix_market(plain), SetupError);
}
