// The command line of `minikrylov model`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/model/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// A consistent `model` job, or a text to print.
using ModelJob = std::variant<CalibrateOptions, PredictOptions, CompareOptions, std::string>;

/// Parses the words after "model". Adds complaints instead of throwing.
[[nodiscard]] ModelJob parse_model(std::span<const std::string> words, Complaints& complaints);

}  // namespace minikrylov
