// The comparison of methods in the printed report.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/report/comparison.hpp"
#include "miniapp/report/report.hpp"
#include "tests/miniapp/sample_record.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

}  // namespace

TEST_CASE("too few samples for an interval are reported") {
  Record record = sample_record();
  record.solves[0].iteration_seconds = {2, {1, 2, 3, 4}};
  CHECK_THAT(report_comparison(record), ContainsSubstring("too few"));
}

TEST_CASE("methods are compared with their classical method, with exposed and hidden sums") {
  Record record = sample_record();
  record.solves.push_back(sample_solve("pipecg"));
  for (double& t : record.solves[2].iteration_seconds.values) t *= 1.5;
  const std::string text = report_comparison(record);
  CHECK_THAT(line_with(text, "pcg + jacobi"),
             ContainsSubstring(" 1.00 ") && ContainsSubstring("6.0e-09") && ContainsSubstring("converged"));
  CHECK_THAT(line_with(text, "pipecg + jacobi"), ContainsSubstring(" 1.50 ") && ContainsSubstring("7.50 s"));
  // Of sums that alone take 0.3 s, 0.15 s + 0.05 s were exposed.
  CHECK_THAT(line_with(text, "pipecg + jacobi"), ContainsSubstring("33.3 ms (33 %)"));
  record.solves[0].ranks = 1;  // nothing to wait for, unless a network is emulated
  record.run.emulated_latency = record.run.emulated_bandwidth = std::nullopt;
  CHECK_THAT(line_with(report_comparison(record), "pcg + jacobi"), !ContainsSubstring("33 %"));
}

TEST_CASE("the table has exposed and hidden times of sums, and marks emulated networks") {
  Record record = sample_record();
  std::string text = report_comparison(record);
  CHECK_THAT(line_with(text, "pcg + jacobi"), ContainsSubstring("66.7 ms") && ContainsSubstring("33.3 ms (33 %)"));
  CHECK_THAT(text, ContainsSubstring("EMULATED: these are times on an emulated network") &&
                       ContainsSubstring("SIMULATED: these are times on a simulated cluster"));
  CHECK_THAT(report_stages(record), ContainsSubstring("EMULATED") && ContainsSubstring("emulated latency 50.0 µs") &&
                                        ContainsSubstring("emulated bandwidth 10.0 GB/s") &&
                                        ContainsSubstring("simulated SimGrid 3.32; cluster: 4 nodes"));
  CHECK_THAT(report_solve(record.solves[0]), ContainsSubstring("manual progress: 11 MPI calls per iteration"));
  record.run.emulated_latency = record.run.emulated_bandwidth = record.run.emulated_noise = std::nullopt;
  record.solves[0].reductions[0].finish_seconds = 0.3;  // longer than alone
  text = report_comparison(record);
  CHECK_THAT(line_with(text, "pcg + jacobi"), ContainsSubstring("-50.0 ms (-50 %)"));
  record.solves[0].reductions[0].finish_seconds = 3;  // ranks wait for one another
  CHECK_THAT(line_with(report_comparison(record), "pcg + jacobi"), ContainsSubstring(" -950 ms  "));
  CHECK_THAT(text + report_stages(record), !ContainsSubstring("EMULATED"));
}

TEST_CASE("at equal accuracy the table has the time to reach it and the attainable accuracy") {
  Record record = sample_record();
  for (SolveRecord& s : record.solves) {
    s.accuracy = 1e-9;
    s.attainable_accuracy = 2e-12;
  }
  record.solves[1].attainable_accuracy = 3e-8;
  const std::string text = report_comparison(record);
  CHECK_THAT(text, ContainsSubstring("until ‖b - A x‖ ≤ 1.0e-09 ‖b‖"));
  CHECK_THAT(line_with(text, "pcg + jacobi"), ContainsSubstring("2.0e-12") && ContainsSubstring("reached"));
  CHECK_THAT(line_with(text, "pbicgstab + jacobi"), ContainsSubstring("3.0e-08") && ContainsSubstring("out of reach"));
}

TEST_CASE("the fastest accepted solve is named with the main reason") {
  Record record = sample_record();
  CHECK(report_winner({record.run, record.problem, record.matrix, {record.solves[0]}}).empty());
  SolveRecord& other = record.solves[1];
  other.solve_seconds = {0.4, 0.5, 0.6};
  other.iterations = 5;
  CHECK_THAT(report_winner(record),
             ContainsSubstring("pcg + jacobi was fastest with 200 ms: 2.50 times as fast as "
                               "pbicgstab + jacobi, mainly because it needs 3 iterations instead of 5"));
  other.iterations = 3;
  other.predicted_seconds_per_iteration = 0.5;
  other.working_set_level = MemoryLevel::third;
  CHECK_THAT(report_winner(record), ContainsSubstring("less data: 250 ms instead of 500 ms at the bandwidth of L3"));
  other.predicted_seconds_per_iteration = 0.25;
  other.reductions[0].start_seconds = 0.45;
  CHECK_THAT(report_winner(record), ContainsSubstring("sums over ranks take less time: 200 ms instead of 500 ms"));
  record.solves[0].objections = {"wrong"};
  CHECK(report_winner(record).empty());
}

}  // namespace minikrylov
