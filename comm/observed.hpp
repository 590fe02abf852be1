// Observers: they do what the observed does, and keep a log of it.
#pragma once
#include <string>

#include "comm/reduction.hpp"

namespace minikrylov {

/// What has passed through a LoggedReduction.
struct ReductionCounts {
  std::int64_t sums = 0;      ///< started
  std::int64_t finished = 0;  ///< equal to sums when none is in flight
  std::int64_t values = 0;    ///< numbers summed, over all sums
  double start_seconds = 0;   ///< spent in start() on this rank
  double finish_seconds = 0;  ///< spent in finish() on this rank
};

/// Passes everything on to another reduction; counts, times, and appends an event to a log that other observers may
/// share, so that what happens between 'S' (start) and 'F' (finish) can be read off. It adds no message.
class LoggedReduction : public Reduction {
 public:
  /// Both must outlive this.
  LoggedReduction(Reduction& observed, std::string& events) : observed_(observed), events_(events) {}

  void start(std::span<double> values) override;
  void finish() override;
  void progress() override;

  [[nodiscard]] const ReductionCounts& counts() const { return counts_; }

 private:
  Reduction& observed_;
  std::string& events_;
  ReductionCounts counts_;
};

}  // namespace minikrylov
