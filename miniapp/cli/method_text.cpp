// Extracts the comment above a method's definition from its file.
#include "miniapp/cli/method_text.hpp"

#include <algorithm>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// How a method's definition begins.
std::string definition_of(std::string_view method) {
  std::string name(method);
  std::replace(name.begin(), name.end(), '-', '_');
  return "\nOutcome " + name + "(";
}

}  // namespace

MethodFile file_of_method(std::string_view method) {
  const auto files = method_files();
  const std::string definition = definition_of(method);
  const auto file = std::find_if(files.begin(), files.end(), [&](const MethodFile& f) {
    return f.text.find(definition) != std::string_view::npos;
  });
  require(file != files.end(), "no file defines the method {} (its function has another name) rename it", method);
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

}  // namespace minikrylov
