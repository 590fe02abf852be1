// The rules of the acceptance run: figure of merit, verdict, report.
#include <fmt/ranges.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>

#include "miniapp/accept/job.hpp"
#include "miniapp/accept/verdict.hpp"
#include "tests/miniapp/accept/good_run.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

/// The only reason why `record` is not valid.
std::string objection_to(const AcceptRecord& record) {
  const std::vector<std::string> reasons = objections_to(record);
  CAPTURE(reasons);
  CHECK(reasons.size() == 1);
  return reasons.empty() ? "" : reasons.front();
}

}  // namespace

TEST_CASE("figure of merit: geometric means of bytes and unknowns a second", "[accept]") {
  CHECK_THAT(geometric_mean(std::vector{2.0, 8.0}), WithinRel(4.0, 1e-14));
  CHECK_THAT(geometric_mean(std::vector{1e300, 1e300, 1e300}), WithinRel(1e300, 1e-12));  // the product overflows
  CHECK(geometric_mean(std::vector<double>{}) == 0);
  CHECK(geometric_mean(std::vector{2.0, 0.0}) == 0);
  CHECK(geometric_mean(std::vector{2.0, std::numeric_limits<double>::quiet_NaN()}) == 0);

  // 10 iterations of 3 s at 200 bytes/s: 6000 bytes. The medians are 2 s and 1 s; 2000 unknowns.
  // A solve that was timed for a fifth of its iterations takes five times as long.
  constexpr SystemScale large = SystemScale::large;
  const TimedMethod classical = method_of("pcg", 10, 2), variant = method_of("pipecg", 50, 1, 10);
  const PartRow faster = part_row("a", large, classical, variant);
  CHECK(faster.variant.timed_iterations == 10);
  CHECK(faster.variant.iterations == 50);
  CHECK(faster.bytes == 6000);
  CHECK(faster.seconds == 1);
  CHECK(faster.bytes_per_second == 6000);  // of the classical method: the variant's own bytes do not count
  CHECK(faster.unknowns_per_second == 2000);
  const PartRow slower = part_row("b", large, variant, classical);
  CHECK(slower.seconds == 1);
  CHECK(slower.bytes_per_second == 30000);
  TimedMethod wrong = variant;
  wrong.full.objections = {"it did not converge"};
  const PartRow refused = part_row("c", large, classical, wrong);
  CHECK(refused.seconds == 2);
  CHECK(refused.bytes_per_second == 3000);
  CHECK(refused.unknowns_per_second == 1000);

  const Merit merit = figure_of_merit(std::vector{faster, refused, faster});
  CHECK_THAT(merit.bytes_per_second, WithinRel(std::cbrt(6000.0 * 6000.0 * 3000.0), 1e-14));
  CHECK_THAT(merit.unknowns_per_second, WithinRel(std::cbrt(2000.0 * 2000.0 * 1000.0), 1e-14));
}

TEST_CASE("a run by the rules is valid, and nothing else is", "[accept]") {
  AcceptRecord run = good_run();
  CHECK(objections_to(run).empty());
  run.bytes_per_second = 12.345e9;
  CHECK(result_line(run) == "miniKrylov result is VALID, FOM 12.35 GB/s");

  const auto spoilt = [](auto spoil) {
    AcceptRecord record = good_run();
    spoil(record);
    return objection_to(record);
  };
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.emulated_latency = 1e-6; }), ContainsSubstring("emulated latency"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.emulated_bandwidth = 1e9; }), ContainsSubstring("emulated bandwidth"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.emulated_noise = 1e-6; }), ContainsSubstring("emulated noise"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.device += emulated_device; }), ContainsSubstring("emulated device"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.simulated = "SimGrid"; }), ContainsSubstring("simulated ranks"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.fixed_iterations = 20; }), ContainsSubstring("fewer iterations"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.build_type = "Debug"; }), ContainsSubstring("debug build"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.build_type = ""; }), ContainsSubstring("debug build"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.compiler_flags += " -fsanitize=address"; }),
             ContainsSubstring("debug build"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.run.kokkos_configuration = "  KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK: yes\n"; }),
             ContainsSubstring("debug build"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.size = 64; }), ContainsSubstring("other size"));
  CHECK_THAT(spoilt([](AcceptRecord& r) {
               r.systems = {{}, {.compression = Compression::lossless}};
             }),
             ContainsSubstring("compressed matrices (1 of 2)"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.asked_seconds = 59; }), ContainsSubstring("timed for 59 s (minimum 60 s)"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.timed_seconds = 53; }), ContainsSubstring("timed for 53 s"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.checks[0].result = CheckResult::failed; }), ContainsSubstring("xᵀAy"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.checks.clear(); }), ContainsSubstring("nothing was checked"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.parts[2].classical.objections = {"it did not converge"}; }),
             ContainsSubstring("poisson3d-27-m1, pcg: it did not converge"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.parts.pop_back(); }), ContainsSubstring("9 of 10 parts"));
  CHECK_THAT(spoilt([](AcceptRecord& r) { r.bytes_per_second = 0; }), ContainsSubstring("no figure of merit"));

  // A variant that is wrong does not count, which is no fault of the machine's.
  AcceptRecord variant = good_run();
  variant.parts[1].variant.objections = {"it stagnated"};
  CHECK(objections_to(variant).empty());
  // Nor are sets that end a little early too short.
  variant.timed_seconds = 55;
  CHECK(objections_to(variant).empty());

  // Times that differ from what was asked for or announced are remarked on, and refuse nothing.
  const auto remarks = [](auto change) {
    AcceptRecord record = good_run();
    change(record);
    CHECK(objections_to(record).empty());
    return fmt::format("{}", fmt::join(remarks_on_time(record), "; "));
  };
  CHECK(remarks([](AcceptRecord&) {}).empty());
  CHECK(remarks([](AcceptRecord& r) { r.timed_seconds = 65; }).empty());
  CHECK(remarks([](AcceptRecord& r) { r.timed_seconds = 70; }) == "the timed sets took 70 s (60 s were asked for)");
  CHECK(remarks([](AcceptRecord& r) { r.expected_seconds = 75; }).empty());
  CHECK(remarks([](AcceptRecord& r) { r.expected_seconds = 70; }) == "the run took 110 s (70 s were announced)");
  CHECK(remarks([](AcceptRecord& r) { r.expected_seconds = 180; }) == "the run took 110 s (180 s were announced)");

  AcceptRecord twice = good_run();
  twice.run.emulated_latency = 1;
  twice.run.build_type = "Debug";
  twice.objections = objections_to(twice);
  CHECK(result_line(twice) ==
        "miniKrylov result is INVALID: emulated latency; debug build (its type is \"Debug\", not Release or "
        "RelWithDebInfo)");
}

TEST_CASE("the report has its phases in order and ends with the result", "[accept]") {
  AcceptRecord run = good_run();
  run.phases = {{"header", 1}, {"set-up", 2},     {"validation", 3},
                {"trials", 5}, {"timed sets", 4}, {"closing checks", 6}};
  run.parts[1].scale = SystemScale::in_cache;
  run.signed_by = "Ada Lovelace";
  run.run.environment = {"OMP_NUM_THREADS=2"};
  run.requirements = "reference.toml";
  run.shortfalls = {"figure-of-merit: too little"};
  run.result_line = result_line(run);
  const std::string text = report(run);
  std::size_t at = 0;
  for (const char* heading : {"Header: pre-flight check (1.00 s)", "Set-up (2.00 s)", "Validation (3.00 s)",
                              "Trials (5.00 s)", "Timed sets (4.00 s)", "Figure of merit", "Verdict",
                              "FAIL: figure-of-merit: too little", "Signed off", "Ada Lovelace", "OMP_NUM_THREADS=2"}) {
    const std::size_t found = text.find(heading, at);
    INFO(heading);
    REQUIRE(found != std::string::npos);
    at = found;
  }
  CHECK(text.ends_with("\n" + run.result_line + "\n"));
  CHECK_THAT(text, ContainsSubstring("no matrix is compressed: all rates count the bytes of doubles"));
  run.systems = {{.compression = Compression::tables}};
  CHECK_THAT(report(run), ContainsSubstring("compressed matrices, against the rules: 1") &&
                              !ContainsSubstring("no matrix is compressed"));
  // What lies in caches is compared with no memory.
  const std::size_t row = text.find("poisson3d-7-m16", text.find("Figure of merit\n"));
  const std::string line = text.substr(row, text.find('\n', row) - row);
  CHECK_THAT(line, ContainsSubstring("in-cache") && !ContainsSubstring("%"));
}

}  // namespace minikrylov
