// The options of `minikrylov model predict`.
#pragma once
#include "miniapp/model/options.hpp"

namespace minikrylov {

/// Parses the words after "predict" into a job or a help text. Adds complaints instead of throwing.
[[nodiscard]] ModelJob parse_predict(std::span<const std::string> words, Complaints& complaints);

}  // namespace minikrylov
