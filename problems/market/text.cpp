// Common to all Matrix Market files: lines, numbers, and the size line.
#include "problems/market/text.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>

namespace minikrylov::market {
namespace {

constexpr std::size_t longest_line = 1 << 10;  ///< characters of a banner or a size line; real ones are much shorter

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

bool read_unusual_real(const char*& at, const char* end, double& value) {
  const char* const stop = std::find_if(at, end, is_space);
  std::string word(at, stop);
  if (const std::size_t letter = word.find_first_of("dD"); letter != std::string::npos) word[letter] = 'e';
  const auto [last, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (last != word.data() + word.size()) return false;
  if (error == std::errc::result_out_of_range) {
    value = std::strtod(word.c_str(), nullptr);
    if (std::isinf(value)) return false;
  } else if (error != std::errc()) {
    return false;
  }
  at = stop;
  return true;
}

std::string objection_to_value(double value, ValueKind kind) {
  if (!std::isfinite(value))
    return fmt::format("the value {} is not a number (sums with it are meaningless) correct the file", value);
  if (kind == ValueKind::integer && value != std::trunc(value))
    return fmt::format("the value {} is not whole (the first line says that all are integers) correct one of the two",
                       value);
  return {};
}

std::vector<std::string> lower_words(std::string_view line) {
  std::vector<std::string> words(1);
  for (const char c : line.substr(0, longest_line)) {
    if (!is_space(c))
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string_view banner_in(std::string_view text) { return text.substr(0, text.find('\n')); }

std::optional<SizeLine> size_line_in(std::string_view text, TextEnd text_end, const std::string& name) {
  SizeLine found;
  for (std::size_t begin = 0; begin < text.size() || found.lines == 0;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end == text.size() && text_end == TextEnd::cut_off) return std::nullopt;
    found.line = text.substr(begin, end - begin);
    found.body = begin = std::min(end + 1, text.size());
    if (++found.lines == 1) continue;  // the banner
    if (!found.line.starts_with('%') && !std::all_of(found.line.begin(), found.line.end(), is_space)) return found;
  }
  require(text_end == TextEnd::cut_off,
          "{}:{}: the file ends before the size line (it may be truncated) fetch it again", name, found.lines);
  return std::nullopt;
}

bool read_sizes(std::string_view line, std::span<long long> sizes) {
  const std::vector<std::string> words = lower_words(line);
  bool numbers = words.size() == sizes.size();
  for (std::size_t k = 0; k < sizes.size() && numbers; ++k) {
    const char* const end = words[k].data() + words[k].size();
    const auto [stop, error] = std::from_chars(words[k].data(), end, sizes[k]);
    numbers = error == std::errc() && stop == end && sizes[k] >= 0;
  }
  return numbers;
}

}  // namespace minikrylov::market
