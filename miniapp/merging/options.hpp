// The command line of `minikrylov merging`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/merging/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "merging" into a job or a text to print.
[[nodiscard]] std::variant<MergingOptions, std::string> parse_merging(std::span<const std::string> words,
                                                                      Complaints& complaints);

}  // namespace minikrylov
