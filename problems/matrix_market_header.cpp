// The header of a Matrix Market file: banner, comments and size line.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "problems/market/text.hpp"
#include "problems/matrix_market.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

void read_banner(std::string_view line, const std::string& name, MarketHeader& header) {
  std::vector<std::string> words = market::lower_words(line);
  require(words.size() == 5 && words[0] == "%%matrixmarket" && words[1] == "matrix",
          "{}:1: not a Matrix Market file (the first line should be \"%%MatrixMarket matrix coordinate FIELD "
          "SYMMETRY\") give "
          "another file",
          name);
  require(words[2] == "coordinate",
          "{}:1: a matrix of format {} is not read (only sparse matrices are) give one of format "
          "coordinate",
          name, words[2]);
  constexpr std::array fields{"real", "integer", "pattern"};
  constexpr std::array symmetries{"general", "symmetric", "skew-symmetric"};
  const auto* field = std::find(fields.begin(), fields.end(), words[3]);
  const auto* symmetry = std::find(symmetries.begin(), symmetries.end(), words[4]);
  Complaints complaints;
  complaints.unless(field != fields.end(),
                    "{}:1: entries of type {} are not read (methods compute with real numbers) "
                    "give a real, integer or pattern matrix",
                    name, words[3]);
  complaints.unless(symmetry != symmetries.end(),
                    "{}:1: symmetry {} is unknown (real matrices have three kinds) "
                    "give general, symmetric or skew-symmetric",
                    name, words[4]);
  complaints.raise();
  header.field = static_cast<MarketField>(field - fields.begin());
  header.symmetry = static_cast<MarketSymmetry>(symmetry - symmetries.begin());
}

void read_sizes(std::string_view line, const std::string& name, MarketHeader& header) {
  std::array<long long, 3> sizes{};
  require(market::read_sizes(line, sizes),
          "{}:{}: \"{}\" is not a size line (rows, columns and entries are expected) correct the file", name,
          header.lines, line.substr(0, 60));
  Complaints complaints;
  complaints.unless(sizes[0] == sizes[1],
                    "{}:{}: the matrix is rectangular ({} rows, {} columns; a system has as many "
                    "equations as unknowns) give a square one",
                    name, header.lines, sizes[0], sizes[1]);
  constexpr long long most = std::numeric_limits<LocalIndex>::max() - (1 << 16);
  complaints.unless(sizes[0] >= 1 && sizes[0] <= most,
                    "{}:{}: {} rows are not possible (1 to {} are) give another "
                    "matrix",
                    name, header.lines, sizes[0], most);
  complaints.raise();
  header.rows = static_cast<LocalIndex>(sizes[0]);
  header.entries = sizes[2];
}

/// The header, or nothing if the text was cut off before the end of the size line. Throws like parse_market_header() at
/// the first wrong line.
std::optional<MarketHeader> header_in(std::string_view text, market::TextEnd text_end, const std::string& name) {
  MarketHeader header;
  read_banner(market::banner_in(text), name, header);
  const std::optional<market::SizeLine> found = market::size_line_in(text, text_end, name);
  if (!found) return std::nullopt;
  header.lines = found->lines;
  header.body = found->body;
  read_sizes(found->line, name, header);
  return header;
}

}  // namespace

MarketHeader parse_market_header(std::string_view text, const std::string& name) {
  return *header_in(text, market::TextEnd::of_file, name);
}

MarketHeader read_market_header(const std::string& file) {
  return market::header_of_file(
      file, [&](std::string_view text, market::TextEnd text_end) { return header_in(text, text_end, file); });
}

}  // namespace minikrylov
