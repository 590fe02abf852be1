// Whether a compressed matrix is worth it, found by measurement.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// A system that has its matrix twice keeps one: the compressed one if products with `width` vectors are more than 3 %
/// faster with it, by the slowest rank; otherwise the plain one. The same on all ranks. Collective.
[[nodiscard]] System with_faster_matrix(System system, int width, const Communicator& ranks);

}  // namespace minikrylov
