// Measures how much of a communication a computation hides, after Krasnopolsky 2019, appendix C.
#pragma once
#include <vector>

#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// What is measured.
struct OverlapPlan {
  std::vector<PatternKind> patterns{};
  std::vector<int> ranks{};             ///< numbers of ranks: the first ones communicate, the others wait
  std::vector<long> bytes{};            ///< of a message, for all patterns
  std::vector<long> allreduce_bytes{};  ///< and for allreduce besides: 8 m k
  std::vector<int> tests{};             ///< numbers of MPI_Test
  int samples = 50;                     ///< of each mode
  double budget = 0.5;                  ///< seconds for one case: large messages get fewer samples, at least 8
};

/// What is communicated.
struct OverlapCase {
  PatternKind kind;
  long bytes;
  int ranks;
};

/// 2, 4, … and all of so many ranks (one, if there is no more): the numbers of ranks that benchmarks go through.
[[nodiscard]] std::vector<int> numbers_of_ranks(int all);

/// Four times that belong together.
struct OverlapTimes {
  double blocking_computing, blocking_communicating;  ///< #1 in equation (24)
  double together;                                    ///< computation and communication of the mode at hand
  double communicating_alone;                         ///< non-blocking, with nothing between start and finish
  double computing_together;                          ///< the computation while messages were on their way
};

/// Equation (24): (T_calc + T_comm - T_calc of #1) / T_comm of #1, neither clamped to 0 nor to 1.
[[nodiscard]] double overlap_overhead(const OverlapTimes& t);
/// IMB-NBC's: 100 max(0, min(1, (t_pure + t_CPU - t_ovrl) / min(t_pure, t_CPU))).
[[nodiscard]] double overlap_by_imb(const OverlapTimes& t);
/// The OSU benchmarks': max(0, 100 - 100 (t_total - t_compute) / t_pure).
[[nodiscard]] double overlap_by_osu(const OverlapTimes& t);

/// One row for each mode (several for mode tests); the computation takes as long as the blocking communication. Samples
/// of all modes take turns, so that what disturbs the machine disturbs all alike. Collective. Throws std::runtime_error
/// if a message comes wrong.
[[nodiscard]] std::vector<OverlapRow> measure_overlap(const OverlapCase& what, const OverlapPlan& plan,
                                                      const Communicator& ranks);

/// All patterns, numbers of ranks and sizes of the plan. Collective.
[[nodiscard]] std::vector<OverlapRow> measure_overlaps(const OverlapPlan& plan, const Communicator& ranks);

/// What the rows say, in words: does it pay here, and with which progress.
[[nodiscard]] std::string overlap_verdict(const std::vector<OverlapRow>& rows);

}  // namespace minikrylov
