// Progress: what is polled, how often, and that sums and halos stay right.
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "comm/reduction/emulated.hpp"
#include "comm/reduction/progress.hpp"
#include "kernels/core/threads.hpp"
#include "problems/require.hpp"
#include "tests/comm/everywhere.hpp"

namespace minikrylov {
namespace {

struct Counter final : Pollable {
  std::atomic<int> polls = 0;
  void poll() override { ++polls; }
};

void watch_now(const Progress& progress, Pollable& messages) {
  const auto lock = progress.lock();
  progress.watch(messages);
}

void unwatch_now(const Progress& progress, Pollable& messages) {
  const auto lock = progress.lock();
  progress.unwatch(messages);
}

/// An empty loop over `blocks` blocks.
void run_loop(const Progress& progress, LocalIndex blocks) {
  for_blocks("nothing", 0, blocks, KOKKOS_LAMBDA(LocalIndex){}, progress.hook());
  Exec().fence();
}

}  // namespace

TEST_CASE("manual progress polls at even intervals in each loop over rows, and only while something is in flight") {
  if (!on_host) SKIP("kernels run on a device");
  const int calls = GENERATE(1, 10, 100);
  const Progress manual({ProgressKind::manual, calls});
  Counter counter;
  const LocalIndex blocks = 10000 * host_threads();
  run_loop(manual, blocks);
  CHECK(counter.polls == 0);
  watch_now(manual, counter);
  run_loop(manual, blocks);
  CHECK(counter.polls >= calls);
  CHECK(counter.polls <= calls + 1);
  CHECK(manual.counts().calls == counter.polls);
  unwatch_now(manual, counter);
  unwatch_now(manual, counter);
  const int before = counter.polls;
  run_loop(manual, blocks);
  CHECK(counter.polls == before);
  watch_now(manual, counter);
  run_loop(manual, 2 * host_threads());  // fewer blocks than requested polls: one after each block
  CHECK(counter.polls == before + 2);
  unwatch_now(manual, counter);
}

TEST_CASE("without progress nothing is polled") {
  Counter counter;
  const Progress none;
  watch_now(none, counter);
  run_loop(none, 1000);
  CHECK(counter.polls == 0);
  auto reduction = make_reduction(ReductionKind::nonblocking, Communicator());
  const Reduction* const plain = reduction.get();
  reduction = progressing(std::move(reduction), none);
  CHECK(reduction.get() == plain);
}

TEST_CASE("a progress thread polls while something is in flight, and sleeps otherwise") {
  if (!objection_to_progress_thread().empty()) SKIP("the MPI library does not allow it");
  Counter counter;
  {
    const Progress thread({ProgressKind::thread, 10});
    wait_until(wall_time() + 2e-3);
    CHECK(counter.polls == 0);
    watch_now(thread, counter);
    for (const double began = wall_time(); counter.polls < 100 && wall_time() - began < 30;) std::this_thread::yield();
    CHECK(counter.polls >= 100);
    unwatch_now(thread, counter);
    const int before = counter.polls;
    wait_until(wall_time() + 2e-3);
    CHECK(counter.polls == before);
  }
}

TEST_CASE("sums are right with each kind of progress and of reduction") {
  const ReductionKind kind =
      GENERATE(ReductionKind::blocking, ReductionKind::nonblocking, ReductionKind::point_to_point);
  const ProgressKind progress = GENERATE(ProgressKind::none, ProgressKind::manual, ProgressKind::thread);
  if (progress == ProgressKind::thread && !objection_to_progress_thread().empty()) SKIP("not allowed");
  const Progress moves({progress, 20});
  const auto reduction = progressing(make_reduction(kind, Communicator()), moves);
  const double p = Communicator().size();
  bool right = true;
  for (int i = 0; i < 50; ++i) {
    std::vector<double> a(3, i + Communicator().rank()), b(40, i);
    reduction->start(a, "a");
    run_loop(moves, 500);
    reduction->start(b, "b");
    run_loop(moves, 500);
    reduction->finish();
    run_loop(moves, 500);
    reduction->finish();
    reduction->progress();
    right = right && a == std::vector<double>(3, p * i + p * (p - 1) / 2) && b == std::vector<double>(40, p * i);
  }
  REQUIRE(everywhere(right));
  double forgotten = 1;
  reduction->start({&forgotten, 1}, "forgotten");
}

}  // namespace minikrylov
