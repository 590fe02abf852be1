// The overlap benchmark: its three definitions on made-up times, and completeness of its measurements.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/overlap/measure.hpp"
#include "miniapp/overlap/noise.hpp"
#include "miniapp/overlap/options.hpp"
#include "miniapp/overlap/preflight.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;

OverlapRow row(OverlapMode mode, int tests, double gamma, long bytes = 8) {
  OverlapRow r;
  r.mode = mode;
  r.tests = tests;
  r.gamma = gamma;
  r.bytes = bytes;
  return r;
}

}  // namespace

TEST_CASE("overlap of made-up times: all, nothing, and worse than nothing") {
  // Computation 10, blocking communication 10; the non-blocking communication alone takes 12.
  const OverlapTimes all{10, 10, 10, 12, 10}, nothing{10, 10, 20, 12, 10}, worse{10, 10, 25, 12, 13};
  CHECK_THAT(overlap_overhead(all), WithinAbs(0, 1e-12));
  CHECK_THAT(overlap_overhead(nothing), WithinAbs(1, 1e-12));
  CHECK_THAT(overlap_overhead(worse), WithinAbs(1.5, 1e-12));
  CHECK_THAT(overlap_overhead({10, 10, 9, 12, 9}), WithinAbs(-0.1, 1e-12));  // not clamped
  CHECK_THAT(overlap_by_imb(all), WithinAbs(100, 1e-9));
  CHECK_THAT(overlap_by_imb(nothing), WithinAbs(20, 1e-9));  // (12 + 10 - 20) / 10
  CHECK_THAT(overlap_by_imb(worse), WithinAbs(0, 1e-9));
  CHECK_THAT(overlap_by_osu(all), WithinAbs(100, 1e-9));
  CHECK_THAT(overlap_by_osu(nothing), WithinAbs(100 - 1000.0 / 12, 1e-9));
  CHECK_THAT(overlap_by_osu(worse), WithinAbs(0, 1e-9));
}

TEST_CASE("the verdict names the best kind of progress, or says that none pays") {
  const std::vector<OverlapRow> pays{row(OverlapMode::blocking, 20, 1), row(OverlapMode::nonblocking, 20, 0.98),
                                     row(OverlapMode::tests, 10, 0.4), row(OverlapMode::tests, 100, 0.6)};
  CHECK_THAT(overlap_verdict(pays), ContainsSubstring("pays here") && ContainsSubstring("MPI_Test at 10 points") &&
                                        ContainsSubstring("60 % of the time") && ContainsSubstring("no help γ = 0.98"));
  const std::vector<OverlapRow> not_here{row(OverlapMode::nonblocking, 20, 1.2), row(OverlapMode::thread, 20, 9)};
  CHECK_THAT(overlap_verdict(not_here), ContainsSubstring("does not pay here") && ContainsSubstring("1.20"));
  CHECK(overlap_verdict({}).empty());
  // Messages longer than those of Krylov methods do not count.
  CHECK_THAT(overlap_verdict({row(OverlapMode::nonblocking, 20, 0.1, 1 << 22)}), Catch::Matchers::Equals(""));
}

TEST_CASE("numbers of ranks: powers of two, and all") {
  CHECK(numbers_of_ranks(1) == std::vector{1});
  CHECK(numbers_of_ranks(2) == std::vector{2});
  CHECK(numbers_of_ranks(4) == std::vector{2, 4});
  CHECK(numbers_of_ranks(6) == std::vector{2, 4, 6});
}

TEST_CASE("the verdict covers each number of ranks") {
  std::vector<OverlapRow> rows{row(OverlapMode::nonblocking, 20, 0.3), row(OverlapMode::nonblocking, 20, 1.4)};
  rows[0].ranks = 2;
  rows[1].ranks = 64;
  CHECK_THAT(overlap_verdict(rows), ContainsSubstring("2 ranks: hiding it pays here") &&
                                        ContainsSubstring("64 ranks: hiding it does not pay"));
}

TEST_CASE("every pattern is measured in every mode, with every number of ranks") {
  const Communicator ranks;
  const std::vector<int> numbers{1, ranks.size()};
  OverlapPlan plan{{PatternKind::point_to_point, PatternKind::allreduce}, numbers, {8, 4096}, {24}, {10, 20}, 8, 0.01};
  const std::vector<OverlapRow> rows = measure_overlaps(plan, ranks);
  const std::size_t modes = objection_to_progress_thread().empty() ? 5 : 4;
  REQUIRE(rows.size() == modes * (2 + 3) * numbers.size());
  bool sensible = true;
  for (const OverlapRow& r : rows)
    sensible = sensible && (r.ranks == 1 || r.ranks == ranks.size()) && r.samples >= 8 && r.seconds > 0 &&
               r.seconds_low <= r.seconds && r.seconds <= r.seconds_high && r.communicating_seconds >= 0 &&
               r.imb_overlap >= 0 && r.imb_overlap <= 100;
  CHECK(sensible);
  CHECK(ranks.reduce(rows[1].gamma, ReduceBy::minimum) == ranks.reduce(rows[1].gamma, ReduceBy::maximum));
}

TEST_CASE("the pre-flight check has a verdict on each question") {
  const std::vector<PreflightRow> rows = preflight(Communicator());
  REQUIRE(rows.size() == 13);
  for (const PreflightRow& r : rows) CHECK((!r.finding.empty() && !r.verdict.empty()));
  const std::string text = report_preflight(rows);
  CHECK_THAT(text, ContainsSubstring("in place") && ContainsSubstring("device") && ContainsSubstring("thread level") &&
                       ContainsSubstring("progress without help") && ContainsSubstring("bits of sums") &&
                       ContainsSubstring("a sum on all ranks") && ContainsSubstring("a put of 8 bytes") &&
                       ContainsSubstring("binding of ranks") && ContainsSubstring("threads on hardware threads"));
}

TEST_CASE("simulated ranks are refused, whose sums are those of no library") {
  Complaints of_real, of_simulated;
  static_cast<void>(parse_overlap({}, {.methods = {}, .ranks = 4}, of_real));
  CHECK(of_real.messages().empty());
  static_cast<void>(parse_overlap({}, {.methods = {}, .ranks = 4, .simulator = "SimGrid"}, of_simulated));
  REQUIRE(of_simulated.messages().size() == 1);
  CHECK_THAT(of_simulated.messages().front(), ContainsSubstring("linear exchange"));
}

TEST_CASE("noise: the fastest quantum is not slower than the others") {
  const NoiseRecord noise = measure_noise(50, 20e-6, Communicator());
  CHECK(noise.quantum_seconds > 0);
  CHECK(noise.quantum_seconds <= noise.maximum_seconds);
  CHECK((noise.lost_share >= 0 && noise.lost_share < 1));
  CHECK(noise.seconds.size() == 50);
}

}  // namespace minikrylov
