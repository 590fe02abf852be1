// The command line of `minikrylov overlap`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/overlap/settings.hpp"
#include "miniapp/parsing/surroundings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "overlap" into a job or a text to print. Adds complaints instead of throwing.
[[nodiscard]] std::variant<OverlapOptions, std::string> parse_overlap(std::span<const std::string> words,
                                                                      const Surroundings& surroundings,
                                                                      Complaints& complaints);

}  // namespace minikrylov
