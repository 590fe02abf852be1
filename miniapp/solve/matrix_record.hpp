// What is recorded of a matrix as it is stored.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/system/source.hpp"
#include "miniapp/timing/product_rate.hpp"

namespace minikrylov {

/// The matrix of all ranks, and the bandwidth of products with it, which are those of A. Collective.
[[nodiscard]] MatrixRecord matrix_record(const SourcedSystem& sourced, const Operator& A, const Triads& triads,
                                         const Communicator& ranks);

}  // namespace minikrylov
