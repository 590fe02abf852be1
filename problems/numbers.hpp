// Integer types for rows and entries. problems/ and kernels/ are independent of each other, so both declare these; if
// the declarations ever differ, the first file that includes both does not compile.
#pragma once
#include <cstdint>

namespace minikrylov {

using LocalIndex = std::int32_t;   ///< a row or a column of one rank
using GlobalIndex = std::int64_t;  ///< a row of the whole problem
using Offset = std::int64_t;       ///< an index into the stored entries of one rank

}  // namespace minikrylov
