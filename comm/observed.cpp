// Observers: counting and timing.
#include "comm/observed.hpp"

namespace minikrylov {

void LoggedReduction::start(std::span<double> values) {
  events_ += 'S';
  ++counts_.sums;
  counts_.values += static_cast<std::int64_t>(values.size());
  const double begin = wall_time();
  observed_.start(values);
  counts_.start_seconds += wall_time() - begin;
}

void LoggedReduction::finish() {
  events_ += 'F';
  ++counts_.finished;
  const double begin = wall_time();
  observed_.finish();
  counts_.finish_seconds += wall_time() - begin;
}

void LoggedReduction::progress() { observed_.progress(); }

}  // namespace minikrylov
