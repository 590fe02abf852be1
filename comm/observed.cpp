// Observers: counting and timing.
#include "comm/observed.hpp"

#include <algorithm>

namespace minikrylov {

void LoggedReduction::start(std::span<double> values, std::string_view label) {
  events_ += 'S';
  auto place = std::find_if(counts_.begin(), counts_.end(), [&](const auto& c) { return c.label == label; });
  if (place == counts_.end()) place = counts_.insert(place, {std::string(label)});
  in_flight_.push_back(static_cast<std::size_t>(place - counts_.begin()));
  ++place->sums;
  place->values += static_cast<std::int64_t>(values.size());
  const double begin = wall_time();
  observed_.start(values, label);
  place->start_seconds += wall_time() - begin;
}

void LoggedReduction::finish() {
  if (in_flight_.empty()) return;
  events_ += 'F';
  ReductionCounts& counts = counts_[in_flight_.front()];
  in_flight_.pop_front();
  ++counts.finished;
  const double begin = wall_time();
  observed_.finish();
  counts.finish_seconds += wall_time() - begin;
}

void LoggedReduction::progress() { observed_.progress(); }

std::int64_t LoggedReduction::sums() const {
  std::int64_t total = 0;
  for (const ReductionCounts& c : counts_) total += c.sums;
  return total;
}

}  // namespace minikrylov
