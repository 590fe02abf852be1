// Tables of options as JSON.
#include "miniapp/parsing/option_table.hpp"

#include <fmt/ranges.h>

namespace minikrylov {
namespace {

std::string_view word_for(OptionKind kind) {
  switch (kind) {
    case OptionKind::flag:
      return "flag";
    case OptionKind::choice:
      return "choice";
    case OptionKind::whole:
      return "whole";
    case OptionKind::real:
      return "real";
    case OptionKind::text:
      return "text";
    case OptionKind::list:
      return "list";
  }
  return "";
}

template <class Number> std::string entry(std::string_view name, const std::optional<Number>& value) {
  return value ? fmt::format(", \"{}\": {}", name, *value) : "";
}

std::string json_of(const OptionMetadata& option) {
  std::string text = fmt::format("  {{\"name\": \"{}\", \"kind\": \"{}\", \"type\": \"{}\", \"default\": \"{}\"",
                                 option.flag, word_for(option.kind), option.type, option.usual);
  if (!option.words.empty()) text += fmt::format(", \"words\": [\"{}\"]", fmt::join(option.words, "\", \""));
  text += entry("minimum", option.minimum) + entry("maximum", option.maximum);
  return text + entry("above", option.above) + entry("below", option.below) + "}";
}

}  // namespace

std::vector<std::string> texts_of(std::span<const std::string_view> words) { return {words.begin(), words.end()}; }

std::string json_of(std::span<const OptionMetadata> options) {
  std::vector<std::string> lines;
  for (const OptionMetadata& option : options) lines.push_back(json_of(option));
  return fmt::format("[\n{}\n ]", fmt::join(lines, ",\n"));
}

}  // namespace minikrylov
