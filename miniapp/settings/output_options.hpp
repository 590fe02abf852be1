// User settings of output files.
#pragma once
#include <optional>
#include <string>

namespace minikrylov {

/// What to do if the file already exists.
enum class OverwritePolicy { refuse, replace };

struct OutputOptions {
  std::optional<std::string> file;
  std::optional<std::string> trace{};
  std::optional<std::string> matrix{}, rhs{};  ///< of the system, before it is solved
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
