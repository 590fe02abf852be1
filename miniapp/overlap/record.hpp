// The results of `minikrylov overlap`: plain data, one row per measurement.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "comm/halo/pattern.hpp"
#include "comm/runtime/preflight.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// How a communication and a computation are combined.
enum class OverlapMode {
  blocking,     ///< one after the other
  nonblocking,  ///< started, computed, finished
  tests,        ///< same, with MPI_Test between parts of the computation
  thread        ///< same, with our progress thread
};

/// One pattern, one number of ranks, one size, one mode. Times are medians over samples, each that of the slowest rank.
struct OverlapRow {
  PatternKind pattern = PatternKind::allreduce;
  int ranks = 1;           ///< communicating ranks; the others wait
  std::int64_t bytes = 0;  ///< per message
  OverlapMode mode = OverlapMode::blocking;
  int tests = 0;  ///< mode tests: number of parts of the computation, each followed by MPI_Test
  std::int64_t samples = 0;
  double seconds = 0, seconds_low = 0, seconds_high = 0;    ///< of both together, and the 99 % interval
  double computing_seconds = 0, communicating_seconds = 0;  ///< of each part; MPI_Test counts as computing
  double gamma = 1;        ///< equation (24) of Krasnopolsky 2019 (0: hidden, 1: as blocking); may lie outside [0, 1]
  double imb_overlap = 0;  ///< percent, as IMB-NBC defines it
  double osu_overlap = 0;  ///< percent, as the OSU benchmarks define it
};

/// One finding about the MPI library, and what it means.
struct PreflightRow {
  std::string check, finding, verdict;
};

/// A fixed quantum of work, repeated on all ranks simultaneously.
struct NoiseRecord {
  double quantum_seconds = 0;  ///< minimum
  double median_seconds = 0, maximum_seconds = 0;
  double lost_share = 0;        ///< share of time not spent on the work: 1 - minimum / mean, of the worst rank
  std::vector<double> seconds;  ///< of each quantum, slowest rank
};

struct OverlapRecord {
  RunRecord run;
  std::vector<PreflightRow> preflight;
  NoiseRecord noise;
  std::vector<OverlapRow> rows;
  std::string verdict;
};

template <> struct Names<PatternKind> {
  static constexpr std::string_view noun = "pattern";
  static constexpr std::array table = {
      Name<PatternKind>{"point-to-point", PatternKind::point_to_point, "MPI_Isend and MPI_Irecv with two neighbours"},
      Name<PatternKind>{"neighbourhood", PatternKind::neighbourhood, "MPI_Ineighbor_alltoall with two neighbours"},
      Name<PatternKind>{"put", PatternKind::put, "MPI_Put to two neighbours, followed by a notification message"},
      Name<PatternKind>{"allreduce", PatternKind::allreduce, "MPI_Iallreduce"},
  };
};

template <> struct Names<OverlapMode> {
  static constexpr std::string_view noun = "mode";
  static constexpr std::array table = {
      Name<OverlapMode>{"blocking", OverlapMode::blocking, "communication, then computation"},
      Name<OverlapMode>{"nonblocking", OverlapMode::nonblocking, "computation between start and finish"},
      Name<OverlapMode>{"tests", OverlapMode::tests, "same, with MPI_Test between parts of the computation"},
      Name<OverlapMode>{"thread", OverlapMode::thread, "same, with minikrylov's progress thread"},
  };
};

}  // namespace minikrylov
