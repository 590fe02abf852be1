// The command line of `minikrylov overlap`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/overlap/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Reads the words after "overlap", on so many ranks: a job, or a help text. Complaints, not exceptions.
[[nodiscard]] std::variant<OverlapOptions, std::string> parse_overlap(std::span<const std::string> words, int ranks,
                                                                      Complaints& complaints);

}  // namespace minikrylov
