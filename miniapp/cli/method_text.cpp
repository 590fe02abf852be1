// Finds in a method's file its comment, and the statements below a label.
#include "miniapp/cli/method_text.hpp"

#include <algorithm>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

constexpr std::string_view blanks = " \n";

/// How the definition of a method begins.
std::string definition_of(std::string_view method) {
  std::string name(method);
  std::replace(name.begin(), name.end(), '-', '_');
  return "\nOutcome " + name + "(";
}

/// The text with one blank where it has blanks and line ends, and none at its ends.
std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (blanks.find(c) == std::string_view::npos)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

/// What stands between commas from `text`'s begin to the bracket that closes around it.
std::vector<std::string> arguments_at(std::string_view text) {
  std::vector<std::string> arguments;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size() && depth >= 0; ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
    if (depth < 0 || (depth == 0 && text[i] == ',')) {
      arguments.push_back(in_one_line(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return arguments;
}

}  // namespace

MethodFile file_of_method(std::string_view method) {
  const auto files = method_files();
  const std::string definition = definition_of(method);
  const auto file = std::find_if(files.begin(), files.end(), [&](const MethodFile& f) {
    return f.text.find(definition) != std::string_view::npos;
  });
  require(file != files.end(), "no file defines the method {} (its function is called otherwise) rename it", method);
  return *file;
}

std::string comment_of_method(std::string_view method) {
  const std::string_view text = file_of_method(method).text;
  std::string_view above = text.substr(0, text.find(definition_of(method)) + 1);
  std::string comment;
  constexpr std::string_view mark = "/// ";
  while (!above.empty()) {
    above.remove_suffix(1);
    const std::size_t begin = above.rfind('\n') + 1;
    const std::string_view line = above.substr(begin);
    if (!line.starts_with(mark)) break;
    comment = std::string(line.substr(mark.size())) + "\n" + comment;
    above = above.substr(0, begin);
  }
  return comment;
}

std::vector<std::string> statements_of_method(std::string_view method, std::string_view label) {
  const std::string_view text = file_of_method(method).text;
  const std::string literal = '"' + std::string(label) + '"';
  const std::size_t place = text.find(literal);
  if (place == std::string_view::npos) return {};
  std::vector<std::string> statements = arguments_at(text.substr(place + literal.size()));
  std::erase_if(statements, [](const std::string& s) {
    return s.find(" = ") == std::string::npos || s.find('"') != std::string::npos;
  });
  return statements;
}

}  // namespace minikrylov
