// The contents of `minikrylov overlap` files.
#pragma once
#include "miniapp/overlap/record.hpp"
#include "miniapp/results/file.hpp"
#include "miniapp/results/layout.hpp"

namespace minikrylov {

template <> std::span<const Field<OverlapRecord>> fields();
template <> std::span<const Field<OverlapRow>> fields();
template <> std::span<const Field<PreflightRow>> fields();
template <> std::span<const Field<NoiseRecord>> fields();

/// The contents of `minikrylov overlap` files besides /run.
[[nodiscard]] FileLayout overlap_file_layout();

[[nodiscard]] ResultsFile contents_of(const OverlapRecord& record);

}  // namespace minikrylov
