// Set-up errors: complaints of the form "problem (why) what to do", thrown together.
#pragma once
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace minikrylov {

/// The reasons why a run cannot start. what() holds all messages, one per line.
class SetupError : public std::runtime_error {
 public:
  explicit SetupError(std::vector<std::string> messages);

  /// At least one; each reads "problem (why) what to do".
  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

/// Throws a SetupError with the formatted message unless `ok`. Active in every build type; not collective.
template <class... T> void require(bool ok, fmt::format_string<T...> message, T&&... values) {
  if (!ok) throw SetupError({fmt::format(message, std::forward<T>(values)...)});
}

/// Collects complaints, so that a user sees all of them at once.
class Complaints {
 public:
  /// Adds the formatted message unless `ok`.
  template <class... T> void unless(bool ok, fmt::format_string<T...> message, T&&... values) {
    if (!ok) messages_.push_back(fmt::format(message, std::forward<T>(values)...));
  }
  /// Adds all messages of a caught error.
  void add(const SetupError& error);

  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

  /// Throws a SetupError with all messages; returns if there are none.
  void raise() const;

 private:
  std::vector<std::string> messages_;
};

}  // namespace minikrylov
