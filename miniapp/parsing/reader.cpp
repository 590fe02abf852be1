// Binds command line options to variables: CLI11 reads words, this class converts them to values and gathers
// complaints.
#include "miniapp/parsing/reader.hpp"

#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <sstream>

#include "miniapp/parsing/words.hpp"

namespace minikrylov {
namespace {

std::optional<int> parse_in(WholeRange range, std::string_view flag, std::string_view text, Complaints& complaints) {
  const std::optional<long long> value = parse_whole(text);
  const bool fits = value && *value >= range.minimum && *value <= range.maximum;
  complaints.unless(fits, "{} {} is invalid ({}) give a whole number from {} to {}", flag, text, range.why,
                    range.minimum, range.maximum);
  return fits ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

OptionMetadata whole_metadata(std::string_view flag, std::string usual, WholeRange range) {
  return {.flag = std::string(flag),
          .kind = OptionKind::whole,
          .type = fmt::format("{}..{}", range.minimum, range.maximum),
          .usual = std::move(usual),
          .minimum = range.minimum,
          .maximum = range.maximum};
}

OptionMetadata real_metadata(std::string_view flag, std::string usual) {
  return {.flag = std::string(flag), .kind = OptionKind::real, .type = "X", .usual = std::move(usual)};
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  if (parts.empty()) parts.emplace_back();
  return parts;
}

std::optional<long long> parse_whole(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<int> parse_wholes(std::string_view flag, std::span<const std::string> words, WholeRange range,
                              Complaints& complaints) {
  std::vector<int> values;
  for (const std::string& word : words)
    if (const std::optional<int> value = parse_in(range, flag, word, complaints)) values.push_back(*value);
  return values;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

CLI::Option* OptionReader::add(OptionMetadata metadata, std::string_view help, Convert convert) {
  Entry& entry = entries_.emplace_back(Entry{metadata.usual, std::move(convert), nullptr});
  entry.option = app_.add_option(metadata.flag, entry.text, std::string(help));
  entry.option->capture_default_str()
      ->type_name(metadata.type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->group(group_);
  metadata_.push_back(std::move(metadata));
  return entry.option;
}

void OptionReader::whole(std::string_view flag, int& target, WholeRange range, std::string_view help) {
  add(whole_metadata(flag, fmt::format("{}", target), range), help,
      [&target, flag, range](std::string_view text, Complaints& complaints) {
        if (const std::optional<int> value = parse_in(range, flag, text, complaints)) target = *value;
      });
}

void OptionReader::whole(std::string_view flag, std::optional<int>& target, WholeRange range, std::string_view help) {
  add(whole_metadata(flag, "auto", range), help, [&target, flag, range](std::string_view text, Complaints& complaints) {
    if (text != "auto") target = parse_in(range, flag, text, complaints);
  });
}

void OptionReader::real(std::string_view flag, double& target, double above, double below, std::string_view help) {
  OptionMetadata metadata = real_metadata(flag, fmt::format("{}", target));
  metadata.above = above;
  metadata.below = below;
  add(std::move(metadata), help, [&target, flag, above, below](std::string_view text, Complaints& complaints) {
    const std::optional<double> value = parse_real(text);
    const bool fits = value && *value > above && *value < below;
    complaints.unless(fits, "{} {} is invalid (it must lie between {} and {}, both excluded) give a number like {}",
                      flag, text, above, below, target);
    if (fits) target = *value;
  });
}

void OptionReader::real(std::string_view flag, std::optional<double>& target, std::string_view help) {
  add(real_metadata(flag, "auto"), help, [&target, flag](std::string_view text, Complaints& complaints) {
    if (text == "auto") return;
    target = parse_real(text);
    complaints.unless(target.has_value(), "{} {} is invalid (not a number) give a number", flag, text);
  });
}

void OptionReader::text(std::string_view flag, std::string& target, std::string_view type, std::string_view help,
                        std::span<const std::string_view> known) {
  add({.flag = std::string(flag),
       .kind = OptionKind::text,
       .type = std::string(type),
       .usual = target,
       .words = texts_of(known)},
      help, [&target](std::string_view text, Complaints&) {
        if (!text.empty()) target = text;  // convert() complains of it
      });
}

void OptionReader::words(std::string_view flag, std::vector<std::string>& target, std::string_view type,
                         std::string_view help, std::span<const std::string_view> known) {
  const std::string usual = fmt::format("{}", fmt::join(target, ","));  // as it is written, also to job files
  metadata_.push_back({.flag = std::string(flag),
                       .kind = OptionKind::list,
                       .type = std::string(type),
                       .usual = usual,
                       .words = texts_of(known)});
  app_.add_option(std::string(flag), target, std::string(help))
      ->default_str(usual)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(std::string(type))
      ->group(group_);
}

std::optional<std::string> OptionReader::read(std::span<const std::string> words, Complaints& complaints) {
  if (words.size() == 1 && words[0] == asks_for_table) return json_of(metadata_);
  return read_words(app_, words, complaints);
}

void OptionReader::convert(Complaints& complaints) const {
  for (const Entry& entry : entries_) {
    const std::size_t complaints_before = complaints.messages().size();
    entry.convert(entry.text, complaints);
    const bool empty = entry.option->count() > 0 && entry.text.empty();
    complaints.unless(!empty || complaints.messages().size() > complaints_before,
                      "{} is empty (it was given without a value) give one or omit it", entry.option->get_name());
  }
}

}  // namespace minikrylov
