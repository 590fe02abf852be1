// Ranks that leave barriers late, by MPI's profiling interface, as where processes wait for a processor: their
// timelines have what those of others have.
#include <mpi.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <thread>

#include "miniapp/solve/trace.hpp"

namespace {

/// How many of the next barriers ranks other than 0 leave late.
int& late_barriers() {
  static int count = 0;
  return count;
}

}  // namespace

extern "C" int MPI_Barrier(MPI_Comm world) {
  const int code = PMPI_Barrier(world);
  if (late_barriers() == 0) return code;
  --late_barriers();
  int rank = 0;
  PMPI_Comm_rank(world, &rank);
  if (rank != 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return code;
}

namespace minikrylov {

TEST_CASE("a rank that leaves barriers late records the spans of the others") {
  const Communicator ranks;
  late_barriers() = 8;  // all but the last of those that set time zero, which lies 20 ms ahead then
  Trace trace(ranks);
  late_barriers() = 0;
  trace.judged(0);
  trace.pause();
  trace.kernel_starts();
  trace.kernel_ended("not recorded", 0, {});
  trace.resume(ranks);
  trace.judged(1);
  REQUIRE(trace.spans().size() == 1);
  CHECK(trace.spans()[0].name == "iteration 1");
  CHECK(trace.spans()[0].begin >= 0);
  const std::vector<TimelineRow> timeline = timeline_of(trace, 1, 2, ranks);
  CHECK(static_cast<int>(timeline.size()) == std::min(4, ranks.size()));
  for (const TimelineRow& row : timeline) CHECK(row.name == "iteration 1");
}

}  // namespace minikrylov
