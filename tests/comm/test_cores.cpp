// Cores on which no thread computes.
#include <algorithm>
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "comm/reduction/progress.hpp"
#include "comm/runtime/cores.hpp"
#include "kernels/core/types.hpp"

#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif

namespace minikrylov {

#ifdef __linux__
namespace {

/// Those of this thread, or of another process.
std::vector<int> allowed_cores(pid_t process = 0) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(process, sizeof set, &set);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

/// Learns where the thread runs that polls it.
struct Whereabouts final : Pollable {
  std::vector<int> cores;
  std::atomic<bool> known = false;
  void poll() override {
    if (known) return;
    cores = allowed_cores();
    known = true;
  }
};

/// Only OpenMP binds threads.
bool is_bound() {
  if (std::string_view(Kokkos::DefaultHostExecutionSpace::name()) != "OpenMP") return false;
  const char* const bind = std::getenv("OMP_PROC_BIND");
  return bind != nullptr && std::string_view(bind) != "false";
}

}  // namespace

// Also run with bound threads, and a core to spare: comm.bound.
TEST_CASE("a progress thread runs on the cores on which no thread computes, or anywhere if there is none", "[bound]") {
  if (!objection_to_progress_thread().empty()) SKIP(objection_to_progress_thread());
  const std::vector<int> own = allowed_cores(), free = cores_without_threads();
  if (is_bound() && allowed_cores(getppid()).size() > 1) {
    REQUIRE(!free.empty());
    CHECK(std::find_first_of(free.begin(), free.end(), own.begin(), own.end()) == free.end());
  }
  const Progress progress({ProgressKind::thread});
  Whereabouts messages;
  {
    const auto lock = progress.lock();
    progress.watch(messages);
  }
  while (!messages.known) std::this_thread::yield();
  {
    const auto lock = progress.lock();
    progress.unwatch(messages);
  }
  CHECK(messages.cores == (free.empty() ? own : free));
}

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
  // Tests run with OMP_PROC_BIND=false, but for one.
  CHECK(cores_without_threads().empty());
}

}  // namespace minikrylov
