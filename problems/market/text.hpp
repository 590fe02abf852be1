// Common to all Matrix Market files: lines, numbers, and the size line.
#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/file_text.hpp"
#include "problems/require.hpp"

namespace minikrylov::market {

/// File name and line numbers for complaints.
struct Place {
  std::string_view text;
  const std::string& name;

  [[nodiscard]] auto line_at(const char* position) const { return 1 + std::count(text.data(), position, '\n'); }
};

inline const char* skip_blanks(const char* at, const char* end) {
  while (at != end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
  return at;
}

/// Reads a number that ends at a blank or at `end`, and moves `at` past it.
template <class T> bool read_number(const char*& at, const char* end, T& value) {
  at = skip_blanks(at, end);
  if (at != end && *at == '+') ++at;  // from_chars rejects a plus sign
  const auto [stop, error] = std::from_chars(at, end, value);
  if (error != std::errc() || (stop != end && *stop != ' ' && *stop != '\t' && *stop != '\r')) return false;
  at = stop;
  return true;
}

/// Reads a real number that from_chars does not: with an exponent marked by D, as Fortran writes it, or closer to zero
/// than any double, as which it is read rounded. `at`: its first character.
[[nodiscard]] bool read_unusual_real(const char*& at, const char* end, double& value);

/// Reads a real number like read_number().
inline bool read_real(const char*& at, const char* end, double& value) {
  return read_number(at, end, value) || read_unusual_real(at, end, value);
}

/// What a file says about its values.
enum class ValueKind { real, integer };

/// Why a file of this kind cannot have this value; empty if it can.
[[nodiscard]] std::string objection_to_value(double value, ValueKind kind);

/// Calls use(begin of line, first non-blank character, end) for each non-blank line, until it returns false.
template <class Use> void for_lines(std::string_view text, const Use& use) {
  const char* const end = text.data() + text.size();
  for (const char* line = text.data(); line != end;) {
    const char* const stop = std::find(line, end, '\n');
    const char* const first = skip_blanks(line, stop);
    if (first != stop && !use(line, first, stop)) return;
    line = stop == end ? end : stop + 1;
  }
}

/// Whether a text is a whole file or only its beginning.
enum class TextEnd { of_file, cut_off };

/// The words of a banner or a size line in lower case; of lines longer than any real one, those at the beginning.
[[nodiscard]] std::vector<std::string> lower_words(std::string_view line);

/// The first line, or all of the text.
[[nodiscard]] std::string_view banner_in(std::string_view text);

/// The line after the banner and the comments.
struct SizeLine {
  std::string_view line;
  std::size_t lines = 0;  ///< up to and including it
  std::size_t body = 0;   ///< position of the next line, in characters
};

/// The size line, or nothing if the text was cut off before its end. Throws a SetupError if the file has none.
[[nodiscard]] std::optional<SizeLine> size_line_in(std::string_view text, TextEnd text_end, const std::string& name);

/// Reads a size line of exactly that many numbers, none negative. Returns false for any other.
[[nodiscard]] bool read_sizes(std::string_view line, std::span<long long> sizes);

/// The header that parse(text, text_end) finds in the first 64 KiB of a file, or in up to 16 MiB if it has long
/// comments. Throws a SetupError if the file cannot be read, or has more comments.
template <class Parse> auto header_of_file(const std::string& file, const Parse& parse) {
  constexpr std::size_t enough_for_most = 1 << 16, enough_for_all = 1 << 24;
  for (std::size_t count = enough_for_most; count <= enough_for_all; count *= 16) {
    const std::string text = first_characters(file, count);
    if (const auto header = parse(text, text.size() < count ? TextEnd::of_file : TextEnd::cut_off)) return *header;
  }
  throw SetupError({fmt::format(
      "{}: the first {} characters are comments (no size line was found in them) shorten them", file, enough_for_all)});
}

}  // namespace minikrylov::market
