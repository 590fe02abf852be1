// The command line of `minikrylov accept`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/accept/settings.hpp"
#include "miniapp/parsing/surroundings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "accept" into a job or a help text. Adds complaints instead of throwing.
[[nodiscard]] std::variant<AcceptOptions, std::string> parse_accept(std::span<const std::string> words,
                                                                    const Surroundings& surroundings,
                                                                    Complaints& complaints);

}  // namespace minikrylov
