// The command line of `minikrylov embed-study`.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "miniapp/embed/settings.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "embed-study" into a job or a text to print.
[[nodiscard]] std::variant<EmbedStudyOptions, std::string> parse_embed_study(std::span<const std::string> words,
                                                                             Complaints& complaints);

}  // namespace minikrylov
