// Files that are written completely or not at all.
#pragma once
#include <span>
#include <string>

#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

/// Writes `bytes` to a new file beside `path`, waits until they are on disk, and then gives the file its name; removes
/// leftovers of earlier killed processes. Throws a SetupError, leaving everything as it was, if the disk is full, the
/// folder cannot be written, or `path` exists and the policy is to refuse. A link stays
/// a link to the new file.
void write_whole_file(const std::string& path, std::span<const std::byte> bytes, OverwritePolicy policy);

/// The same for a text.
void write_text(const std::string& path, const std::string& text, OverwritePolicy policy);

/// Why `path` cannot be written, as "problem (why) what to do"; empty if it can.
[[nodiscard]] std::string objection_to_file(const std::string& path, OverwritePolicy policy);

}  // namespace minikrylov
