// Cores on which no thread computes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "comm/runtime/cores.hpp"

#ifdef __linux__
#include <sched.h>
#endif

namespace minikrylov {

#ifdef __linux__
namespace {

std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

}  // namespace

TEST_CASE("a thread runs where it is told to, and its parent stays where it was") {
  const std::vector<int> all = allowed_cores();
  std::vector<int> of_thread;
  std::thread([&] {
    run_on({all.back()});
    of_thread = allowed_cores();
  }).join();
  CHECK(of_thread == std::vector{all.back()});
  CHECK(allowed_cores() == all);
  std::thread([&] {
    run_on({});
    of_thread = allowed_cores();
  }).join();
  CHECK(of_thread == all);
}
#endif

TEST_CASE("threads that are not bound leave no core free for certain") {
  // Tests run with OMP_PROC_BIND=false.
  CHECK(cores_without_threads().empty());
}

}  // namespace minikrylov
