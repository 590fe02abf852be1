// What is recorded of a matrix as it is stored.
#pragma once
#include <optional>

#include "comm/runtime/communicator.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/system/source.hpp"
#include "miniapp/timing/product_rate.hpp"

namespace minikrylov {

/// The bandwidth of products with A; nothing where a product by itself takes no time, as that of kernels is injected.
/// Collective.
[[nodiscard]] std::optional<ProductRate> rate_of(const Operator& A, const System& system, const Triads& triads,
                                                 const Communicator& ranks);

/// The matrix of all ranks. Collective.
[[nodiscard]] MatrixRecord matrix_record(const SourcedSystem& sourced, const std::optional<ProductRate>& rate,
                                         const Communicator& ranks);

}  // namespace minikrylov
