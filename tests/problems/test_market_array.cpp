// Arrays in Matrix Market files: reading, refusals with file and line, and what is written is what is read.
#include <fmt/format.h>

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "problems/market/array.hpp"
#include "problems/market/writer.hpp"
#include "problems/matrix_market.hpp"
#include "problems/require.hpp"
#include "tests/bits.hpp"

using namespace minikrylov;

namespace {

const std::string array_head = "%%MatrixMarket matrix array real general\n";

std::vector<std::string> array_complaints(const std::string& text, const ArrayShape& shape = {3, 4}) {
  try {
    static_cast<void>(parse_market_array(text, shape, "b.mtx"));
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
}

/// Expects one complaint that begins with `place`, contains `why`, and has a reason in parentheses.
void check_array_refused(const std::string& text, const std::string& place, const std::string& why) {
  const std::vector<std::string> messages = array_complaints(text);
  INFO(text);
  REQUIRE(messages.size() == 1);
  CAPTURE(messages[0]);
  CHECK(messages[0].starts_with(place));
  CHECK(messages[0].find(why) != std::string::npos);
  CHECK(messages[0].find(" (") != std::string::npos);
}

}  // namespace

TEST_CASE("arrays are read column by column", "[market-array]") {
  const DenseColumns one = parse_market_array(array_head + "% comment\n\n3 1\n1\n+2.5\n-3e-2\n", {3, 4}, "b.mtx");
  CHECK(one.rows == 3);
  CHECK(one.columns == 1);
  CHECK(one.values == std::vector<double>{1, 2.5, -0.03});
  const DenseColumns two = parse_market_array(
      "%%MatrixMarket MATRIX Array integer general\r\n3 2\r\n1\r\n2\r\n3\r\n\r\n4\r\n5\r\n6", {3, 2}, "b.mtx");
  CHECK(two.columns == 2);
  CHECK(two.values == std::vector<double>{1, 2, 3, 4, 5, 6});
  const DenseColumns unusual = parse_market_array(array_head + "3 1\n1.5D+02\n-1e-400\n3e-320\n", {3, 1}, "b.mtx");
  CHECK(unusual.values == std::vector<double>{150, 0, 3e-320});
  const ArrayHeader header = parse_array_header(array_head + "%\n% a\n7 2\n", "b.mtx");
  CHECK(header.rows == 7);
  CHECK(header.columns == 2);
  CHECK(header.lines == 4);
}

TEST_CASE("other files are refused with file and line", "[market-array]") {
  check_array_refused("", "b.mtx:1:", "not a Matrix Market file");
  check_array_refused("1\n2\n3\n", "b.mtx:1:", "not a Matrix Market file");
  check_array_refused("%%MatrixMarket matrix coordinate real general\n3 1 3\n",
                      "b.mtx:1:", "format coordinate is not read");
  check_array_refused("%%MatrixMarket matrix array complex general\n3 1\n1 0\n", "b.mtx:1:", "values of type complex");
  check_array_refused("%%MatrixMarket matrix array pattern general\n3 1\n", "b.mtx:1:", "values of type pattern");
  check_array_refused("%%MatrixMarket matrix array real symmetric\n3 3\n", "b.mtx:1:", "a symmetric array");
  check_array_refused(array_head, "b.mtx:1:", "ends before the size line");
  check_array_refused(array_head + "3\n", "b.mtx:2:", "\"3\" is not a size line");
  check_array_refused(array_head + "3 1 3\n", "b.mtx:2:", "is not a size line");
  check_array_refused(array_head + "3 -1\n", "b.mtx:2:", "is not a size line");
  check_array_refused(array_head + "3 99999999999999999999\n", "b.mtx:2:", "is not a size line");
  check_array_refused(array_head + "3 0\n", "b.mtx:2:", "the array is empty");
  check_array_refused(array_head + "4 1\n1\n2\n3\n4\n", "b.mtx:2:", "has 4 rows (the system has 3)");
  check_array_refused(array_head + "3 5\n", "b.mtx:2:", "has 5 columns (at most 4");
  check_array_refused(array_head + "3 1\n1\n2\n", "b.mtx:5:", "the file ends after 2 of 3 values");
  check_array_refused(array_head + "3 1\n1\n2\n3\n\n4\n", "b.mtx:7:", "a value too many");
  check_array_refused(array_head + "3 1\n1\nx\n3\n", "b.mtx:4:", "not a value");
  check_array_refused(array_head + "3 1\n1\n2 0\n3\n", "b.mtx:4:", "not a value");
  check_array_refused(array_head + "3 1\n1\n1e999\n3\n", "b.mtx:4:", "not a value");
  for (const char* word : {"1d", "d3", "1e999", "1D999", "1e2d3", "0x1d3", "1.0+3"})
    check_array_refused(array_head + "3 1\n1\n2\n" + word + "\n", "b.mtx:5:", "not a value");
  check_array_refused("%%MatrixMarket matrix array integer general\n3 1\n1\n2.5\n3\n",
                      "b.mtx:4:", "the value 2.5 is not whole");
  for (const char* word : {"nan", "inf", "-inf", "NaN", "infinity"})
    check_array_refused(array_head + "3 1\n1\n2\n" + word + "\n", "b.mtx:5:", "is not a number");
  CHECK(array_complaints(array_head + "4 5\n").size() == 2);
}

TEST_CASE("a size line cannot make the reader allocate what the text does not hold", "[market-array]") {
  const std::string text = array_head + "1000000000000 30\n1\n";
  try {
    static_cast<void>(parse_market_array(text, {1000000000000, 32}, "b.mtx"));
    FAIL("it was accepted");
  } catch (const SetupError& error) {
    CHECK(std::string(error.what()).find("ends after 1 of 30000000000000 values") != std::string::npos);
  }
}

TEST_CASE("what is written is read back bit by bit", "[market-array]") {
  std::mt19937_64 bits(25);
  std::vector<double> values{0,
                             -0.0,
                             1,
                             0.1,
                             -1.0 / 3,
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::denorm_min(),
                             -std::numeric_limits<double>::min()};
  while (values.size() < 400) {
    const auto value = std::bit_cast<double>(bits());
    if (std::isfinite(value)) values.push_back(value);
  }
  std::string text = market_array_head("a test", 200, 2);
  for (const double value : values) append_market_value(text, value);
  const DenseColumns read = parse_market_array(text, {200, 2}, "b.mtx");
  REQUIRE(read.values.size() == values.size());
  for (std::size_t k = 0; k < values.size(); ++k) CHECK(same_bits(read.values[k], values[k]));

  std::string matrix = market_matrix_head(Symmetry::general, "a test", 400, 400);
  for (std::size_t k = 0; k < values.size(); ++k)
    append_market_entry(matrix, static_cast<GlobalIndex>(k), static_cast<GlobalIndex>(399 - k), values[k]);
  const SparseMatrix sparse = parse_matrix_market(matrix, "a.mtx");
  for (std::size_t k = 0; k < values.size(); ++k) {
    CHECK(sparse.columns[k] == static_cast<LocalIndex>(399 - k));
    CHECK(same_bits(sparse.values[k], values[k]));
  }
  CHECK(market_matrix_head(Symmetry::symmetric, "c", 3, 5) ==
        "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 5\n");
}
