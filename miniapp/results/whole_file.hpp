// Files that are there as a whole or not at all.
#pragma once
#include <span>
#include <string>

#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// Removes what processes that were killed left of earlier attempts; writes `bytes` to a new file beside `path`, waits
/// until they are on the disk, and gives the file its name. Throws a SetupError, leaving what was there and nothing
/// else, if the disk is full, the folder cannot be written, or `path` exists and the policy is to refuse.
void write_whole_file(const std::string& path, std::span<const std::byte> bytes, OverwritePolicy policy);

/// The same for a text.
void write_text(const std::string& path, const std::string& text, OverwritePolicy policy);

/// What speaks against writing `path`, as "problem (why) what to do"; empty if nothing.
[[nodiscard]] std::string objection_to_file(const std::string& path, OverwritePolicy policy);

}  // namespace minikrylov
