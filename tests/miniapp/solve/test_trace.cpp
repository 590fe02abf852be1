// Traces: two iterations of a solve, and which kernels hide which sums.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/solve/job.hpp"

namespace minikrylov {
namespace {

Record traced_solve(std::string_view method, Detail detail = Detail::off, Fuse fuse = Fuse::yes) {
  const Communicator ranks;
  SolveOptions options;
  options.problem.size = {12, 11, 10};
  options.method.methods = {{method, PreconditionerChoice::jacobi}};
  options.method.reduction = ReductionKind::nonblocking;
  options.method.fuse = fuse;
  options.run = {1, 0, detail, {}};
  options.output.trace = "never written";
  return run_solve_job(options, {}, ranks);
}

std::vector<TimelineRow> of_track(const Record& record, TraceTrack track, int rank = 0) {
  std::vector<TimelineRow> rows = record.solves[0].timeline;
  std::erase_if(rows, [&](const TimelineRow& row) { return row.track != track || row.rank != rank; });
  return rows;
}

bool inside(const TimelineRow& part, const TimelineRow& whole) {
  return part.begin_seconds >= whole.begin_seconds && part.end_seconds <= whole.end_seconds;
}

/// The number of kernels, with formulas beginning with `text`, that ran while a sum was in flight.
int hidden_kernels(const Record& record, std::string_view text) {
  int count = 0;
  for (const TimelineRow& flight : of_track(record, TraceTrack::sum_flight))
    for (const TimelineRow& kernel : of_track(record, TraceTrack::kernel))
      count += kernel.name.starts_with(text) && inside(kernel, flight) ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("a timeline holds two iterations of the first ranks") {
  const Communicator ranks;
  for (const Detail detail : {Detail::off, Detail::on}) {
    const Record record = traced_solve("pcg", detail);
    for (int rank = 0; rank < ranks.size(); ++rank) {
      const auto iterations = of_track(record, TraceTrack::iteration, rank);
      REQUIRE(iterations.size() == 2);
      CHECK(iterations[0].name == "iteration 11");
      CHECK(iterations[1].name == "iteration 12");
      CHECK(iterations[0].end_seconds == iterations[1].begin_seconds);
    }
    CHECK(of_track(record, TraceTrack::iteration)[0].begin_seconds == 0);
    for (const TimelineRow& row : record.solves[0].timeline) CHECK(row.begin_seconds <= row.end_seconds);
  }
}

TEST_CASE("pipelined CG hides its sum behind M and A, CG does not") {
  CHECK(hidden_kernels(traced_solve("pcg"), "q = A p") == 0);
  // Separately, each product is a kernel of its own, whatever the number of threads.
  const Record record = traced_solve("pipecg", Detail::off, Fuse::no);
  CHECK(hidden_kernels(record, "n = A m") == 2);
  CHECK(of_track(record, TraceTrack::sum_flight).size() == 2);
  CHECK(of_track(record, TraceTrack::sum_start).size() == 2);
  CHECK(of_track(record, TraceTrack::sum_wait).size() == 2);
}

TEST_CASE("a halo exchange is part of its product") {
  if (Communicator().size() == 1) SKIP("one rank has no halo");
  const Record record = traced_solve("pcg");
  const auto flights = of_track(record, TraceTrack::halo_flight), waits = of_track(record, TraceTrack::halo_wait);
  const auto kernels = of_track(record, TraceTrack::kernel);
  REQUIRE(flights.size() == 2);
  REQUIRE(waits.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(inside(waits[k], flights[k]));
    CHECK(std::any_of(kernels.begin(), kernels.end(), [&](const TimelineRow& kernel) {
      return kernel.name.find("= A ") != std::string::npos && inside(flights[k], kernel);
    }));
  }
}

TEST_CASE("the trace on rank 0 covers all ranks") {
  const Communicator ranks;
  const Record record = traced_solve("pcg");
  if (ranks.rank() != 0) return;
  for (int rank = 0; rank < ranks.size(); ++rank)
    CHECK_THAT(record.trace, Catch::Matchers::ContainsSubstring("rank " + std::to_string(rank)));
  CHECK_THAT(record.trace, Catch::Matchers::ContainsSubstring("\"iteration 20\""));
}

}  // namespace minikrylov
