// The printed report: what a run did, for people.
#pragma once
#include <string>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// One line for each stage: program, machine, problem, partition, matrix, bandwidth.
[[nodiscard]] std::string report_stages(const Record& record);

/// The lines of these that any job has.
[[nodiscard]] std::string report_run(const RunRecord& record);

/// One solve: a line on how it ended, and a table of its kernels and reductions.
[[nodiscard]] std::string report_solve(const SolveRecord& solve);

/// One sentence: did every solve pass its checks, and if not, which did not and why?
[[nodiscard]] std::string report_verdict(const Record& record);

/// All of these.
[[nodiscard]] std::string report(const Record& record);

/// Whether every solve passed its checks.
enum class Verdict { passed, failed };
[[nodiscard]] Verdict verdict_of(const Record& record);

}  // namespace minikrylov
