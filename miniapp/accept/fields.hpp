// The contents of `minikrylov accept` files.
#pragma once
#include "miniapp/accept/record.hpp"
#include "miniapp/results/file.hpp"
#include "miniapp/results/layout.hpp"

namespace minikrylov {

template <> std::span<const Field<AcceptRecord>> fields();
template <> std::span<const Field<PhaseRow>> fields();
template <> std::span<const Field<SystemRow>> fields();
template <> std::span<const Field<FormatTrialRow>> fields();
template <> std::span<const Field<CheckRow>> fields();
template <> std::span<const Field<TrialRow>> fields();
template <> std::span<const Field<PartRow>> fields();

/// What `minikrylov accept` adds to files; its solves are stored as by `solve`.
[[nodiscard]] FileLayout acceptance_file_layout();

[[nodiscard]] ResultsFile contents_of(const AcceptRecord& record);

}  // namespace minikrylov
