// Configuration files without silently ignored lines.
#include "miniapp/parsing/strict_config.hpp"

#include <fmt/ranges.h>

#include <cctype>
#include <set>
#include <sstream>

namespace minikrylov {
namespace {

std::string text_of(std::istream& stream, std::string_view origin, Complaints& complaints) {
  std::string text(most_characters_of_options + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  complaints.unless(text.size() <= most_characters_of_options,
                    "{} has more than {} characters (it is not an options file) choose another", origin,
                    most_characters_of_options);
  return text.size() <= most_characters_of_options ? text : "";
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\v\f";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// CLI11 silently skips lines that are too short for an option.
void complain_of_short_lines(const std::string& text, std::string_view origin, Complaints& complaints) {
  std::istringstream lines(text);
  int number = 0;
  for (std::string whole; std::getline(lines, whole);) {
    ++number;
    const std::string_view line = trimmed(whole);
    const bool says_nothing = line.empty() || line.front() == '#' || line.front() == ';' || line == "]";
    complaints.unless(says_nothing || line.size() > 2,
                      "{}:{}: \"{}\" is not an option (expected name = value) correct it", origin, number, line);
  }
}

/// CLI11 takes a line [default] for none, whatever the case of its letters.
void complain_of_default_section(const std::string& text, std::string_view origin, Complaints& complaints) {
  std::istringstream lines(text);
  for (std::string whole; std::getline(lines, whole);) {
    std::string line(trimmed(whole));
    for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    complaints.unless(line != "[default]" && line != "[[default]]",
                      "{}: there is no section [default] (job files have no sections) omit it", origin);
  }
}

}  // namespace

std::vector<CLI::ConfigItem> strict_items(std::istream& stream, std::string_view origin, Sections sections,
                                          Complaints& complaints) {
  const std::string text = text_of(stream, origin, complaints);
  complain_of_short_lines(text, origin, complaints);
  if (sections == Sections::refused) complain_of_default_section(text, origin, complaints);
  std::istringstream copy(text);
  std::vector<CLI::ConfigItem> items = CLI::ConfigTOML().from_config(copy);
  std::set<std::string> names;
  for (const CLI::ConfigItem& item : items) {
    const bool marker = item.name == "++" || item.name == "--";
    const std::string section = fmt::format("{}", fmt::join(item.parents, "."));
    complaints.unless(
        sections == Sections::allowed || (item.parents.empty() && !marker) || !names.insert("[" + section + "]").second,
        "{}: there is no section [{}] (job files have no sections) omit it", origin, section);
    complaints.unless(marker || names.insert(item.fullname()).second,
                      "{}: {} is given twice (it is unclear which counts) omit one", origin, item.fullname());
  }
  return items;
}

std::vector<CLI::ConfigItem> StrictConfig::from_config(std::istream& stream) const {
  Complaints complaints;
  std::vector<CLI::ConfigItem> read = strict_items(stream, origin_, Sections::refused, complaints);
  for (const CLI::ConfigItem& item : read) {
    const CLI::Option* option = app_.get_option_no_throw("--" + item.name);
    const bool takes_one = option != nullptr && option->get_delimiter() == '\0';
    complaints.unless(!takes_one || item.inputs.size() == 1, "{}: {} has {} values (it takes one) correct it", origin_,
                      item.name, item.inputs.size());
  }
  complaints.raise();
  return read;
}

std::string job_file_text(const CLI::App& app) {
  std::istringstream lines(app.config_to_str(true, true));
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (!line.ends_with("=\"\"")) text += line + "\n";
  return text;
}

}  // namespace minikrylov
