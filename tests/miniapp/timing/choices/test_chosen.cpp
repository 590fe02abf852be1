// What is chosen by measurement: the same on all ranks, and of what there is to choose from.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "miniapp/timing/choices/chunk_rows.hpp"
#include "miniapp/timing/choices/progress_calls.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {

TEST_CASE("the measured chunk size is one that can be used, the same on all ranks", "[overlap]") {
  const Communicator ranks;
  if (!on_host) SKIP("a device has no row blocks");
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {20, 20, 40}),
                                {.ordering = OrderingChoice::interior_first});
  for (const int width : {1, 16}) {
    const LocalIndex rows = fastest_chunk_rows(distributed.system(), Overlap::guided, width, ranks);
    CHECK(rows == chunk_of(rows, width, 1).rows());
    CHECK(ranks.reduce(rows, ReduceBy::maximum) == rows);
    CHECK(ranks.reduce(rows, ReduceBy::minimum) == rows);
  }
}

TEST_CASE("the number of progress calls is given or measured, the same on all ranks") {
  const Communicator ranks;
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {20, 20, 40}), {});
  const auto chosen = [&](const NetworkOptions& options, ReductionKind kind) {
    return chosen_progress(options, kind, distributed.A(), distributed.system(), ranks).calls_per_loop;
  };
  NetworkOptions options;
  options.progress.kind = ProgressKind::manual;
  for (const ReductionKind kind : {ReductionKind::nonblocking, ReductionKind::embedded}) {
    const int calls = chosen(options, kind);
    CHECK(std::set{1, 3, 10, 30, 100}.contains(calls));
    CHECK(ranks.reduce(calls, ReduceBy::maximum) == calls);
    CHECK(ranks.reduce(calls, ReduceBy::minimum) == calls);
  }
  options.progress_calls = 33;
  CHECK(chosen(options, ReductionKind::nonblocking) == 33);
}

}  // namespace minikrylov::test
