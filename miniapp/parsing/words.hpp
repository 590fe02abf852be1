// Command line words read by CLI11: help, and complaints about unknown words.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>

#include "problems/require.hpp"

namespace minikrylov {

/// Prepares `app`, named like the command ("minikrylov solve"), for read_words().
void expect_words(CLI::App& app);

/// Passes the words to `app`. Returns the help text if it was requested.
[[nodiscard]] std::optional<std::string> read_words(CLI::App& app, std::span<const std::string> words,
                                                    Complaints& complaints);

/// Complains about options that do not exist, and about words that belong to no option.
void complain_of_extras(const CLI::App& app, Complaints& complaints);

}  // namespace minikrylov
