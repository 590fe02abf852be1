// A long range of addresses over little memory, which repeats.
#pragma once
#include <cstddef>

namespace minikrylov {

/// `length` doubles of which the last `window` written ones are kept: element i shares its memory with the elements a
/// whole number of periods away. Code that walks through a vector and looks back by less than a window thus needs no
/// other indices to work in cache. On Linux pages are mapped repeatedly; elsewhere, or if that fails, all elements have
/// memory of their own. Not initialised: touch it first by the thread that uses it. Host only.
class RingMemory {
 public:
  /// A ring holds so many doubles more than its window, since a register may be stored a little beyond it.
  static constexpr std::size_t slack = 64;

  /// `phase` doubles at the beginning are not used, so that several rings start at different offsets within a page.
  RingMemory(std::size_t length, std::size_t window, std::size_t phase);
  ~RingMemory();
  RingMemory(RingMemory&& other) noexcept;
  RingMemory& operator=(RingMemory&& other) noexcept;
  RingMemory(const RingMemory&) = delete;
  RingMemory& operator=(const RingMemory&) = delete;

  [[nodiscard]] double* data() const { return data_; }
  /// Doubles that have memory.
  [[nodiscard]] std::size_t period() const { return period_; }

 private:
  void* mapped_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  double* data_ = nullptr;
  std::size_t period_ = 0;
};

}  // namespace minikrylov
