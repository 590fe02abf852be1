// Locked memory: allocated from one range of addresses, which is unlocked as a whole while a kernel runs.
#include "device/emulated/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string_view>

#define KOKKOS_IMPL_PUBLIC_INCLUDE  // Kokkos leaves these two to the sources of each memory space
#include <impl/Kokkos_SharedAlloc.hpp>
#include <impl/Kokkos_SharedAlloc_timpl.hpp>

namespace minikrylov {
namespace {

constexpr std::size_t reserved_bytes = std::size_t{1} << 40;  // addresses, not memory
constexpr std::size_t grain_bytes = 256;
/// Locked and unlocked as a whole, which takes a hundred times as long page by page.
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

class LockedRange {
 public:
  LockedRange() {
    void* const range = mmap(nullptr, reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) throw std::bad_alloc();
    base_ = reinterpret_cast<char*>(rounded_up(reinterpret_cast<std::uintptr_t>(range), huge_page));
#ifdef MADV_HUGEPAGE  // only advice
    static_cast<void>(madvise(base_, usable_bytes, MADV_HUGEPAGE));
#endif
  }

  void* allocate(std::size_t bytes) {
    const std::lock_guard guard(mutex_);
    const std::size_t needed = rounded_up(bytes, grain_bytes);
    for (auto [begin, length] : free_) {
      if (length < needed) continue;
      free_.erase(begin);
      if (length > needed) free_.emplace(begin + needed, length - needed);
      return base_ + begin;
    }
    if (needed > usable_bytes - top_) throw std::bad_alloc();
    top_ += needed;
    if (windows_ > 0) protect(PROT_READ | PROT_WRITE);
    return base_ + top_ - needed;
  }

  void deallocate(void* data, std::size_t bytes) {
    const std::lock_guard guard(mutex_);
    std::size_t begin = static_cast<char*>(data) - base_, length = rounded_up(bytes, grain_bytes);
    const std::size_t first = rounded_up(begin, huge_page), last = (begin + length) / huge_page * huge_page;
    if (first < last) static_cast<void>(madvise(base_ + first, last - first, MADV_DONTNEED));
    auto after = free_.lower_bound(begin);
    if (after != free_.end() && after->first == begin + length) {
      length += after->second;
      after = free_.erase(after);
    }
    if (after != free_.begin() && std::prev(after)->first + std::prev(after)->second == begin) {
      begin = std::prev(after)->first;
      length += std::prev(after)->second;
      free_.erase(std::prev(after));
    }
    free_.emplace(begin, length);
  }

  void unlock() {
    const std::lock_guard guard(mutex_);
    if (windows_++ == 0) protect(PROT_READ | PROT_WRITE);
  }
  void lock() {
    const std::lock_guard guard(mutex_);
    if (--windows_ == 0) protect(PROT_NONE);
  }

  [[nodiscard]] bool holds(const void* address) const { return address >= base_ && address < base_ + usable_bytes; }

 private:
  void protect(int access) {
    if (mprotect(base_, rounded_up(top_, huge_page), access) != 0)
      Kokkos::abort("the memory of the emulated device cannot be locked (mprotect refuses) raise the limits of memory");
  }

  static constexpr std::size_t usable_bytes = reserved_bytes - huge_page;

  char* base_ = nullptr;
  std::mutex mutex_;
  std::size_t top_ = 0;                      ///< from here on nothing has been handed out yet
  std::map<std::size_t, std::size_t> free_;  ///< lengths by begin
  int windows_ = 0;                          ///< kernels and copies that are going on
};

LockedRange& range();

bool runs_on_device(std::uint32_t id) {
  using namespace Kokkos::Tools::Experimental;
  return identifier_from_devid(id).type == DeviceTypeTraits<Kokkos::DefaultExecutionSpace>::id;
}

void kernel_begins(const char* /*name*/, std::uint32_t space, std::uint64_t* on_device) {
  *on_device = runs_on_device(space) ? 1 : 0;
  if (*on_device != 0) range().unlock();
}
void kernel_ended(std::uint64_t on_device) {
  if (on_device != 0) range().lock();
}
void copy_begins(Kokkos_Profiling_SpaceHandle /*to*/, const char*, const void*, Kokkos_Profiling_SpaceHandle /*from*/,
                 const char*, const void*, std::uint64_t) {
  range().unlock();
}
void copy_ended() { range().lock(); }

void watch_kernels() {
  using namespace Kokkos::Tools::Experimental;
  set_begin_parallel_for_callback(kernel_begins);
  set_begin_parallel_reduce_callback(kernel_begins);
  set_begin_parallel_scan_callback(kernel_begins);
  set_end_parallel_for_callback(kernel_ended);
  set_end_parallel_reduce_callback(kernel_ended);
  set_end_parallel_scan_callback(kernel_ended);
  set_begin_deep_copy_callback(copy_begins);
  set_end_deep_copy_callback(copy_ended);
}

struct sigaction action_before;

/// Says what the matter is; what happens then is what would have happened without us.
void explain(int /*signal*/, siginfo_t* fault, void* /*context*/) {
  constexpr std::string_view text =
      "error: the host touched memory of the (emulated) device, which a GPU would not allow. Use Kokkos::deep_copy, or "
      "a kernel\n";
  if (range().holds(fault->si_addr)) static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
  sigaction(SIGSEGV, &action_before, nullptr);  // the access is repeated
}

void explain_faults() {
  struct sigaction action {};
  action.sa_sigaction = explain;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &action_before);
}

/// Lives to the end of the program, as do views in static variables.
LockedRange& range() {
  static LockedRange& only = []() -> LockedRange& {
    watch_kernels();
    explain_faults();
    return *new LockedRange();
  }();
  return only;
}

}  // namespace

void* EmulatedDeviceMemory::allocate(std::size_t bytes) const { return range().allocate(bytes); }

void EmulatedDeviceMemory::deallocate(void* data, std::size_t bytes) const { range().deallocate(data, bytes); }

void copy_unlocked(void* to, const void* from, std::size_t bytes) {
  range().unlock();
  if (bytes > 0) std::memcpy(to, from, bytes);
  range().lock();
}

}  // namespace minikrylov

KOKKOS_IMPL_HOST_INACCESSIBLE_SHARED_ALLOCATION_RECORD_EXPLICIT_INSTANTIATION(minikrylov::EmulatedDeviceMemory);
