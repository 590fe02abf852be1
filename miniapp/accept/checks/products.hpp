// Is y = A x what the rows say, wherever they lie?
#pragma once
#include "miniapp/accept/bench.hpp"

namespace minikrylov {

/// What a product was found to be, on this rank.
struct ProductFinding {
  LocalIndex wrong_rows = 0;
};

/// Compares A x, for pseudo-random x in [0, 1), with the same computed entry by entry from rows that are assembled anew
/// in the grid's order, x by global numbers: no format, no ordering, no halo, no message. An entry of either may be off
/// by 2 k ε Σ|a||x| with k entries in the row, twice what rounding can do. Of rows of this rank; A.apply is collective.
[[nodiscard]] ProductFinding compare_product(const Bench& bench, const Operator& A, const Communicator& ranks);

}  // namespace minikrylov
