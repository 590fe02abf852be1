// Binds command line options to variables: CLI11 reads words, this class converts them to values and gathers
// complaints.
#include "miniapp/parsing/reader.hpp"

#include <charconv>
#include <cmath>
#include <sstream>

namespace minikrylov {
namespace {

std::optional<int> parse_in(WholeRange range, std::string_view flag, std::string_view text, Complaints& complaints) {
  const std::optional<long long> value = parse_whole(text);
  const bool fits = value && *value >= range.least && *value <= range.most;
  complaints.unless(fits, "{} {} is invalid ({}) give a whole number from {} to {}", flag, text, range.why, range.least,
                    range.most);
  return fits ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

/// As shown in the help text.
std::string type_of(WholeRange range) { return fmt::format("{}..{}", range.least, range.most); }

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

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

CLI::Option* OptionReader::add(std::string_view flag, std::string value, std::string_view type, std::string_view help,
                               Convert convert) {
  Entry& entry = entries_.emplace_back(Entry{std::move(value), std::move(convert), nullptr});
  entry.option = app_.add_option(std::string(flag), entry.text, std::string(help));
  return entry.option->capture_default_str()
      ->type_name(std::string(type))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->group(group_);
}

void OptionReader::whole(std::string_view flag, int& target, WholeRange range, std::string_view help) {
  add(flag, fmt::format("{}", target), type_of(range), help,
      [&target, flag, range](std::string_view text, Complaints& complaints) {
        if (const std::optional<int> value = parse_in(range, flag, text, complaints)) target = *value;
      });
}

void OptionReader::whole(std::string_view flag, std::optional<int>& target, WholeRange range, std::string_view help) {
  add(flag, "auto", type_of(range), help, [&target, flag, range](std::string_view text, Complaints& complaints) {
    if (text != "auto") target = parse_in(range, flag, text, complaints);
  });
}

void OptionReader::real(std::string_view flag, double& target, double above, double below, std::string_view help) {
  add(flag, fmt::format("{}", target), "X", help,
      [&target, flag, above, below](std::string_view text, Complaints& complaints) {
        const std::optional<double> value = parse_real(text);
        const bool fits = value && *value > above && *value < below;
        complaints.unless(fits, "{} {} is invalid (it must lie between {} and {}, both excluded) give a number like {}",
                          flag, text, above, below, target);
        if (fits) target = *value;
      });
}

void OptionReader::real(std::string_view flag, std::optional<double>& target, std::string_view help) {
  add(flag, "auto", "X", help, [&target, flag](std::string_view text, Complaints& complaints) {
    if (text == "auto") return;
    target = parse_real(text);
    complaints.unless(target.has_value(), "{} {} is invalid (not a number) give a number", flag, text);
  });
}

void OptionReader::text(std::string_view flag, std::string& target, std::string_view type, std::string_view help) {
  add(flag, target, type, help, [&target](std::string_view text, Complaints&) { target = text; });
}

void OptionReader::words(std::string_view flag, std::vector<std::string>& target, std::string_view type,
                         std::string_view help) {
  app_.add_option(std::string(flag), target, std::string(help))
      ->capture_default_str()
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(std::string(type))
      ->group(group_);
}

void OptionReader::convert(Complaints& complaints) const {
  for (const Entry& entry : entries_) {
    const std::size_t complaints_before = complaints.messages().size();
    entry.convert(entry.text, complaints);
    const bool empty = entry.option->count() > 0 && entry.text.empty();
    complaints.unless(!empty || complaints.messages().size() > complaints_before,
                      "{} is empty (it was given without a value) give one, or leave it out", entry.option->get_name());
  }
}

}  // namespace minikrylov
