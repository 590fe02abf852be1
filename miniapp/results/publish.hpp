// What a job leaves behind: its report on stdout first, then its files.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problems/require.hpp"

namespace minikrylov {

class Communicator;

/// Prints and writes on rank 0. Whatever fails, the rest is still tried: hours of computing are not lost with a full
/// disk.
class Publisher {
 public:
  explicit Publisher(const Communicator& ranks);

  /// Prints text, in which control characters other than ends of lines are shown as \xNN.
  void print(std::string_view text);
  /// Calls write(path) if there is a path, then prints "<caption> <path>" on a line.
  void write(const std::optional<std::string>& path, std::string_view caption,
             const std::function<void(const std::string& path)>& write);
  /// Throws a SetupError if anything failed, which says what was written and what was not. Not collective.
  void finish();

 private:
  enum class Role { speaker, silent };
  Role role_;
  std::vector<std::string> written_;
  Complaints complaints_;
};

}  // namespace minikrylov
