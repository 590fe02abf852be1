// The rules of the acceptance run: figure of merit, thresholds, verdict, sizes, report.
#include <fmt/ranges.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>
#include <sstream>

#include "kernels/core/types.hpp"
#include "miniapp/accept/job.hpp"
#include "miniapp/accept/merit.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/accept/workloads.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

/// A method whose whole solves take these seconds, and were timed three times for `timed` iterations; 200 bytes per
/// second of triad.
TimedMethod method_of(const char* method, int iterations, double seconds, int timed) {
  SolveRecord solve;
  solve.method = method;
  solve.rows = 1000;
  solve.rhs = 2;
  solve.iterations = iterations;
  solve.triad_bytes_per_second = 200;
  solve.bytes_per_iteration = 600;
  TimedMethod both{solve, solve};
  const double share = static_cast<double>(timed) / iterations;
  both.timed.iterations = timed;
  both.timed.solve_seconds = {10 * seconds * share, seconds * share, seconds * share};
  return both;
}

TimedMethod method_of(const char* method, int iterations, double seconds) {
  return method_of(method, iterations, seconds, iterations);
}

/// A record of a run as the rules want it.
AcceptRecord good_run() {
  AcceptRecord record;
  record.run.build_type = "Release";
  record.run.device = "OpenMP";
  record.run.compiler_flags = "-O3 -march=native";
  record.asked_seconds = 60;
  record.timed_seconds = 61;
  record.expected_seconds = 100;
  record.phases = {{"set-up", 30}, {"timed sets", 61}, {"closing checks", 19}};
  record.checks = {{.problem = "poisson3d-7", .check = "xᵀAy = yᵀAx", .finding = "1e-16", .wanted = "at most 1e-12"},
                   {.problem = "poisson3d-fvm",
                    .check = "iterations",
                    .finding = "-",
                    .wanted = "known for one rank",
                    .result = CheckResult::left_out}};
  for (const Part& part : parts_of_merit()) {
    record.parts.push_back(part_row(name_of(part), part.scale, method_of("pcg", 10, 2), method_of("pipecg", 11, 1)));
    record.solves.push_back(method_of("pcg", 10, 2).timed);
    record.solves.push_back(method_of("pipecg", 11, 1).timed);
  }
  const Merit merit = figure_of_merit(record.parts);
  record.bytes_per_second = merit.bytes_per_second;
  record.unknowns_per_second = merit.unknowns_per_second;
  return record;
}

/// The only reason why `record` is not valid.
std::string objection_to(const AcceptRecord& record) {
  const std::vector<std::string> reasons = objections_to(record);
  CAPTURE(reasons);
  CHECK(reasons.size() == 1);
  return reasons.empty() ? "" : reasons.front();
}

Requirements requirements_of(const std::string& text) {
  std::istringstream stream(text);
  return parse_requirements(stream, "reference.toml");
}

std::vector<std::string> complaints_about(const std::string& text) {
  try {
    static_cast<void>(requirements_of(text));
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
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

TEST_CASE("the list: four workloads, one and sixteen right-hand sides, and the limit of strong scaling", "[accept]") {
  std::vector<std::string> names;
  for (const Part& part : parts_of_merit()) names.push_back(name_of(part));
  CHECK(names == std::vector<std::string>{"poisson3d-7-m1", "poisson3d-7-m16", "poisson3d-27-m1", "poisson3d-27-m16",
                                          "elasticity3d-m1", "elasticity3d-m16", "convection-diffusion-m1",
                                          "convection-diffusion-m16", "poisson3d-7-small",
                                          "convection-diffusion-small"});
}

TEST_CASE("the announced time grows with the products as they were measured", "[accept]") {
  const PlannedSizes sizes = same_sizes(20);
  Pace pace{1e10, std::vector<double>(parts_of_merit().size(), 1e-3)};
  const ExpectedSeconds quick = expected_seconds(sizes, 60, pace);
  CHECK(quick.timed == 60);
  CHECK(quick.trials > 30);
  for (double& seconds : pace.product_seconds) seconds = 2e-3;
  const ExpectedSeconds slow = expected_seconds(sizes, 60, pace);
  CHECK(slow.validation == quick.validation);
  CHECK(slow.closing > quick.closing);
  CHECK_THAT(slow.closing - quick.closing, WithinRel(slow.trials - quick.trials, 1e-12));
  // What a phase takes beside the products follows from the bandwidth.
  pace.triad = 1e30;
  CHECK_THAT(expected_seconds(sizes, 60, pace).closing, WithinRel(2 * (slow.closing - quick.closing), 1e-12));
}

TEST_CASE("sizes follow from ranks, caches, time and memory", "[accept]") {
  if (!on_host) SKIP("a GPU has other sizes");
  // 32 MiB of caches: large systems go through 134,217,728 bytes. Per point 7 · 8 + 4 · 8 = 88 bytes (115.1³) and with
  // 16 right-hand sides 568 (61.8³); 27 points: 248 (81.5³), 728 (56.9³); elasticity: 3 · 680 (40.4³), 3 · 1160
  // (33.8³).
  const Resources two{.ranks = 1, .threads = 2, .bytes_per_rank = 1e12, .cache_bytes = 32.0 * (1 << 20), .seconds = 60};
  const PlannedSizes sizes = plan_sizes(two);
  CHECK(sizes.parts == std::vector{116, 64, 84, 60, 44, 36, 116, 64, 16, 16});
  CHECK(sizes.validation == 16);
  CHECK(triad_elements(two) == 5592405);  // times 24 bytes: four times the caches, too
  // Twice the caches on 64 ranks; small: 64,000 points are 40³.
  Resources many = two;
  many.ranks = 64;
  many.cache_bytes *= 2;
  CHECK(plan_sizes(many).parts == std::vector{148, 80, 104, 72, 52, 44, 148, 80, 40, 40});
  // A second is a sixtieth of the time, and of the bytes: 29.4³, 15.8³, 20.8³, 14.5³ …
  Resources hurried = two;
  hurried.seconds = 1;
  CHECK(plan_sizes(hurried).parts == std::vector{32, 16, 24, 16, 16, 16, 32, 16, 16, 16});
  // Where memory is short, all become smaller, down to 16³.
  Resources squeezed = two;
  squeezed.bytes_per_rank = 2 * bytes_needed(sizes, two) * 0.99;
  CHECK(plan_sizes(squeezed).parts[0] < 116);
  CHECK(bytes_needed(plan_sizes(squeezed), two) <= bytes_needed(sizes, two) * 0.99);
  squeezed.bytes_per_rank = 1;
  CHECK(plan_sizes(squeezed).parts == std::vector(10, 16));
  CHECK(same_sizes(12).parts == std::vector(10, 12));
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

TEST_CASE("thresholds: what is required of the figure of merit and of its parts", "[accept]") {
  const Requirements required = requirements_of(
      "# a comment\n[figure-of-merit]\ngigabytes-per-second = 5e-6\nunknowns-per-second = 1999\n"
      "[poisson3d-7-m16]\ngigabytes-per-second = 0.000006\n");
  CHECK(required.merit.bytes_per_second == 5000);
  CHECK(required.merit.unknowns_per_second == 1999);
  CHECK(required.parts.at("poisson3d-7-m16").bytes_per_second == 6e-6 * 1e9);
  CHECK_FALSE(required.parts.at("poisson3d-7-m16").unknowns_per_second.has_value());

  AcceptRecord run = good_run();  // each part: 6000 bytes/s, 2000 unknowns/s
  CHECK(shortfalls_of(run, required).empty());
  CHECK(acceptance_of(run) == Acceptance::accepted);
  run.parts[1].bytes_per_second = 5999;
  run.unknowns_per_second = 1998;
  run.shortfalls = shortfalls_of(run, required);
  REQUIRE(run.shortfalls.size() == 2);
  CHECK_THAT(run.shortfalls[0], ContainsSubstring("figure-of-merit: 1998 unknowns/s, 1999 unknowns/s required"));
  CHECK_THAT(run.shortfalls[1], ContainsSubstring("poisson3d-7-m16"));
  CHECK(acceptance_of(run) == Acceptance::refused);
  run.shortfalls.clear();
  run.objections = {"other size"};
  CHECK(acceptance_of(run) == Acceptance::refused);
  run.parts.clear();
  CHECK(shortfalls_of(run, required).size() == 2);  // a part that was not timed falls short
}

TEST_CASE("a file of thresholds that makes no sense is refused with all complaints", "[accept]") {
  const auto complaints = complaints_about(
      "[figure-of-merits]\ngigabytes-per-second = 1\n[poisson3d-7-m1]\ngigabyte-per-second = 1\n"
      "unknowns-per-second = fast\n[poisson3d-7-small]\ngigabytes-per-second = -1\n");
  REQUIRE(complaints.size() == 4);
  CHECK_THAT(complaints[0], ContainsSubstring("did you mean \"figure-of-merit\"?"));
  CHECK_THAT(complaints[1], ContainsSubstring("did you mean \"gigabytes-per-second\"?"));
  CHECK_THAT(complaints[2], ContainsSubstring("unknowns-per-second of [poisson3d-7-m1] is invalid"));
  CHECK_THAT(complaints[3], ContainsSubstring("[poisson3d-7-small] is invalid"));
  CHECK(complaints_about("gigabytes-per-second = 1\n").size() == 1);
  CHECK(complaints_about("").size() == 1);
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
