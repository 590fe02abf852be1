// Counts and times of sums, per label.
#include "comm/reduction/reduction_log.hpp"

#include <algorithm>

namespace minikrylov {

ReductionCounts& ReductionLog::of(const std::string& label) {
  const auto found = std::find_if(counts_.begin(), counts_.end(), [&](const auto& c) { return c.label == label; });
  return found == counts_.end() ? counts_.emplace_back(ReductionCounts{.label = label}) : *found;
}

void ReductionLog::add(char event) {
  if (events_ != nullptr) *events_ += event;
}

void ReductionLog::sum_starts(const std::string& label, std::size_t values) {
  add('S');
  ReductionCounts& counts = of(label);
  ++counts.sums;
  counts.values += static_cast<std::int64_t>(values);
  called_at_ = wall_time();
}

void ReductionLog::sum_started(const std::string& label) { of(label).start_seconds += wall_time() - called_at_; }

void ReductionLog::sum_awaited(const std::string&) {
  add('F');
  called_at_ = wall_time();
}

void ReductionLog::sum_finished(const std::string& label) {
  ReductionCounts& counts = of(label);
  ++counts.finished;
  counts.finish_seconds += wall_time() - called_at_;
}

std::int64_t ReductionLog::sums() const {
  std::int64_t total = 0;
  for (const ReductionCounts& c : counts_) total += c.sums;
  return total;
}

}  // namespace minikrylov
