// Huge pages by madvise() on Linux.
#include "kernels/core/huge_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace minikrylov {

void prefer_huge_pages(void* data, std::size_t bytes) {
#ifdef MADV_HUGEPAGE  // other systems decide for themselves
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto from = reinterpret_cast<std::uintptr_t>(data);
  const auto begin = (from + page - 1) / page * page, end = (from + bytes) / page * page;
  if (begin < end) static_cast<void>(madvise(static_cast<char*>(data) + (begin - from), end - begin, MADV_HUGEPAGE));
#else
  static_cast<void>(data), static_cast<void>(bytes);
#endif
}

}  // namespace minikrylov
