// Options of `minikrylov solve` that read and print job files.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "problems/require.hpp"

namespace minikrylov {

/// Adds --config and --dump-config, which sets `dump`. Complains of a job file that cannot be read.
void add_job_files(CLI::App& app, bool& dump, Complaints& complaints);

/// The file of --config; empty: none.
[[nodiscard]] std::string job_file_of(const CLI::App& app);

}  // namespace minikrylov
