// Measures how much of a communication is hidden by computation, after Krasnopolsky 2019, appendix C.
#pragma once
#include <string>
#include <vector>

#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// What happens to a pattern that the MPI library does not support.
enum class Impossible { refuse, leave_out };

/// What is measured.
struct OverlapPlan {
  std::vector<PatternKind> patterns{};
  std::vector<int> ranks{};             ///< numbers of ranks that communicate; the others wait
  std::vector<long> bytes{};            ///< message sizes for all patterns
  std::vector<long> allreduce_bytes{};  ///< further sizes for allreduce: 8 m k
  std::vector<int> tests{};             ///< numbers of calls to MPI_Test
  int samples = 50;                     ///< per mode
  double budget = 0.5;                  ///< seconds per case: large messages get fewer samples, at least 8
  Impossible impossible = Impossible::refuse;
};

/// What is communicated.
struct OverlapCase {
  PatternKind kind;
  long bytes;
  int ranks;
};

/// 2, 4, … and `all` (1 if `all` is 1): the numbers of ranks of benchmarks.
[[nodiscard]] std::vector<int> numbers_of_ranks(int all);

/// The times that enter an overlap figure.
struct OverlapTimes {
  double blocking_computing, blocking_communicating;  ///< #1 in equation (24)
  double together;                                    ///< computation and communication in the measured mode
  double communicating_alone;                         ///< non-blocking, with nothing between start and finish
  double computing_together;                          ///< the computation while messages were in flight
};

/// Equation (24): (T_calc + T_comm - T_calc of #1) / T_comm of #1, not clamped to [0, 1].
[[nodiscard]] double overlap_overhead(const OverlapTimes& t);
/// IMB-NBC: 100 max(0, min(1, (t_pure + t_CPU - t_ovrl) / min(t_pure, t_CPU))).
[[nodiscard]] double overlap_by_imb(const OverlapTimes& t);
/// OSU benchmarks: max(0, 100 - 100 (t_total - t_compute) / t_pure).
[[nodiscard]] double overlap_by_osu(const OverlapTimes& t);

/// One row per mode (several for mode tests); the computation takes as long as the blocking communication. Samples of
/// the modes are interleaved, so that disturbances affect all alike. Collective. Throws std::runtime_error if a message
/// is wrong.
[[nodiscard]] std::vector<OverlapRow> measure_overlap(const OverlapCase& what, const OverlapPlan& plan,
                                                      const Communicator& ranks);

/// Why the MPI library cannot do a pattern, or nothing. Collective; the same on all ranks.
[[nodiscard]] std::string objection_to(PatternKind kind, const Communicator& ranks);

/// All patterns, numbers of ranks and sizes of the plan. Collective. Throws a SetupError on all ranks for an impossible
/// pattern, unless these are to be left out.
[[nodiscard]] std::vector<OverlapRow> measure_overlaps(const OverlapPlan& plan, const Communicator& ranks);

/// Whether overlap pays here, and with which kind of progress, in words.
[[nodiscard]] std::string overlap_verdict(const std::vector<OverlapRow>& rows);

}  // namespace minikrylov
