// What an acceptance run found: plain data, from which the file, the report and the verdict read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/overlap/record.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// A part of the run, and how long it took.
struct PhaseRow {
  std::string name;
  double seconds = 0;
};

/// What bounds a system's solves: those that fill the memory are for throughput, small ones on all ranks for latency.
enum class SystemScale { large, small };
template <> struct Names<SystemScale> {
  static constexpr std::string_view noun = "scale";
  static constexpr std::array table = {
      Name<SystemScale>{"large", SystemScale::large, "too large for caches: memory bandwidth counts"},
      Name<SystemScale>{"small", SystemScale::small,
                        "few unknowns a rank: latency counts, the limit of strong scaling"},
  };
};

/// A system that was set up.
struct SystemRow {
  ProblemKind problem = ProblemKind::poisson3d_7;
  SystemScale scale = SystemScale::large;
  int points = 0;  ///< in each direction
  std::int64_t rows = 0, nonzeros = 0, matrix_bytes = 0;
  MatrixFormat format = MatrixFormat::sell;
  double seconds = 0;  ///< to set it up
};

enum class CheckResult { passed, failed, left_out };
template <> struct Names<CheckResult> {
  static constexpr std::string_view noun = "result";
  static constexpr std::array table = {
      Name<CheckResult>{"passed", CheckResult::passed, "as it should be"},
      Name<CheckResult>{"FAILED", CheckResult::failed, "this machine's answer is not what it should be"},
      Name<CheckResult>{"left out", CheckResult::left_out, "nothing is known for this case"},
  };
};

/// One check of the machine's answers.
struct CheckRow {
  std::string problem, check;
  std::string finding, wanted;
  CheckResult result = CheckResult::passed;
};

/// A candidate in the short trial for the best variant.
struct TrialRow {
  std::string part, method;
  ReductionKind reduction = ReductionKind::blocking;
  double seconds = 0;  ///< of an iteration
};

/// One part of the figure of merit: a system, and right-hand sides solved together.
struct PartRow {
  std::string name;
  std::int64_t rows = 0;
  int rhs = 1;
  std::string classical, variant;
  ReductionKind variant_reduction = ReductionKind::blocking;
  int classical_iterations = 0, variant_iterations = 0;
  std::int64_t classical_repetitions = 0, variant_repetitions = 0;
  double classical_seconds = 0, variant_seconds = 0;  ///< of a solve, medians
  double seconds = 0;                                 ///< the less of the two
  double bytes = 0;                                   ///< that the classical method must move in a solve
  double bytes_per_second = 0, unknowns_per_second = 0;
  double triad_bytes_per_second = 0;  ///< of memory, beside these solves
};

struct AcceptRecord {
  RunRecord run;
  std::vector<PreflightRow> preflight;
  std::vector<PhaseRow> phases;
  std::vector<SystemRow> systems;
  std::vector<CheckRow> checks;
  std::vector<TrialRow> trials;
  std::vector<PartRow> parts;
  std::vector<SolveRecord> solves;  ///< two a part: by the classical method, by the best variant
  double asked_seconds = 0, timed_seconds = 0;
  std::optional<int> size, fixed_iterations;  ///< where they are not those of the rules
  std::string signed_by;
  double bytes_per_second = 0, unknowns_per_second = 0;  ///< geometric means over the parts
  std::vector<std::string> objections;                   ///< why the result is not valid; empty: it is
  std::string requirements;                              ///< file of thresholds; empty: none
  std::vector<std::string> shortfalls;                   ///< what it asks for and was not reached
  std::string result_line;                               ///< the last line of the report
};

}  // namespace minikrylov
