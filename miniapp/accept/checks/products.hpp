// Checks y = A x against the assembled rows.
#pragma once
#include "miniapp/accept/bench.hpp"

namespace minikrylov {

/// The result of checking a product on this rank.
struct ProductFinding {
  LocalIndex wrong_rows = 0;
};

/// Compares A x, for pseudo-random x in [0, 1), with a product computed from rows that are assembled anew in the grid's
/// order, with x by global index: no format, no ordering, no halo, no message. Entries may differ by 2 k ε Σ|a||x| in a
/// row of k entries, the sum of the rounding error bounds of both. Checks this rank's rows; A.apply is collective.
[[nodiscard]] ProductFinding compare_product(const Bench& bench, const Operator& A, const Communicator& ranks);

}  // namespace minikrylov
