// Network and progress options: what is accepted, and what is refused.
#include <fmt/ranges.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

#include "miniapp/parsing/network.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {
namespace {

std::string complaints_of(const std::string& duration) {
  Complaints complaints;
  CHECK_FALSE(parse_duration("--emulate-latency", duration, complaints).has_value());
  return complaints.messages().empty() ? "" : complaints.messages()[0];
}

double seconds_of(const std::string& duration) {
  Complaints complaints;
  const std::optional<double> seconds = parse_duration("--emulate-latency", duration, complaints);
  CHECK(complaints.messages().empty());
  return seconds.value_or(-1);
}

using Catch::Matchers::ContainsSubstring;

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-12 * b; }

}  // namespace

TEST_CASE("times need units") {
  CHECK(is_near(seconds_of("50us"), 50e-6));
  CHECK(is_near(seconds_of("1.5ms"), 1.5e-3));
  CHECK(is_near(seconds_of("20ns"), 20e-9));
  CHECK(is_near(seconds_of("2s"), 2));
  CHECK(seconds_of("0") == 0);
  for (const char* word : {"50", "us", "", "-1us", "50 min", "5usec"}) {
    INFO(word);
    CHECK(complaints_of(word).starts_with("--emulate-latency"));
  }
}

TEST_CASE("noise options are parsed") {
  Complaints complaints;
  const NoiseOptions none = parse_noise("none", complaints), random = parse_noise("exponential:20us", complaints),
                     periodic = parse_noise("periodic:100us:50", complaints);
  CHECK(none.kind == NoiseKind::none);
  CHECK((random.kind == NoiseKind::exponential && is_near(random.delay, 20e-6)));
  CHECK((periodic.kind == NoiseKind::periodic && is_near(periodic.delay, 100e-6) && periodic.period == 50));
  CHECK(complaints.messages().empty());
  for (const char* word :
       {"exponential", "exponential:20", "periodic:1us", "periodic:1us:0", "white:1us", "none:1us", ""}) {
    INFO(word);
    Complaints some;
    static_cast<void>(parse_noise(word, some));
    CHECK_FALSE(some.messages().empty());
  }
}

TEST_CASE("the network of a job") {
  const SolveOptions job = solve({"--emulate-latency", "50us", "--emulate-bandwidth", "10GB/s", "--emulate-noise",
                                  "exponential:1us", "--noise-seed", "9", "--reduction", "nonblocking"});
  CHECK(is_near(job.network.network.latency, 50e-6));
  CHECK(is_near(job.network.network.bandwidth, 10e9));
  CHECK(job.network.noise.seed == 9);
  const SolveOptions plain = solve({"solve"});
  CHECK(plain.network.network.seconds(1e9) == 0);
  CHECK(plain.network.progress.kind == ProgressKind::none);
}

TEST_CASE("kernels of a host poll as often as asked, those of a device cannot") {
  const auto words = {"--progress", "manual", "--progress-calls", "33", "--reduction", "nonblocking"};
  if (on_host) {
    const SolveOptions job = solve(words);
    CHECK(job.network.progress.kind == ProgressKind::manual);
    CHECK(job.network.progress_calls == 33);
  } else {
    CHECK_THAT(complaint_of(words), Catch::Matchers::ContainsSubstring("--progress manual has no effect"));
  }
}

namespace {

/// The simulated cluster and its rate, or the complaints, where the ranks are simulated.
std::string simulated(const std::vector<const char*>& words) {
  Surroundings surroundings{methods, 4, 1e12};
  surroundings.simulator = "SimGrid";
  try {
    const SolveOptions job = std::get<SolveOptions>(parse_command_line(words, surroundings));
    return fmt::format("{} {}", job.network.simulation.cluster, job.network.simulation.injected_bandwidth.value_or(0));
  } catch (const SetupError& error) {
    return fmt::format("{}", fmt::join(error.messages(), "\n"));
  }
}

}  // namespace

TEST_CASE("simulated ranks have options of their own, and cannot do all that real ones can") {
  const std::vector<const char*> given = {"--injected-bandwidth", "8GB/s", "--simulated-cluster", "here"};
  const std::vector<std::string> complaints = complaints_of(given);
  REQUIRE(complaints.size() == 2);
  for (const std::string& complaint : complaints) CHECK_THAT(complaint, ContainsSubstring("scripts/simulate.py"));
  CHECK_THAT(complaints_of(std::vector{"--injected-bandwidth", "8"}).front(), ContainsSubstring("like 10GB/s"));

  CHECK(simulated(given) == "here 8000000000");
  CHECK_THAT(simulated({"--reduction", "nonblocking"}), ContainsSubstring("linear exchange"));
  CHECK_THAT(simulated({"--overlap", "dynamic"}), ContainsSubstring("use --overlap static"));
  CHECK_THAT(simulated({"--reduction", "point-to-point", "--progress", "thread"}),
             ContainsSubstring("share one thread"));
}

TEST_CASE("simulated ranks poll as often as they are told") {
  if (!on_host) SKIP("a GPU has no manual progress");
  CHECK(simulated({"--reduction", "point-to-point", "--progress", "manual"}) == " 0");
  CHECK_THAT(simulated({"--injected-bandwidth", "8GB/s", "--reduction", "point-to-point", "--progress", "manual"}),
             ContainsSubstring("needs --progress-calls"));
}

TEST_CASE("a progress thread is refused with the library's reason where it is not allowed") {
  Complaints complaints;
  const Surroundings strict{catalogue(), 1, 1e12, "no threads (why) what to do"};
  const char* words[] = {"solve", "--progress", "thread", "--reduction", "nonblocking"};
  CHECK_THROWS_WITH(parse_command_line(words, strict),
                    Catch::Matchers::ContainsSubstring("no threads (why) what to do"));
}

}  // namespace minikrylov
