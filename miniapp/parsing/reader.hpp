// Binds command line options to variables: CLI11 reads words, this class converts them to values and gathers
// complaints.
#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/parsing/nearest.hpp"
#include "miniapp/parsing/option_table.hpp"
#include "miniapp/settings/named.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// The range of an option, and what its value is, for complaints.
struct WholeRange {
  long long minimum, maximum;
  std::string_view why;
};

/// More of anything than a run can handle, but far from overflow.
inline constexpr int endless = 1'000'000'000;

/// The value named by `text`; if there is none, adds a complaint with a suggestion and returns nothing.
template <Named E> [[nodiscard]] std::optional<E> parse_choice(std::string_view text, Complaints& complaints) {
  for (const auto& name : Names<E>::table)
    if (name.text == text) return name.value;
  constexpr auto words = words_of<E>();
  complaints.unless(false, "there is no {} \"{}\" (unknown name) {}", Names<E>::noun, text, suggestion(text, words));
  return std::nullopt;
}

/// All names of a kind with their explanations, one per line.
template <Named E> [[nodiscard]] std::string explained() {
  std::size_t widest = 0;
  for (const auto& name : Names<E>::table) widest = std::max(widest, name.text.size());
  std::string text;
  for (const auto& name : Names<E>::table) text += fmt::format("\n  {:<{}}  {}", name.text, widest, name.help);
  return text;
}

/// The word that, alone after a command, prints the table of its options.
inline constexpr std::string_view asks_for_table = "--help-json";

/// Each call adds an option: its flag, the variable it sets (whose value is the default), and its help text. Nothing is
/// set before convert(), so that all complaints are reported at once. Variables must outlive the reader.
class OptionReader {
 public:
  explicit OptionReader(CLI::App& app) : app_(app) {}

  /// A heading in the help text for the options that follow.
  void group(std::string heading) { group_ = std::move(heading); }

  /// A name from Names<E>.
  template <Named E> void choice(std::string_view flag, E& target, std::string_view help) {
    const std::string full = fmt::format("{}{}", help, explained<E>());
    add(choice_metadata<E>(flag, name_of(target)), full, [&target](std::string_view text, Complaints& complaints) {
      if (const std::optional<E> value = parse_choice<E>(text, complaints)) target = *value;
    });
  }
  /// A name from Names<E>, or "auto" for an unset target.
  template <Named E> void choice(std::string_view flag, std::optional<E>& target, std::string_view help) {
    const std::string full = fmt::format("{}{}", help, explained<E>());
    add(choice_metadata<E>(flag, "auto"), full, [&target](std::string_view text, Complaints& complaints) {
      if (text != "auto") target = parse_choice<E>(text, complaints);
    });
  }
  /// A flag without a value: if present, it sets the target to `when_given`.
  template <class E> void flag(std::string_view flag, E& target, E when_given, std::string_view help) {
    metadata_.push_back({.flag = std::string(flag), .kind = OptionKind::flag});
    Entry& entry = entries_.emplace_back(
        Entry{"",
              [&target, flag, when_given](std::string_view text, Complaints& complaints) {
                complaints.unless(text.empty() || text == "true" || text == "false",
                                  "{} = {} is invalid (it is a flag) use true or false", flag, text);
                if (text == "true") target = when_given;
              },
              nullptr});
    entry.option = app_.add_flag(std::string(flag) + "{true}", entry.text, std::string(help))->group(group_);
  }
  void whole(std::string_view flag, int& target, WholeRange range, std::string_view help);
  /// A number, or "auto" for an unset target.
  void whole(std::string_view flag, std::optional<int>& target, WholeRange range, std::string_view help);
  /// A number between `above` and `below`, both excluded.
  void real(std::string_view flag, double& target, double above, double below, std::string_view help);
  /// Any number, or "auto" for an unset target.
  void real(std::string_view flag, std::optional<double>& target, std::string_view help);
  /// A word; one of `known`, if there are any, though it is not checked here.
  void text(std::string_view flag, std::string& target, std::string_view type, std::string_view help,
            std::span<const std::string_view> known = {});
  /// Words separated by commas.
  void words(std::string_view flag, std::vector<std::string>& target, std::string_view type, std::string_view help,
             std::span<const std::string_view> known = {});

  /// Passes the words to CLI11. Returns the help or the table of options if that was requested.
  [[nodiscard]] std::optional<std::string> read(std::span<const std::string> words, Complaints& complaints);

  /// Sets all variables from what CLI11 has read. Complains about options with an empty value.
  void convert(Complaints& complaints) const;

 private:
  using Convert = std::function<void(std::string_view, Complaints&)>;
  struct Entry {
    std::string text;
    Convert convert;
    CLI::Option* option;
  };

  template <Named E> static OptionMetadata choice_metadata(std::string_view flag, std::string_view usual) {
    return {.flag = std::string(flag),
            .kind = OptionKind::choice,
            .type = "NAME",
            .usual = std::string(usual),
            .words = texts_of(words_of<E>())};
  }
  CLI::Option* add(OptionMetadata metadata, std::string_view help, Convert convert);

  CLI::App& app_;
  std::string group_ = "Options";
  std::deque<Entry> entries_;
  std::vector<OptionMetadata> metadata_;
};

/// The parts of `text` between `separator`s; empty text is one empty part, and a trailing separator adds none.
[[nodiscard]] std::vector<std::string> split(const std::string& text, char separator);

/// An integer; nothing if `text` is anything else or out of range.
[[nodiscard]] std::optional<long long> parse_whole(std::string_view text);

/// The integers in this range, one per word; complains about every other word.
[[nodiscard]] std::vector<int> parse_wholes(std::string_view flag, std::span<const std::string> words, WholeRange range,
                                            Complaints& complaints);

/// A finite number; nothing if `text` is anything else.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

}  // namespace minikrylov
