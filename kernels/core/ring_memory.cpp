// Memory mapped repeatedly.
#include "kernels/core/ring_memory.hpp"

#include <cstdlib>
#include <new>
#include <utility>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace minikrylov {
namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

#ifdef __linux__

/// Maps the `period` bytes of a new file again and again into `bytes` bytes; null where that is not possible.
void* map_repeatedly(std::size_t bytes, std::size_t period) {
  const int file = memfd_create("ring", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  void* begin = MAP_FAILED;
  if (ftruncate(file, static_cast<off_t>(period)) == 0)
    begin = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  bool mapped = begin != MAP_FAILED;
  for (std::size_t at = 0; mapped && at < bytes; at += period)
    mapped = mmap(static_cast<char*>(begin) + at, period, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) !=
             MAP_FAILED;
  close(file);
  if (mapped) return begin;
  if (begin != MAP_FAILED) munmap(begin, bytes);
  return nullptr;
}

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
void unmap(void* begin, std::size_t bytes) { munmap(begin, bytes); }

#else

void* map_repeatedly(std::size_t, std::size_t) { return nullptr; }
std::size_t page_bytes() { return 4096; }
void unmap(void*, std::size_t) {}

#endif

}  // namespace

RingMemory::RingMemory(std::size_t length, std::size_t window, std::size_t phase) {
  const std::size_t all = (phase + length + slack) * sizeof(double);
  const std::size_t period = rounded_up((window + slack) * sizeof(double), page_bytes());
  if (period < all) {
    mapped_bytes_ = rounded_up(all, period);
    mapped_ = map_repeatedly(mapped_bytes_, period);
    period_ = period / sizeof(double);
  }
  if (mapped_ == nullptr) {
    mapped_bytes_ = 0;
    mapped_ = std::aligned_alloc(page_bytes(), rounded_up(all, page_bytes()));
    if (mapped_ == nullptr) throw std::bad_alloc();
    period_ = length;
  }
  data_ = static_cast<double*>(mapped_) + phase;
}

RingMemory::~RingMemory() {
  if (mapped_bytes_ > 0)
    unmap(mapped_, mapped_bytes_);
  else
    std::free(mapped_);
}

RingMemory::RingMemory(RingMemory&& other) noexcept { *this = std::move(other); }

RingMemory& RingMemory::operator=(RingMemory&& other) noexcept {
  std::swap(mapped_, other.mapped_);
  std::swap(mapped_bytes_, other.mapped_bytes_);
  std::swap(data_, other.data_);
  std::swap(period_, other.period_);
  return *this;
}

}  // namespace minikrylov
