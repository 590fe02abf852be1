// The command line of `minikrylov merging`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/merging/settings.hpp"
#include "miniapp/parsing/surroundings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "merging" into a job or a text to print. Adds complaints instead of throwing.
[[nodiscard]] std::variant<MergingOptions, std::string> parse_merging(std::span<const std::string> words,
                                                                      const Surroundings& surroundings,
                                                                      Complaints& complaints);

}  // namespace minikrylov
