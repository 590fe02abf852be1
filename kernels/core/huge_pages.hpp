// Huge pages on request, where the operating system grants them.
#pragma once
#include <cstddef>

namespace minikrylov {

/// Requests huge pages for `bytes` of untouched host memory at `data`. Products and fused kernels that stream through a
/// dozen arrays then have fewer TLB misses (an x86-64 server, its model was not noted: up to a quarter of their time).
/// Advice only; cannot fail.
void prefer_huge_pages(void* data, std::size_t bytes);

}  // namespace minikrylov
