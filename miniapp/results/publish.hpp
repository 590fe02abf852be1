// Publishes the outcome of a job: the report on stdout first, then its files.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problems/require.hpp"

namespace minikrylov {

class Communicator;

/// Prints and writes on rank 0. If one output fails, the others are still tried, so that a full disk does not waste
/// hours of computing.
class Publisher {
 public:
  explicit Publisher(const Communicator& ranks);

  /// Prints text, showing control characters other than newlines as \xNN.
  void print(std::string_view text);
  /// Calls write(path) if there is a path, then prints "<caption> <path>" on a line.
  void write(const std::optional<std::string>& path, std::string_view caption,
             const std::function<void(const std::string& path)>& write);
  /// Throws a SetupError if anything failed, listing what was written and what was not. Not collective.
  void finish();

 private:
  enum class Role { speaker, silent };
  Role role_;
  std::vector<std::string> written_;
  Complaints complaints_;
};

}  // namespace minikrylov
