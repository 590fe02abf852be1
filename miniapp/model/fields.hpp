// The contents of `minikrylov model` files.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/file.hpp"
#include "miniapp/results/layout.hpp"

namespace minikrylov {

template <> std::span<const Field<PredictionRecord>> fields();
template <> std::span<const Field<CurveRecord>> fields();
template <> std::span<const Field<ModelComparisonRecord>> fields();
template <> std::span<const Field<ComparisonRow>> fields();

/// The contents of `minikrylov model predict` and `model compare` files besides /run.
[[nodiscard]] FileLayout prediction_file_layout();
[[nodiscard]] FileLayout comparison_file_layout();

[[nodiscard]] ResultsFile contents_of(const PredictionRecord& record);
[[nodiscard]] ResultsFile contents_of(const ModelComparisonRecord& record);

}  // namespace minikrylov
