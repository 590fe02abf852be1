// What a file of `minikrylov overlap` holds.
#pragma once
#include "miniapp/overlap/record.hpp"
#include "miniapp/results/fields.hpp"

namespace minikrylov {

template <> std::span<const Field<OverlapRow>> fields();
template <> std::span<const Field<PreflightRow>> fields();
template <> std::span<const Field<NoiseRecord>> fields();

}  // namespace minikrylov
