// The tiles of matrix powers, chosen by a model of the caches and by measurement.
#pragma once
#include "miniapp/metadata/run_record.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// How `width` vectors are multiplied by as many powers as the system was laid out for. Tries, besides one product
/// after the other, the tiles that fit the second and the third level of cache, and half of them; takes the fastest on
/// the slowest rank. The same choice on all ranks. Collective.
[[nodiscard]] PowersSetting fastest_powers(const DistributedMatrix& A, const System& system, int width,
                                           const RunRecord& machine, const Communicator& ranks);

}  // namespace minikrylov
