// Profiles of kernels: calls, seconds, bytes and operations per label.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace minikrylov {

/// Data movement and arithmetic of one kernel call.
struct Cost {
  double bytes_read = 0, bytes_written = 0, flops = 0;

  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.bytes_read + b.bytes_read, a.bytes_written + b.bytes_written, a.flops + b.flops};
  }
};

/// A kernel, or a kind of operation, summed over its calls.
struct ProfileEntry {
  long calls = 0;
  double seconds = 0;
  Cost cost;

  void add(double call_seconds, const Cost& call_cost) {
    ++calls;
    seconds += call_seconds;
    cost = cost + call_cost;
  }
};

/// Observes each kernel of a recorded solve, right before it starts and right after it ends.
class KernelObserver {
 public:
  virtual ~KernelObserver() = default;
  /// Called before kernel_starts() if the kernel's label names only what it updates, with its formulas.
  virtual void kernel_spelt_out(const std::vector<std::string>& /*formulas*/) {}
  virtual void kernel_starts() {}
  /// `label`: the formula computed by the kernel.
  virtual void kernel_ended(const std::string& label, double seconds, const Cost& cost) = 0;
};

/// Sums per label.
class Profile final : public KernelObserver {
 public:
  void kernel_ended(const std::string& label, double seconds, const Cost& cost) override {
    entries_[label].add(seconds, cost);
  }
  [[nodiscard]] const std::map<std::string, ProfileEntry>& entries() const { return entries_; }

 private:
  std::map<std::string, ProfileEntry> entries_;
};

/// Vectors moved and operators applied, counted while a method runs.
struct TrafficCounters {
  /// By fused kernels and fused sums, excluding A and M themselves; one less for each product that finds x in cache.
  long vectors_read = 0, vectors_written = 0;
  long vectors_filled = 0;               ///< of those written, vectors that the kernel does not read, but fetches
  long launches = 0;                     ///< fused kernels
  long products = 0, preconditions = 0;  ///< applications of A and of M
  long transposed_products = 0;          ///< applications of Aᵀ
  long products_fused = 0;               ///< of these products, those with statements fused to them
  long cuts = 0;                         ///< lists cut in two, as in the paper

  friend TrafficCounters operator-(const TrafficCounters& a, const TrafficCounters& b) {
    return {.vectors_read = a.vectors_read - b.vectors_read,
            .vectors_written = a.vectors_written - b.vectors_written,
            .vectors_filled = a.vectors_filled - b.vectors_filled,
            .launches = a.launches - b.launches,
            .products = a.products - b.products,
            .preconditions = a.preconditions - b.preconditions,
            .transposed_products = a.transposed_products - b.transposed_products,
            .products_fused = a.products_fused - b.products_fused,
            .cuts = a.cuts - b.cuts};
  }
};

}  // namespace minikrylov
