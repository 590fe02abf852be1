// Words of a command line that a CLI11 application reads: help, and complaints of what it does not know.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>

#include "problems/require.hpp"

namespace minikrylov {

/// Prepares `app`, whose name is the command ("minikrylov solve"), for read_words().
void expect_words(CLI::App& app);

/// Hands the words to `app`. Returns the help if it was asked for.
[[nodiscard]] std::optional<std::string> read_words(CLI::App& app, std::span<const std::string> words,
                                                    Complaints& complaints);

/// Complains of options that do not exist, and of words that belong to none.
void complain_of_extras(const CLI::App& app, Complaints& complaints);

}  // namespace minikrylov
