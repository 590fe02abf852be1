// The record of an acceptance run: plain data, read by the results file, the report and the verdict.
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

/// What bounds a system's solves: large ones are for throughput, small ones on all ranks for latency.
enum class SystemScale { large, in_cache, small };
template <> struct Names<SystemScale> {
  static constexpr std::string_view noun = "scale";
  static constexpr std::array table = {
      Name<SystemScale>{"large", SystemScale::large,
                        "four times the caches of all ranks or more: memory bandwidth counts"},
      Name<SystemScale>{"in-cache", SystemScale::in_cache,
                        "less than that, for want of memory or time: rates of its solves are not memory bandwidths"},
      Name<SystemScale>{"small", SystemScale::small,
                        "few unknowns per rank: latency counts, the limit of strong scaling"},
  };
};

/// A system that was set up.
struct SystemRow {
  ProblemKind problem = ProblemKind::poisson3d_7;
  SystemScale scale = SystemScale::large;
  int points = 0;  ///< in each direction
  int rhs = 1;     ///< right-hand sides solved together
  std::int64_t rows = 0, nonzeros = 0, matrix_bytes = 0;
  std::int64_t working_bytes = 0;  ///< of the matrix and the vectors that each iteration reads or writes
  MatrixFormat format = MatrixFormat::sell;
  Compression compression = Compression::none;  ///< what products read
  double seconds = 0;                           ///< to set it up
};

/// The speed of products in a candidate format.
struct FormatTrialRow {
  ProblemKind problem = ProblemKind::elasticity3d;
  int points = 0, rhs = 1;
  MatrixFormat format = MatrixFormat::sell;
  double seconds = 0;  ///< of a product, median
};

enum class CheckResult { passed, failed, left_out };
template <> struct Names<CheckResult> {
  static constexpr std::string_view noun = "result";
  static constexpr std::array table = {
      Name<CheckResult>{"passed", CheckResult::passed, "as it should be"},
      Name<CheckResult>{"FAILED", CheckResult::failed, "this machine's answer is not what it should be"},
      Name<CheckResult>{"left out", CheckResult::left_out, "there is no reference for this case"},
  };
};

/// One check of the machine's answers.
struct CheckRow {
  std::string problem, check;
  std::string finding, wanted;
  CheckResult result = CheckResult::passed;
};

[[nodiscard]] inline CheckResult result_of(bool ok) { return ok ? CheckResult::passed : CheckResult::failed; }

/// A candidate in the short trial for the best variant.
struct TrialRow {
  std::string part, method;
  ReductionKind reduction = ReductionKind::blocking;
  double seconds = 0;  ///< per iteration
};

/// A method that was timed on a part.
struct PartMethod {
  std::string method;
  ReductionKind reduction = ReductionKind::blocking;
  int iterations = 0;                   ///< until the residual is small enough
  int timed_iterations = 0;             ///< of each timed solve: as many, or fewer if time is short
  std::int64_t repetitions = 0;         ///< timed solves
  double seconds = 0;                   ///< of a whole solve, from the median of the timed ones
  double true_residual = 0;             ///< ‖b - A x‖ / ‖b‖ of a whole solve
  std::vector<std::string> objections;  ///< to that solve
};

/// One part of the figure of merit: a system, and right-hand sides solved together.
struct PartRow {
  std::string name;
  SystemScale scale = SystemScale::large;
  std::int64_t rows = 0;
  int rhs = 1;
  PartMethod classical, variant;
  double seconds = 0;  ///< the smaller of the two
  double bytes = 0;    ///< that the classical method must move in a solve
  double bytes_per_second = 0, unknowns_per_second = 0;
  double triad_bytes_per_second = 0;  ///< of memory, beside these solves
};

struct AcceptRecord {
  RunRecord run;
  std::vector<PreflightRow> preflight;
  std::vector<PhaseRow> phases;
  std::vector<SystemRow> systems;
  std::vector<FormatTrialRow> formats;
  std::vector<CheckRow> checks;
  std::vector<TrialRow> trials;
  std::vector<PartRow> parts;
  std::vector<SolveRecord> solves;  ///< two per part, as timed: by the classical method, by the best variant
  double asked_seconds = 0, timed_seconds = 0;
  double expected_seconds = 0;                ///< estimate for the whole run, as announced
  std::optional<int> size, fixed_iterations;  ///< if they deviate from the rules
  std::string signed_by;
  double bytes_per_second = 0, unknowns_per_second = 0;  ///< geometric means over the parts
  std::vector<std::string> objections;                   ///< why the result is not valid; empty: it is
  std::string requirements;                              ///< file of thresholds; empty: none
  std::vector<std::string> shortfalls;                   ///< requirements that were not met
  std::string result_line;                               ///< the last line of the report
};

}  // namespace minikrylov
