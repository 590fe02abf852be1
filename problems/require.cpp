// Set-up errors: complaints joined into one exception.
#include "problems/require.hpp"

#include "problems/printable.hpp"

namespace minikrylov {
namespace {

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

std::vector<std::string> all_printable(std::vector<std::string> texts) {
  for (std::string& text : texts) text = printable(text);
  return texts;
}

}  // namespace

SetupError::SetupError(std::vector<std::string> messages)
    : std::runtime_error(join_lines(all_printable(messages))), messages_(all_printable(messages)) {}

void Complaints::add(const SetupError& error) {
  messages_.insert(messages_.end(), error.messages().begin(), error.messages().end());
}

void Complaints::raise() const {
  if (!messages_.empty()) throw SetupError(messages_);
}

}  // namespace minikrylov
