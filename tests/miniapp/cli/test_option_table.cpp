// The table of options: complete, and with what options take.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <sstream>

#include "miniapp/cli/option_tables.hpp"
#include "miniapp/parsing/option_table.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

/// The names that begin the lines of a help.
std::vector<std::string> options_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  --")) names.push_back(line.substr(2, line.find_first_of(" {\n", 2) - 2));
  return names;
}

}  // namespace

TEST_CASE("every option that a help names is in the table") {
  const std::vector<std::vector<const char*>> commands{
      {"solve"},           {"accept"}, {"overlap"}, {"embed-study"}, {"model", "calibrate"}, {"model", "predict"},
      {"model", "compare"}};
  const std::string all = option_tables();
  for (const char* command : {"solve", "accept", "overlap", "model predict", "embed-study", "list", "explain"})
    CHECK_THAT(all, ContainsSubstring("\n \"" + std::string(command) + "\": [\n  {\"name\": "));
  for (std::vector<const char*> words : commands) {
    words.push_back("--help");
    const std::vector<std::string> names = options_in(text_of(words));
    words.back() = "--help-json";
    const std::string table = text_of(words);
    CHECK(names.size() >= 2);
    for (const std::string& name : names) {
      const bool about_job_files = name == "--config" || name == "--dump-config";
      if (!about_job_files) CHECK_THAT(table, ContainsSubstring("{\"name\": \"" + name + "\","));
    }
  }
}

TEST_CASE("the table says what options take") {
  const std::string table = text_of({"solve", "--help-json"});
  for (
      const char* line :
      {R"({"name": "--rhs", "kind": "whole", "type": "1..32", "default": "1", "minimum": 1, "maximum": 32})",
       R"({"name": "--rtol", "kind": "real", "type": "X", "default": "1e-08", "above": 0, "below": 1})",
       R"({"name": "--fuse", "kind": "choice", "type": "NAME", "default": "on", "words": ["on", "behind", "off"]})",
       R"({"name": "--output", "kind": "text", "type": "FILE", "default": ""})",
       R"({"name": "--force", "kind": "flag", "type": "", "default": ""})",
       R"("default": "pcg,pbicgstab", "words": ["cg", "pcg", "bicgstab", "pbicgstab", "all", "all-cg", "all-bicgstab"])"})
    CHECK_THAT(table, ContainsSubstring(line));
  const OptionMetadata word{.flag = "", .kind = OptionKind::choice, .type = "TOPIC", .words = {"a", "b"}};
  CHECK(json_of(std::span(&word, 1)) ==
        "[\n  {\"name\": \"\", \"kind\": \"choice\", \"type\": \"TOPIC\", \"default\": \"\", \"words\": [\"a\", "
        "\"b\"]}\n ]");
}

}  // namespace minikrylov
