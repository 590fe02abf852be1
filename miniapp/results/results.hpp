// Where a record goes: a file that is there as a whole or not at all.
#pragma once
#include <string>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

struct AcceptRecord;
struct OverlapRecord;
struct PredictionRecord;
struct ModelComparisonRecord;

/// What to do where the file is there already.
enum class OverwritePolicy { refuse, replace };

enum class ResultsSupport { none, hdf5 };

/// Whether this build can write results.
[[nodiscard]] ResultsSupport results_support();

/// The version of the layout below, stored as the attribute schema_version of the file; grows when a reader must
/// change.
inline constexpr int schema_version = 1;

/// Writes `record` to `path` (layout: fields.hpp). The file appears under its name only when it is complete and on the
/// disk: whatever goes wrong, and whenever the program is killed, an old file stays whole. Throws a SetupError where it
/// cannot be written. Not collective: call it on one rank.
void write_results(const std::string& path, const Record& record, OverwritePolicy policy);

/// The same for what `minikrylov overlap` found (layout: overlap/fields.hpp).
void write_results(const std::string& path, const OverlapRecord& record, OverwritePolicy policy);

/// The same for an acceptance run (layout: accept/fields.hpp; its solves as those of a Record).
void write_results(const std::string& path, const AcceptRecord& record, OverwritePolicy policy);

/// The same for what `minikrylov model` predicted and compared (layout: model/fields.hpp).
void write_results(const std::string& path, const PredictionRecord& record, OverwritePolicy policy);
void write_results(const std::string& path, const ModelComparisonRecord& record, OverwritePolicy policy);

/// What speaks against writing results to `path` now, as "problem (why) what to do"; empty if nothing. Not collective.
[[nodiscard]] std::string objection_to(const std::string& path, OverwritePolicy policy);

}  // namespace minikrylov
