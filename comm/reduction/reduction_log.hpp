// A log of sums: counts, sizes and times.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "comm/reduction/observed_reduction.hpp"

namespace minikrylov {

/// What was observed under one label.
struct ReductionCounts {
  std::string label;
  std::int64_t sums = 0;      ///< started
  std::int64_t finished = 0;  ///< equal to sums when none is in flight
  std::int64_t values = 0;    ///< numbers summed, over all sums
  double start_seconds = 0;   ///< spent in start() on this rank
  double finish_seconds = 0;  ///< spent in finish() on this rank
};

/// Counts and times sums. Appends 'S' (start) and 'F' (finish) to a string that other observers may share, which then
/// shows what happened in between.
class ReductionLog final : public ReductionObserver {
 public:
  /// `events` must outlive this object; null: no events are recorded.
  explicit ReductionLog(std::string* events = nullptr) : events_(events) {}

  void sum_starts(const std::string& label, std::size_t values) override;
  void sum_started(const std::string& label) override;
  void sum_awaited(const std::string& label) override;
  void sum_finished(const std::string& label) override;

  /// One entry per label, in the order of first start.
  [[nodiscard]] const std::vector<ReductionCounts>& counts() const { return counts_; }
  /// Sums started, over all labels.
  [[nodiscard]] std::int64_t sums() const;

 private:
  [[nodiscard]] ReductionCounts& of(const std::string& label);
  void add(char event);

  std::string* events_;
  std::vector<ReductionCounts> counts_;
  double called_at_ = 0;
};

}  // namespace minikrylov
