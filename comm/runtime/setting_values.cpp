// Reads numbers and sizes as Kokkos and OpenMP do.
#include "comm/runtime/setting_values.hpp"

#include <fmt/ranges.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace minikrylov::library {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

constexpr std::string_view units = "BKMG";  // each 1024 times the one before

/// Bytes of a size as OpenMP reads it: without a unit, it is in K.
std::optional<long> bytes_of_size(std::string_view text) {
  text = trimmed(text);
  std::size_t unit = units.find('K');
  if (!text.empty())
    if (const std::size_t found = units.find(static_cast<char>(std::toupper(text.back()))); found != units.npos) {
      unit = found;
      text.remove_suffix(1);
    }
  const int shift = 10 * static_cast<int>(unit);
  const std::optional<long> number = whole(text);
  if (!number || *number < 0 || *number > std::numeric_limits<long>::max() >> shift) return std::nullopt;
  return *number << shift;
}

bool contains(const Range& range, std::string_view text) {
  const std::optional<long> number = whole(text);
  return number && *number >= range.minimum && *number <= range.maximum;
}

}  // namespace

std::optional<long> whole(std::string_view text) {
  text = trimmed(text);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Values one_of(const Range& range, std::string_view what) {
  return {what, fmt::format("a whole number from {} to {}", range.minimum, range.maximum),
          [range](const std::string& value) { return contains(range, value); }};
}

Values several_of(const Range& range, std::string_view what) {
  return {what, fmt::format("whole numbers from {} to {}", range.minimum, range.maximum),
          [range](std::string_view rest) {
            for (std::size_t comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
              if (!contains(range, rest.substr(0, comma))) return false;
              rest.remove_prefix(comma + 1);
            }
            return contains(range, rest);
          }};
}

Values truth() {
  constexpr std::array words{"yes", "true", "1", "no", "false", "0"};
  return {"a truth value", fmt::format("one of {}", fmt::join(words, ", ")), [words](const std::string& value) {
            return std::any_of(words.begin(), words.end(),
                               [&value](const char* word) { return strcasecmp(word, value.c_str()) == 0; });
          }};
}

/// Threads keep row blocks and decoded chunks on their stacks.
Values stacks() {
  constexpr long least = 512L << 10;
  const long most = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  return {"the stack of a thread",
          fmt::format("a size from {}K to the memory of this host, {}G", least >> 10, most >> 30),
          [=](const std::string& value) {
            const std::optional<long> bytes = bytes_of_size(value);
            return bytes && *bytes >= least && *bytes <= most;
          }};
}

Values always_all_threads() {
  return {"fewer threads in some loops than in others, on whose number results depend", "false",
          [](const std::string& value) { return strcasecmp(std::string(trimmed(value)).c_str(), "false") == 0; }};
}

Values ways_to_choose_devices() {
  return {"a way to choose devices", "one of mpi_rank, random",
          [](const std::string& value) { return value == "mpi_rank" || value == "random"; }};
}

Values any_text() {
  return {"a text", "one", [](const std::string& value) { return !value.empty(); }};
}

}  // namespace minikrylov::library
