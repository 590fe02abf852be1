// Integer types for rows and entries.
#pragma once
#include <cstdint>

namespace minikrylov {

using LocalIndex = std::int32_t;   ///< a row or a column of one rank
using GlobalIndex = std::int64_t;  ///< a row of the whole problem
using Offset = std::int64_t;       ///< an index into the stored entries of one rank

/// Maximum number of right-hand sides that are solved together.
inline constexpr int max_width = 32;

}  // namespace minikrylov
