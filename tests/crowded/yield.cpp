// MPICH 4.0 (with UCX, as in Debian 12) waits for messages without ever giving up its processor: with more ranks than
// processors each message then costs a time slice, 4 ms where the kernel ticks 250 times a second. It has no setting
// for this (MPIR_CVAR_POLLS_BEFORE_YIELD is read by its older device only). Preloaded into a program, this library
// sleeps for a moment after some polls of UCX in vain: LD_PRELOAD=…/libyield_when_idle.so. No effect on programs
// without UCX.
#include <dlfcn.h>
#include <time.h>

#include <cstdlib>

/// As in UCX: the number of communications that have progressed.
extern "C" unsigned ucp_worker_progress(void* worker) {
  using Progress = unsigned (*)(void*);
  static const auto progress = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  if (progress == nullptr) std::abort();  // who calls it has it
  constexpr int patience = 20;            // polls in vain; messages between running processes take fewer
  thread_local int in_vain = 0;
  const unsigned progressed = progress(worker);
  in_vain = progressed != 0 ? 0 : in_vain + 1;
  if (in_vain > patience) {
    // Linux makes it some 50 µs. sched_yield() would wait for a slice of every other process that wants to run.
    constexpr timespec moment = {.tv_sec = 0, .tv_nsec = 1000};
    nanosleep(&moment, nullptr);
    in_vain = 0;
  }
  return progressed;
}
