// How rows and entries are numbered. The rooms `problems` and `kernels` know nothing of each other: both give these
// types their names, and a compiler that sees two different ones under a name refuses them.
#pragma once
#include <cstdint>

namespace minikrylov {

using LocalIndex = std::int32_t;   ///< a row or a column of one rank
using GlobalIndex = std::int64_t;  ///< a row of the whole problem
using Offset = std::int64_t;       ///< a position among the stored entries of one rank

}  // namespace minikrylov
