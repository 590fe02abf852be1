// The results of an acceptance run: plain data, which the file, the report and the verdict read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/overlap/record.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// A phase of the run and its time.
struct PhaseRow {
  std::string name;
  double seconds = 0;
};

/// What bounds a system's solves: bandwidth for those that fill the memory, latency for small ones on all ranks.
enum class SystemScale { large, small };
template <> struct Names<SystemScale> {
  static constexpr std::string_view noun = "scale";
  static constexpr std::array table = {
      Name<SystemScale>{"large", SystemScale::large, "too large for caches: limited by memory bandwidth"},
      Name<SystemScale>{"small", SystemScale::small, "few unknowns per rank: limited by latency, as in strong scaling"},
  };
};

/// A system of the run.
struct SystemRow {
  ProblemKind problem = ProblemKind::poisson3d_7;
  SystemScale scale = SystemScale::large;
  int points = 0;  ///< in each direction
  std::int64_t rows = 0, nonzeros = 0, matrix_bytes = 0;
  MatrixFormat format = MatrixFormat::sell;
  double seconds = 0;  ///< set-up time
};

enum class CheckResult { passed, failed, left_out };
template <> struct Names<CheckResult> {
  static constexpr std::string_view noun = "result";
  static constexpr std::array table = {
      Name<CheckResult>{"passed", CheckResult::passed, "as expected"},
      Name<CheckResult>{"FAILED", CheckResult::failed, "not as expected: this machine computes wrong results"},
      Name<CheckResult>{"left out", CheckResult::left_out, "no expected result is known for this case"},
  };
};

/// One validation check.
struct CheckRow {
  std::string problem, check;
  std::string finding, wanted;
  CheckResult result = CheckResult::passed;
};

/// A candidate in the short trial for the best variant.
struct TrialRow {
  std::string part, method;
  ReductionKind reduction = ReductionKind::blocking;
  double seconds = 0;  ///< per iteration
};

/// One part of the figure of merit: a system with a number of right-hand sides solved together.
struct PartRow {
  std::string name;
  std::int64_t rows = 0;
  int rhs = 1;
  std::string classical, variant;
  ReductionKind variant_reduction = ReductionKind::blocking;
  int classical_iterations = 0, variant_iterations = 0;
  std::int64_t classical_repetitions = 0, variant_repetitions = 0;
  double classical_seconds = 0, variant_seconds = 0;  ///< per solve, medians
  double seconds = 0;                                 ///< the lesser of the two
  double bytes = 0;                                   ///< that the classical method must move per solve
  double bytes_per_second = 0, unknowns_per_second = 0;
  double triad_bytes_per_second = 0;  ///< memory bandwidth beside these solves
};

struct AcceptRecord {
  RunRecord run;
  std::vector<PreflightRow> preflight;
  std::vector<PhaseRow> phases;
  std::vector<SystemRow> systems;
  std::vector<CheckRow> checks;
  std::vector<TrialRow> trials;
  std::vector<PartRow> parts;
  std::vector<SolveRecord> solves;  ///< two per part: classical method and best variant
  double asked_seconds = 0, timed_seconds = 0;
  std::optional<int> size, fixed_iterations;  ///< set if other than the rules demand
  std::string signed_by;
  double bytes_per_second = 0, unknowns_per_second = 0;  ///< geometric means over the parts
  std::vector<std::string> objections;                   ///< why the result is invalid; empty: it is valid
  std::string requirements;                              ///< file of thresholds; empty: none
  std::vector<std::string> shortfalls;                   ///< requirements that were missed
  std::string result_line;                               ///< the last line of the report
};

}  // namespace minikrylov
