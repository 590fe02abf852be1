// Command line words read by CLI11.
#include "miniapp/parsing/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "miniapp/parsing/nearest.hpp"

namespace minikrylov {

void expect_words(CLI::App& app) {
  app.allow_extras();
  app.get_formatter()->column_width(34);
}

std::optional<std::string> read_words(CLI::App& app, std::span<const std::string> words, Complaints& complaints) {
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 expects them in reverse order
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const SetupError& error) {
    complaints.add(error);
  } catch (const CLI::Error& error) {
    complaints.unless(false, "{} (an option without its value, or a value without its option) see {} --help",
                      error.what(), app.get_name());
  }
  return std::nullopt;
}

void complain_of_extras(const CLI::App& app, Complaints& complaints) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) known.push_back(option->get_single_name());
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  bool after_unknown = false;
  for (const std::string& word : app.remaining()) {
    const bool flag = word.starts_with("-");
    if (flag || !after_unknown) {
      const std::string name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
      const std::string bare = name.substr(0, name.find('='));
      const std::string_view near = nearest(bare, candidates);
      complaints.unless(
          false, "there is no option \"{}\" (unknown name) {}", flag ? word.substr(0, word.find('=')) : word,
          near.empty() ? fmt::format("{} --help lists all", app.get_name()) : fmt::format("did you mean --{}?", near));
    }
    after_unknown = flag && word.find('=') == std::string::npos;
  }
}

}  // namespace minikrylov
