// Kernels on a clock: which costs it receives, when, and who polls.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "kernels/core/kernel_clock.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov {
namespace {

/// Records its calls; each byte takes a second.
class RecordingClock final : public KernelClock {
 public:
  void kernel_starts(const Cost& cost) override {
    bytes += cost.bytes_read + cost.bytes_written;
    ++kernels;
  }
  void part_done(double share) override { shares.push_back(share); }
  void kernel_ended() override { ++ended; }
  [[nodiscard]] bool injects() const override { return true; }
  [[nodiscard]] double now() const override { return bytes; }

  double bytes = 0;
  int kernels = 0, ended = 0;
  std::vector<double> shares;
};

/// Kernels by their seconds.
struct Seconds final : KernelObserver {
  void kernel_ended(const std::string&, double seconds, const Cost&) override { all.push_back(seconds); }
  std::vector<double> all;
};

/// Counts how often it is polled.
struct Polled final : Pollable {
  void poll() override { ++times; }
  int times = 0;
};

test::Distributed some_system(const HaloOverlap& overlap) {
  return test::Distributed(make_problem(ProblemKind::poisson3d_7, {24, 24, 48}), {}, overlap);
}

TrafficCounters solve_by(ProgressHook& hook, const test::Distributed& distributed, KernelObserver* observer = nullptr) {
  const System& system = distributed.system();
  const Identity M;
  const Communicator ranks;
  const RightHandSides sides = make_right_hand_sides(system, distributed.A(), 1);
  VectorPool pool;
  MethodRun run{.row = *find_method("cg"),
                .A = distributed.A(),
                .M = M,
                .system = {sides.b, make_vector("x", system.rows, system.ghosts, 1)},
                .how = {.fuse = Fuse::no, .progress = &hook},
                .rule = {.fixed_iterations = 3, .reference = {1}},
                .parameters = {},
                .pool = pool};
  const auto sum = make_reduction(ReductionKind::blocking, ranks);
  return run_method(run, *sum, {observer, {}}).total;
}

}  // namespace

TEST_CASE("a clock receives each kernel once, with its cost, and observers use its time") {
  RecordingClock clock;
  ProgressHook hook;
  hook.keep_time_by(&clock);
  Seconds seen;
  const TrafficCounters total = solve_by(hook, some_system({}), &seen);
  CHECK(clock.kernels == clock.ended);
  CHECK(clock.kernels == total.launches + total.products);
  CHECK(clock.shares.empty());
  double sum = 0;
  for (const double seconds : seen.all) sum += seconds;
  CHECK(static_cast<int>(seen.all.size()) == clock.kernels);
  CHECK(sum == Catch::Approx(clock.bytes));
}

TEST_CASE("the interior of a product takes its share of the time while ghosts are on their way") {
  RecordingClock clock;
  ProgressHook hook;
  hook.keep_time_by(&clock);
  const test::Distributed distributed = some_system({.mode = Overlap::fixed});
  const TrafficCounters total = solve_by(hook, distributed);
  const bool hides = on_host && distributed.A().hidden_rows(1) > 0;
  if (on_host && Communicator().size() == 2) REQUIRE(hides);
  CHECK(static_cast<long>(clock.shares.size()) == (hides ? total.products : 0));
  for (const double share : clock.shares) CHECK((share > 0 && share < 1));
}

TEST_CASE("loops leave polling to a clock that injects time") {
  RecordingClock clock;
  ProgressHook hook;
  Polled messages;
  hook.begin(messages, 10);
  solve_by(hook, some_system({}));
  CHECK((messages.times > 0) == on_host);
  messages.times = 0;
  hook.keep_time_by(&clock);
  CHECK(hook.polls_per_loop() == 10);
  solve_by(hook, some_system({}));
  CHECK(messages.times == 0);
  hook.poll_now();
  CHECK(messages.times == 1);
  hook.end();
  CHECK(hook.polls_per_loop() == 0);
}

}  // namespace minikrylov
