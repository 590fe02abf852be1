// Parses `minikrylov explain METHOD` and its few options.
#include "miniapp/cli/explain_options.hpp"

#include <charconv>
#include <vector>

#include "miniapp/parsing/nearest.hpp"
#include "miniapp/parsing/reader.hpp"

namespace minikrylov {
namespace {

int steps_of(const CatalogueRow& row, const std::string& steps, Complaints& complaints) {
  int s = 0;
  const char* const end = steps.data() + steps.size();
  const bool is_valid = std::from_chars(steps.data(), end, s).ptr == end && s >= 1 && s <= max_steps;
  complaints.unless(is_valid, "--s-step {} is invalid (these are steps at a time) give 1 to {}", steps, max_steps);
  complaints.unless(row.needs == Needs::basis, "--s-step has no effect ({} has no s) omit it", row.name);
  return is_valid ? s : 1;
}

/// `words`: flags, each followed by its value.
ExplainOptions explained_with(const CatalogueRow& row, std::span<const std::string> words, Complaints& complaints) {
  constexpr std::string_view flags[] = {"--s-step", "--compress"};
  ExplainOptions options{.method = &row};
  for (std::size_t k = 0; k < words.size(); k += 2) {
    if (words[k] == flags[0])
      options.steps = steps_of(row, words[k + 1], complaints);
    else if (words[k] == flags[1])
      options.compression = parse_choice<Compression>(words[k + 1], complaints);
    else
      complaints.unless(false, "explain has no option {} (unknown name) {}", words[k], suggestion(words[k], flags));
  }
  return options;
}

}  // namespace

std::variant<ExplainOptions, std::string> parse_explain(std::span<const std::string> words,
                                                        std::span<const CatalogueRow> methods, Complaints& complaints) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h"))
    return "minikrylov explain METHOD [--s-step S] [--compress C]\n\n`minikrylov list methods` and `list compressions` "
           "list them.\n";
  const bool in_pairs = words.size() % 2 == 1;
  complaints.unless(in_pairs,
                    "explain takes one method, and each of its options a value ({} words were given) see minikrylov "
                    "list methods",
                    words.size());
  if (!in_pairs) return std::string();
  std::vector<std::string_view> names;
  for (const CatalogueRow& row : methods) {
    if (row.name == words[0]) return explained_with(row, words.subspan(1), complaints);
    names.push_back(row.name);
  }
  complaints.unless(false, "there is no method \"{}\" (unknown name) {}", words[0], suggestion(words[0], names));
  return std::string();
}

}  // namespace minikrylov
