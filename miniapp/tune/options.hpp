// The command line of `minikrylov tune`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/tune/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "tune" into a job or a text to print.
[[nodiscard]] std::variant<TuneOptions, std::string> parse_tune(std::span<const std::string> words,
                                                                Complaints& complaints);

}  // namespace minikrylov
