// The contents of `minikrylov merging` files.
#pragma once
#include "miniapp/merging/record.hpp"
#include "miniapp/results/file.hpp"
#include "miniapp/results/layout.hpp"

namespace minikrylov {

template <> std::span<const Field<MergingRow>> fields();

/// The contents of `minikrylov merging` files besides /run.
[[nodiscard]] FileLayout merging_file_layout();

[[nodiscard]] ResultsFile contents_of(const MergingRecord& record);

}  // namespace minikrylov
