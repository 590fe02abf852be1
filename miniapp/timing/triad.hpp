// The memory bandwidth of all ranks together.
#pragma once
#include <algorithm>
#include <optional>

#include "comm/communicator.hpp"
#include "kernels/measure/bandwidth.hpp"

namespace minikrylov {

/// Measures the triad of all ranks at the same moment. Collective, as is all it does. Its arrays are allocated when
/// they are first needed, as that alone takes longer than a small system's solves.
class CommonTriad {
 public:
  /// All ranks share `elements`, as they may share a memory.
  explicit CommonTriad(const Communicator& ranks, Offset elements = bandwidth_elements)
      : ranks_(ranks), elements_(std::max(Offset{1}, elements / ranks.size())) {}

  /// Bytes a second, 24 an element, of all ranks.
  [[nodiscard]] double sample() const {
    if (!meter_) meter_.emplace(elements_);
    ranks_.barrier();
    return ranks_.reduce(meter_->sample(), ReduceBy::sum);
  }
  /// The best of a few.
  [[nodiscard]] double best() const {
    double best = 0;
    for (int k = 0; k < 5; ++k) best = std::max(best, sample());
    return best;
  }

 private:
  const Communicator& ranks_;
  Offset elements_;
  mutable std::optional<TriadMeter> meter_;
};

}  // namespace minikrylov
