// The kinds of files that the program writes, all together: where jobs register theirs.
#pragma once
#include <vector>

#include "miniapp/results/layout.hpp"

namespace minikrylov {

/// That of `solve` first.
[[nodiscard]] std::vector<FileLayout> file_layouts();

}  // namespace minikrylov
