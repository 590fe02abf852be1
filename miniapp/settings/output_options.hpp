// What a user asks for about files that a run writes.
#pragma once
#include <optional>
#include <string>

namespace minikrylov {

/// What to do where the file is there already.
enum class OverwritePolicy { refuse, replace };

struct OutputOptions {
  std::optional<std::string> file;
  std::optional<std::string> trace{};
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
