// The command line of `minikrylov model`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/model/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// A `model` job that makes sense, or a text to print.
using ModelJob = std::variant<CalibrateOptions, PredictOptions, CompareOptions, std::string>;

/// Reads the words after "model". Complaints, not exceptions.
[[nodiscard]] ModelJob parse_model(std::span<const std::string> words, Complaints& complaints);

}  // namespace minikrylov
