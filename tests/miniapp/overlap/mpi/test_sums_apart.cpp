// An MPI library whose ranks do not get the same sum, by MPI's profiling interface: found by the pre-flight check.
#include <mpi.h>

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "tests/miniapp/overlap/mpi/preflight_row.hpp"

namespace {

constexpr int spoilt_length = 3;

/// Whether sums of that length have another bit on the last rank.
bool& spoilt() {
  static bool now = false;
  return now;
}

}  // namespace

extern "C" int MPI_Allreduce(const void* terms, void* sums, int count, MPI_Datatype type, MPI_Op op, MPI_Comm world) {
  const int code = PMPI_Allreduce(terms, sums, count, type, op, world);
  if (!spoilt() || count != spoilt_length || type != MPI_DOUBLE || op != MPI_SUM) return code;
  int rank = 0, size = 0;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &size);
  double& last = static_cast<double*>(sums)[count - 1];
  if (size > 1 && rank == size - 1) last = std::nextafter(last, HUGE_VAL);
  return code;
}

namespace minikrylov {

TEST_CASE("sums that differ between ranks are found by the pre-flight check, on each of them") {
  const Communicator ranks;
  CHECK(test::preflight_row("a sum on all", ranks).finding == "the same bits");
  spoilt() = true;
  const PreflightRow row = test::preflight_row("a sum on all", ranks);
  spoilt() = false;
  CHECK(row.finding == (ranks.size() > 1 ? "other bits by MPI_Allreduce" : "the same bits"));
}

}  // namespace minikrylov
