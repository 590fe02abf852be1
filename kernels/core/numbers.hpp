// How rows and entries are numbered.
#pragma once
#include <cstdint>

namespace minikrylov {

using LocalIndex = std::int32_t;   ///< a row or a column of one rank
using GlobalIndex = std::int64_t;  ///< a row of the whole problem
using Offset = std::int64_t;       ///< a position among the stored entries of one rank

/// Right-hand sides that are solved together, at most.
inline constexpr int max_width = 32;

}  // namespace minikrylov
