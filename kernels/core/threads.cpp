// Loops over the threads of a host.
#include "kernels/core/threads.hpp"

namespace minikrylov {

void for_each_thread(const char* label, FunctionRef<void(LocalIndex)> item) {
  using Policy = Kokkos::RangePolicy<HostExec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;
  const auto then_finish = [&item](LocalIndex thread) {
    item(thread);
    finish_streaming();
  };
  Kokkos::parallel_for(label, Policy(0, host_threads(), Kokkos::ChunkSize(1)), then_finish);
}

}  // namespace minikrylov
