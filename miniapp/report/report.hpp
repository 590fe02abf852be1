// The printed report of a run.
#pragma once
#include <string>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// One line per stage: program, machine, problem, partition, matrix, bandwidth.
[[nodiscard]] std::string report_stages(const Record& record);

/// Those of these lines that any job has.
[[nodiscard]] std::string report_run(const RunRecord& record);

/// One solve: how it ended, and a table of its kernels and reductions.
[[nodiscard]] std::string report_solve(const SolveRecord& solve);

/// One sentence: whether every solve passed its checks, and if not, which failed and why.
[[nodiscard]] std::string report_verdict(const Record& record);

/// The complete report.
[[nodiscard]] std::string report(const Record& record);

/// Whether every solve passed its checks.
enum class Verdict { passed, failed };
[[nodiscard]] Verdict verdict_of(const Record& record);

}  // namespace minikrylov
