// What a file of `minikrylov model` holds.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/fields.hpp"

namespace minikrylov {

template <> std::span<const Field<CurveRecord>> fields();
template <> std::span<const Field<ComparisonRow>> fields();

}  // namespace minikrylov
