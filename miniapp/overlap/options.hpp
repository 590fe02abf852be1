// The command line of `minikrylov overlap`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/overlap/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "overlap" for a run on `ranks` ranks. Adds complaints instead of throwing.
[[nodiscard]] std::variant<OverlapOptions, std::string> parse_overlap(std::span<const std::string> words, int ranks,
                                                                      Complaints& complaints);

}  // namespace minikrylov
