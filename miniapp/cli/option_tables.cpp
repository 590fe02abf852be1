// The options of all commands together, collected from each command.
#include "miniapp/cli/option_tables.hpp"

#include <fmt/ranges.h>

#include "miniapp/cli/options.hpp"
#include "miniapp/model/machine/machine.hpp"
#include "miniapp/parsing/reader.hpp"

namespace minikrylov {
namespace {

/// A command that takes one word.
std::string taking_one(std::string_view type, std::vector<std::string> words) {
  const OptionMetadata word{
      .flag = "", .kind = OptionKind::choice, .type = std::string(type), .words = std::move(words)};
  return json_of(std::span(&word, 1));
}

/// A command that takes options: as in parse_command_line(), of one or two words.
std::string table_of(std::string_view command) {
  std::vector<std::string> parts = split(std::string(command), ' ');
  parts.emplace_back(asks_for_table);
  std::vector<const char*> words;
  for (const std::string& part : parts) words.push_back(part.c_str());
  return std::get<PrintText>(parse_command_line(words, {.methods = catalogue()})).text;
}

std::vector<std::string> words_for_explain() {
  std::vector<std::string> names;
  for (const CatalogueRow& row : catalogue()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> words_for_machine() {
  std::vector<std::string> names;
  for (const ShippedMachine& machine : shipped_machines()) names.emplace_back(machine.name);
  return names;
}

}  // namespace

std::string option_tables() {
  std::vector<std::string> entries;
  const auto add = [&](std::string_view command, const std::string& table) {
    entries.push_back(fmt::format(" \"{}\": {}", command, table));
  };
  for (const std::string_view command : {"solve", "accept", "overlap", "model calibrate", "model predict",
                                         "model compare", "embed-study", "tune", "merging"})
    add(command, table_of(command));
  add("model machine", taking_one("MACHINE", words_for_machine()));
  add("list", taking_one("TOPIC", texts_of(words_of<ListTopic>())));
  add("explain", taking_one("METHOD", words_for_explain()));
  return fmt::format("{{\n{}\n}}\n", fmt::join(entries, ",\n"));
}

}  // namespace minikrylov
