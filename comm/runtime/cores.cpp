// Which hardware threads compute, and which are free.
#include "comm/runtime/cores.hpp"

#include <algorithm>

#include "kernels/core/threads.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace minikrylov {

std::vector<int> cores_without_threads() {
  std::vector<int> free;
#ifdef _OPENMP
  const int places = omp_get_num_places();
  std::vector<char> used(static_cast<std::size_t>(std::max(0, places)), 0);
  bool bound = omp_get_proc_bind() != omp_proc_bind_false;
#pragma omp parallel num_threads(host_threads())
  {
    const int place = omp_get_place_num();
#pragma omp critical
    {
      if (place >= 0 && place < places)
        used[static_cast<std::size_t>(place)] = 1;
      else
        bound = false;
    }
  }
  for (int place = 0; bound && place < places; ++place) {
    if (used[static_cast<std::size_t>(place)] != 0) continue;
    std::vector<int> ids(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, ids.data());
    free.insert(free.end(), ids.begin(), ids.end());
  }
#endif
  return free;
}

void run_on([[maybe_unused]] const std::vector<int>& cores) {
#ifdef __linux__
  if (cores.empty() || *std::max_element(cores.begin(), cores.end()) >= CPU_SETSIZE) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(core, &set);
  static_cast<void>(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
#endif
}

}  // namespace minikrylov
