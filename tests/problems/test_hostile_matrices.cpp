// Malicious matrix files: refused in time and memory proportional to the file.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <random>

#include "problems/matrix_market.hpp"
#include "problems/printable.hpp"
#include "problems/require.hpp"

using namespace minikrylov;

namespace {

const std::string general_head = "%%MatrixMarket matrix coordinate real general\n";

/// The only complaint about a text.
std::string complaint(const std::string& text) {
  try {
    static_cast<void>(parse_matrix_market(text, "a.mtx"));
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

void check_complaint(const std::string& text, const std::string& place, const std::string& why) {
  const std::string message = complaint(text);
  CAPTURE(message);
  CHECK(message.starts_with(place));
  CHECK(message.find(why) != std::string::npos);
}

/// A file that is removed at the end of its scope.
class TemporaryFile {
 public:
  TemporaryFile(const char* ending, const std::string& text)
      : path_((std::filesystem::temp_directory_path() / fmt::format("minikrylov-{}{}", std::random_device()(), ending))
                  .string()) {
    const bool packed = path_.ends_with(".gz");
    gzFile file = gzopen(path_.c_str(), packed ? "wb" : "wbT");
    for (std::size_t at = 0; at < text.size(); at += 1U << 20U)
      gzwrite(file, text.data() + at, static_cast<unsigned>(std::min<std::size_t>(1U << 20U, text.size() - at)));
    gzclose(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The complaint from reading the header, or an empty string.
std::string header_complaint(const TemporaryFile& file) {
  try {
    static_cast<void>(read_market_header(file.path()));
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Matrix Market: an entry given on 400,000 lines is refused, naming the last of them") {
  constexpr int lines = 400000;  // counting lines for each of them would take minutes
  std::string text = fmt::format("{}2 2 {}\n", general_head, lines);
  for (int k = 0; k < lines; ++k) text += "1 1 1\n";
  check_complaint(text, fmt::format("a.mtx:{}:", lines + 2), "given twice");
}

TEST_CASE("Matrix Market: announced rows take no memory") {
  // Row offsets for this many rows would take 16 GiB.
  check_complaint(general_head + "2000000000 2000000000 2\n1 1 1\n2000000000 3 1\n", "a.mtx",
                  "1999999998 rows are empty, the first is row 2");
  check_complaint(general_head + "2000000000 2000000000 2000000000\n1 1 1\n",
                  "a.mtx:4:", "after 1 of 2000000000 entries");
  check_complaint("%%MatrixMarket matrix coordinate real symmetric\n5 5 2\n1 1 1\n3 2 1\n", "a.mtx",
                  "2 rows are empty, the first is row 4");
  const MarketHeader header = parse_market_header(general_head + "2000000000 2000000000 3000000000\n", "a.mtx");
  CHECK(market_bytes(header) >= 16. * 3e9 + 12. * 3e9 + 8. * 2e9);  // entries, compressed entries, offsets
}

TEST_CASE("Matrix Market: a compressed file must not expand without bounds") {
  std::string tridiagonal = fmt::format("{}100000 100000 199999\n", general_head);
  for (int k = 1; k <= 100000; ++k) {
    tridiagonal += fmt::format("{} {} 2\n", k, k);
    if (k > 1) tridiagonal += fmt::format("{} {} -1\n", k, k - 1);
  }
  const TemporaryFile honest(".mtx.gz", tridiagonal);  // compresses as well as any matrix does
  CHECK(read_matrix_market(honest.path()).nonzeros() == 199999);
  const TemporaryFile bomb(".mtx.gz", general_head + "1 1 1\n1 1 1" + std::string(std::size_t{4} << 20U, '\n'));
  CHECK_THROWS_AS(read_matrix_market(bomb.path()), SetupError);
  CHECK(header_complaint(bomb).empty());  // its first lines are valid
}

TEST_CASE("Matrix Market: a header is judged by its complete lines, wherever the text is cut off") {
  CHECK(header_complaint({".mtx", std::string(std::size_t{1} << 20U, 'x')}).find(":1: not a Matrix Market file") !=
        std::string::npos);
  CHECK(header_complaint({".mtx.gz", "%%MatrixMarket matrix array real general\n" + std::string(1U << 20U, '\0')})
            .find("only sparse") != std::string::npos);
  CHECK(header_complaint({".mtx", general_head + std::string(std::size_t{17} << 20U, '%')}).find("are comments") !=
        std::string::npos);
  // The first 64 KiB end in the middle of the size line, so that it looks like one with fewer entries.
  const std::string comment = "%" + std::string((1U << 16U) - general_head.size() - 2 - 6, 'c') + "\n";
  const TemporaryFile cut(".mtx", general_head + comment + "10 10 1000\n");
  CHECK(read_market_header(cut.path()).entries == 1000);
}

TEST_CASE("Matrix Market: control characters in a file are escaped, not sent to the terminal") {
  const std::string escape = "\x1b]0;owned\x07",
                    c1 = "\xc2\x9b"
                         "31m",
                    latin =
                        "\x9b"
                        "31m";
  for (const std::string& hostile : {escape, c1, latin}) {
    const std::string message = complaint(general_head + "2 2 " + hostile + "\n");
    CHECK(message.find(hostile) == std::string::npos);
    CHECK(message.find("\\x") != std::string::npos);
  }
  CHECK(printable("‖r‖ ≤ 1e-8\n") == "‖r‖ ≤ 1e-8\\x0a");
  CHECK(printable("a\nb\t\x1b[0m", "\n") == "a\nb\\x09\\x1b[0m");
  CHECK(printable(printable(escape)) == printable(escape));
  CHECK(printable("\xe2\x82") == "\\xe2\\x82");
}
