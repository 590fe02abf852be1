// Which hardware threads compute, and which are free.
#pragma once
#include <vector>

namespace minikrylov {

/// Hardware threads of this rank's OpenMP places on which no computing thread is bound: those that are free for
/// messages (--reserve-cores). Empty if threads are not bound, or all places are in use.
[[nodiscard]] std::vector<int> cores_without_threads();

/// Lets the calling thread run on these hardware threads only; a thread inherits the place of the one that started it,
/// with which it would otherwise compete. Does nothing if there are none, or on other systems than Linux.
void run_on(const std::vector<int>& cores);

}  // namespace minikrylov
