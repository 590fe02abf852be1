// All kinds of files that the program writes; jobs register theirs here.
#pragma once
#include <vector>

#include "miniapp/results/layout.hpp"

namespace minikrylov {

/// The layout of `solve` comes first.
[[nodiscard]] std::vector<FileLayout> file_layouts();

}  // namespace minikrylov
