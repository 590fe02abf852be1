// Metadata of the run itself: host, machine, build, command line.
#pragma once
#include <span>
#include <string>

#include "comm/runtime/communicator.hpp"
#include "comm/runtime/runtime.hpp"
#include "miniapp/metadata/run_record.hpp"

namespace minikrylov {

/// Everything in RunRecord except the bandwidth, which has to be measured. Collective; the same on all ranks except for
/// the machine, which is each rank's own host.
[[nodiscard]] RunRecord run_metadata(const Runtime& runtime, const Communicator& ranks,
                                     std::span<const char* const> command_line);

/// The current time in UTC as ISO 8601: "2026-11-21T03:32:32Z".
[[nodiscard]] std::string date_now();

/// A command line quoted for a shell.
[[nodiscard]] std::string quoted(std::span<const char* const> words);

}  // namespace minikrylov
