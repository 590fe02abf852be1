// Writes results files atomically.
#pragma once
#include <string>

#include "miniapp/results/file.hpp"
#include "miniapp/settings/output_options.hpp"

namespace minikrylov {

enum class ResultsSupport { none, hdf5 };

/// Whether this build can write results.
[[nodiscard]] ResultsSupport results_support();

/// The version of the layout (layout.hpp), stored as the file's attribute schema_version; incremented when readers must
/// change.
inline constexpr int schema_version = 1;

/// Writes `file` to `path`. The file appears under its name only when it is complete and on disk: whatever goes wrong,
/// and whenever the program is killed, an existing file stays intact. Throws a SetupError if it cannot be written.
/// Not collective: call it on one rank.
void write_results(const std::string& path, const ResultsFile& file, OverwritePolicy policy);

/// Why results cannot be written to `path` now, as "problem (why) what to do"; empty if they can. Not collective.
[[nodiscard]] std::string objection_to(const std::string& path, OverwritePolicy policy);

}  // namespace minikrylov
