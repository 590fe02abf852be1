// The progress hook in loops on a host.
#include <catch2/catch_test_macros.hpp>

#include "kernels/core/threads.hpp"

using namespace minikrylov;

namespace {

struct CountPolls final : Pollable {
  int polls = 0;
  void poll() override { ++polls; }
};

}  // namespace

TEST_CASE("a loop polls from the launching thread, at even intervals, and only while there is something to poll",
          "[core]") {
  if (!on_host) SKIP("loops on a device do not poll");
  const LocalIndex blocks = 1000 * host_threads();
  ProgressHook hook;
  CountPolls counter;
  const auto run_loop = [&](ProgressHook* progress) {
    counter.polls = 0;
    for_shares(
        "nothing", 0, blocks, [](LocalIndex) {}, progress);
    return counter.polls;
  };
  CHECK(run_loop(&hook) == 0);
  hook.begin(counter, 10);
  CHECK(run_loop(&hook) >= 10);
  CHECK(run_loop(&hook) <= 11);
  CHECK(run_loop(nullptr) == 0);
  hook.end();
  CHECK(run_loop(&hook) == 0);
}
