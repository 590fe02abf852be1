// A log of sums: how many, of how many numbers, and how long they took.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "comm/observed_reduction.hpp"

namespace minikrylov {

/// What has been observed under one label.
struct ReductionCounts {
  std::string label;
  std::int64_t sums = 0;      ///< started
  std::int64_t finished = 0;  ///< equal to sums when none is in flight
  std::int64_t values = 0;    ///< numbers summed, over all sums
  double start_seconds = 0;   ///< spent in start() on this rank
  double finish_seconds = 0;  ///< spent in finish() on this rank
};

/// Counts and times sums, and appends an event to a text that other observers may share, so that what happens between
/// 'S' (start) and 'F' (finish) can be read off.
class ReductionLog final : public ReductionObserver {
 public:
  /// `events` must outlive this; null: no events are kept.
  explicit ReductionLog(std::string* events = nullptr) : events_(events) {}

  void sum_starts(const std::string& label, std::size_t values) override;
  void sum_started(const std::string& label) override;
  void sum_awaited(const std::string& label) override;
  void sum_finished(const std::string& label) override;

  /// One entry for each label, in the order of their first start.
  [[nodiscard]] const std::vector<ReductionCounts>& counts() const { return counts_; }
  /// Sums started, whatever their label.
  [[nodiscard]] std::int64_t sums() const;

 private:
  [[nodiscard]] ReductionCounts& of(const std::string& label);
  void add(char event);

  std::string* events_;
  std::vector<ReductionCounts> counts_;
  double called_at_ = 0;
};

}  // namespace minikrylov
