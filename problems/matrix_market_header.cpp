// The header of a Matrix Market file: banner, comments and size line.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <vector>

#include "problems/file_text.hpp"
#include "problems/matrix_market.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

constexpr std::size_t longest_banner = 1 << 10;  ///< characters; real ones are much shorter

std::vector<std::string> lower_words(std::string_view line) {
  std::vector<std::string> words(1);
  for (const char c : line) {
    const auto character = static_cast<unsigned char>(c);
    if (std::isspace(character) == 0)
      words.back() += static_cast<char>(std::tolower(character));
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

void read_banner(std::string_view line, const std::string& name, MarketHeader& header) {
  std::vector<std::string> words = lower_words(line.substr(0, longest_banner));
  require(
      words.size() == 5 && words[0] == "%%matrixmarket" && words[1] == "matrix",
      "{}:1: no Matrix Market file (the first line should be \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\") give "
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
  const std::vector<std::string> words = lower_words(line.substr(0, longest_banner));
  bool numbers = words.size() == sizes.size();
  for (std::size_t k = 0; k < sizes.size() && numbers; ++k) {
    const char* end = words[k].data() + words[k].size();
    const auto [stop, error] = std::from_chars(words[k].data(), end, sizes[k]);
    numbers = error == std::errc() && stop == end && sizes[k] >= 0;
  }
  require(numbers, "{}:{}: \"{}\" is not a size line (rows, columns and entries are expected) correct the file", name,
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

bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
}

enum class TextEnd { of_file, cut_off };

/// The header in the complete lines of `text`, or nothing if it was cut off before the end of the size line. Throws
/// like parse_market_header() at the first wrong line.
std::optional<MarketHeader> header_in(std::string_view text, TextEnd text_end, const std::string& name) {
  MarketHeader header;
  for (std::size_t begin = 0; begin < text.size() || header.lines == 0;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end == text.size() && text_end == TextEnd::cut_off) break;
    const std::string_view line = text.substr(begin, end - begin);
    begin = std::min(end + 1, text.size());
    if (++header.lines == 1) {
      read_banner(line, name, header);
    } else if (!line.starts_with('%') && !is_blank(line)) {
      read_sizes(line, name, header);
      header.body = begin;
      return header;
    }
  }
  require(text_end == TextEnd::cut_off || header.lines == 0,
          "{}:{}: the file ends before the size line (it may be truncated) fetch it again", name, header.lines);
  if (header.lines == 0) read_banner(text.substr(0, longest_banner), name, header);
  return std::nullopt;
}

}  // namespace

MarketHeader parse_market_header(std::string_view text, const std::string& name) {
  return *header_in(text, TextEnd::of_file, name);
}

MarketHeader read_market_header(const std::string& file) {
  constexpr std::size_t enough_for_most = 1 << 16, enough_for_all = 1 << 24;
  for (std::size_t count = enough_for_most; count <= enough_for_all; count *= 16) {
    const std::string text = first_characters(file, count);
    const TextEnd text_end = text.size() < count ? TextEnd::of_file : TextEnd::cut_off;
    if (const std::optional<MarketHeader> header = header_in(text, text_end, file)) return *header;
  }
  throw SetupError({fmt::format(
      "{}: the first {} characters are comments (no size line was found in them) shorten them", file, enough_for_all)});
}

}  // namespace minikrylov
