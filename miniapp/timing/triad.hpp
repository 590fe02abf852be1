// The memory bandwidth of all ranks together.
#pragma once
#include <algorithm>
#include <optional>

#include "comm/runtime/communicator.hpp"
#include "kernels/measure/bandwidth.hpp"

namespace minikrylov {

/// Measures the triad, and reads alone, on all ranks simultaneously. All members are collective. Arrays are allocated
/// on first use, since that alone takes longer than the solves of a small system.
class CommonTriad {
 public:
  /// `elements` are divided among the ranks, as they may share a memory. `described`: bytes per second of all ranks of
  /// a described machine, used instead of a measurement.
  explicit CommonTriad(const Communicator& ranks, Offset elements = bandwidth_elements,
                       std::optional<double> described = {})
      : ranks_(ranks), elements_(std::max(Offset{1}, elements / ranks.size())), described_(described) {}

  [[nodiscard]] std::optional<double> described() const { return described_; }
  /// Bytes that all ranks move in a sample.
  [[nodiscard]] double bytes() const { return 24 * static_cast<double>(elements_) * ranks_.size(); }
  /// Bytes per second until the last rank is done, counting 24 per element. The rates of ranks that share a processor
  /// add up to more, since each of them also has it for itself.
  [[nodiscard]] double sample() const { return described_ ? *described_ : measured(&BandwidthMeter::triad, 24); }
  /// The same of a dot product, which only reads: 16 per element. Measured in any case.
  [[nodiscard]] double sample_reads() const { return measured(&BandwidthMeter::dot, 16); }
  /// The same of an update in place: 24 per element. Measured in any case.
  [[nodiscard]] double sample_updates() const { return measured(&BandwidthMeter::update, 24); }
  /// The best of a few.
  [[nodiscard]] double best() const {
    double best = 0;
    for (int k = 0; k < 5; ++k) best = std::max(best, sample());
    return best;
  }

 private:
  [[nodiscard]] double measured(double (BandwidthMeter::*kernel)() const, double bytes_per_element) const {
    if (!meter_) meter_.emplace(elements_);
    ranks_.barrier();
    const double began = wall_time();
    const double own = ((*meter_).*kernel)();
    if (ranks_.size() == 1) return own;
    ranks_.barrier();
    const double seconds = ranks_.reduce(wall_time() - began, ReduceBy::maximum);
    return bytes_per_element * static_cast<double>(elements_) * ranks_.size() / seconds;
  }

  const Communicator& ranks_;
  Offset elements_;
  std::optional<double> described_;
  mutable std::optional<BandwidthMeter> meter_;
};

}  // namespace minikrylov
