// What a file of `minikrylov accept` holds.
#pragma once
#include "miniapp/accept/record.hpp"
#include "miniapp/results/fields.hpp"

namespace minikrylov {

template <> std::span<const Field<AcceptRecord>> fields();
template <> std::span<const Field<PhaseRow>> fields();
template <> std::span<const Field<SystemRow>> fields();
template <> std::span<const Field<CheckRow>> fields();
template <> std::span<const Field<TrialRow>> fields();
template <> std::span<const Field<PartRow>> fields();

}  // namespace minikrylov
