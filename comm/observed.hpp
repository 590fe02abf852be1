// Observers: they do what the observed does, and keep a log of it.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "comm/reduction.hpp"

namespace minikrylov {

/// What has passed through a LoggedReduction under one label.
struct ReductionCounts {
  std::string label;
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

  void start(std::span<double> values, std::string_view label) override;
  void finish() override;
  void progress() override;
  void carry(const Vector& x) override { observed_.carry(x); }

  /// One entry for each label, in the order of their first start.
  [[nodiscard]] const std::vector<ReductionCounts>& counts() const { return counts_; }
  /// Sums started, whatever their label.
  [[nodiscard]] std::int64_t sums() const;

 private:
  Reduction& observed_;
  std::string& events_;
  std::vector<ReductionCounts> counts_;
  std::deque<std::size_t> in_flight_;  // places in counts_
};

}  // namespace minikrylov
