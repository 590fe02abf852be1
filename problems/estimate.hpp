// How large a system will be, known before anything is allocated.
#pragma once
#include "problems/problem.hpp"

namespace minikrylov {

/// Entries in the rows of `box`; exact, in a few operations. Not collective.
[[nodiscard]] GlobalIndex count_nonzeros(const Problem& problem, const Box& box);

/// Entries in all rows of the problem; exact.
[[nodiscard]] GlobalIndex count_nonzeros(const Problem& problem);

/// Bytes that assemble() takes for `box` at its peak; the Rows that it returns are no larger.
[[nodiscard]] GlobalIndex assembly_bytes(const Problem& problem, const Box& box);

}  // namespace minikrylov
