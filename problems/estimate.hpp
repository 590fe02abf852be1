// Size of a system, before anything is allocated.
#pragma once
#include "problems/problem.hpp"

namespace minikrylov {

/// Entries in the rows of `box`: exact, from a closed formula. Not collective.
[[nodiscard]] GlobalIndex count_nonzeros(const Problem& problem, const Box& box);

/// Entries in all rows of the problem; exact.
[[nodiscard]] GlobalIndex count_nonzeros(const Problem& problem);

/// Peak memory of assemble() for `box` in bytes; the Rows it returns take no more than that.
[[nodiscard]] GlobalIndex assembly_bytes(const Problem& problem, const Box& box);

}  // namespace minikrylov
