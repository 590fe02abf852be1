// Ranks that do not get the same sum are found by the pre-flight check.
#include <catch2/catch_test_macros.hpp>

#include "tests/miniapp/overlap/mpi/faulty_library.hpp"
#include "tests/miniapp/overlap/mpi/preflight_row.hpp"

namespace minikrylov {

TEST_CASE("sums that differ between ranks are found by the pre-flight check, on each of them") {
  const Communicator ranks;
  CHECK(test::preflight_row("a sum on all", ranks).finding == "the same bits");
  const test::Faulty library(test::Fault::sums_apart);
  const PreflightRow row = test::preflight_row("a sum on all", ranks);
  CHECK(row.finding == (ranks.size() > 1 ? "other bits by MPI_Allreduce" : "the same bits"));
}

}  // namespace minikrylov
