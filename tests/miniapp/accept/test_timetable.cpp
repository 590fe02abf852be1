// The time of an acceptance run, on machines whose clock is moved by what they compute.
#include "miniapp/accept/timetable.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <functional>
#include <vector>

namespace minikrylov {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/// A machine on which an iteration takes some seconds in the trial, and some times as many at a later moment.
struct FakeMachine {
  double seconds_per_iteration;
  double around = 0;  ///< seconds of triads and set-up, per set
  std::function<double(double now)> times_as_slow = [](double) { return 1.0; };
};

struct TimeTaken {
  double seconds = 0;
  std::vector<int> iterations;  ///< of a solve of each set
};

constexpr int set_count = 8, until_convergence = 300;

/// Sets one after another: half of what surrounds solves, the recorded solve, then at least three timed ones, and more
/// while half of another fits into the span.
TimeTaken run_sets_on(const FakeMachine& machine, double asked) {
  Timetable time(asked, set_count);
  TimeTaken ran;
  double& now = ran.seconds;
  for (int set = 0; set < set_count; ++set) {
    const TimedPlan plan = time.begin_set(now, machine.seconds_per_iteration, until_convergence);
    ran.iterations.push_back(plan.iterations.value_or(until_convergence));
    const auto solve = [&] {
      now += ran.iterations.back() * machine.seconds_per_iteration * machine.times_as_slow(now);
    };
    now += machine.around / 2;
    solve();
    const double began = now;
    for (int done = 0; done < 3 || (now - began) * (done + 0.5) / done < plan.span_seconds; ++done) solve();
    now += machine.around / 2;
    time.end_set(now);
  }
  return ran;
}

/// Slower (or faster, below 1) by this factor from a moment on.
std::function<double(double)> slower_from(double moment, double factor) {
  return [=](double now) { return now < moment ? 1.0 : factor; };
}

}  // namespace

TEST_CASE("a set has its share of the time, less the recorded solve and what surrounded the last set", "[accept]") {
  Timetable time(80, 2);
  const TimedPlan first = time.begin_set(0, 0.01, 5000);  // 40 s: a fifth of them for each of four solves
  CHECK(first.iterations == 800);
  CHECK_THAT(first.span_seconds, WithinAbs(40 - 8, 1e-9));
  time.end_set(45);                                       // 5 s around its solves
  const TimedPlan last = time.begin_set(45, 0.01, 5000);  // 35 s are left
  CHECK(last.iterations == 700);
  CHECK_THAT(last.span_seconds, WithinAbs(35 - 7 - 5, 1e-9));
}

TEST_CASE("solves are whole where four of them and a fifth of the time fit", "[accept]") {
  const auto iterations = [](int whole) { return Timetable(10, 1).begin_set(0, 0.01, whole).iterations; };
  CHECK_FALSE(iterations(199).has_value());
  CHECK_FALSE(iterations(200).has_value());
  CHECK(iterations(201) == 200);
}

TEST_CASE("sets take at least two iterations when no time is left, one where a solve has no more", "[accept]") {
  CHECK(Timetable(10, 1).begin_set(11, 0.01, 300).iterations == 2);
  CHECK(Timetable(10, 1).begin_set(11, 0.01, 1).iterations == 1);
  CHECK(Timetable(10, 1).begin_set(11, 0.01, 300).span_seconds > 0);
}

TEST_CASE("time asked is time taken within 10 % on fast and on slow machines", "[accept]") {
  for (const double asked : {60.0, 600.0, 7200.0}) {
    const TimeTaken fast = run_sets_on({1e-4, 0.02 * asked / set_count}, asked),
                    slow = run_sets_on({1e-3 * asked, 0.05 * asked / set_count}, asked);
    INFO("asked " << asked << " s, fast " << fast.seconds << " s, slow " << slow.seconds << " s");
    CHECK_THAT(fast.seconds, WithinRel(asked, 0.1));
    CHECK(fast.iterations == std::vector<int>(set_count, until_convergence));
    CHECK_THAT(slow.seconds, WithinRel(asked, 0.1));
    for (const int iterations : slow.iterations) CHECK((iterations > 2 && iterations < until_convergence));
  }
}

TEST_CASE("a machine that becomes slower or faster midway still takes the time asked within 10 %", "[accept]") {
  constexpr double asked = 600;
  for (const double factor : {0.25, 0.5, 2.0, 4.0})
    for (const double seconds_per_iteration : {1e-4, 0.05, 0.1}) {
      const TimeTaken ran =
          run_sets_on({seconds_per_iteration, 0.05 * asked / set_count, slower_from(asked / 2, factor)}, asked);
      INFO(seconds_per_iteration << " s per iteration, " << factor << " times as slow, took " << ran.seconds << " s");
      CHECK_THAT(ran.seconds, WithinRel(asked, 0.1));
    }
}

TEST_CASE("what surrounds solves is known after the first set", "[accept]") {
  constexpr double asked = 600;
  CHECK_THAT(run_sets_on({1e-3, 0.3 * asked / set_count}, asked).seconds, WithinRel(asked, 0.1));
}

TEST_CASE("a machine too slow for the time takes more, with the fewest iterations", "[accept]") {
  const TimeTaken ran = run_sets_on({10}, 60);
  CHECK(ran.iterations == std::vector<int>(set_count, 2));
  CHECK_THAT(ran.seconds, WithinRel(set_count * 4 * 2 * 10.0, 1e-12));
}

}  // namespace minikrylov
