// A reduction that tells somebody what it does, and when.
#include "comm/observed_reduction.hpp"

namespace minikrylov {

void ObservedReduction::start(std::span<double> values, std::string_view label) {
  const std::string& name = in_flight_.emplace_back(label);
  observer_.sum_starts(name);
  observed_.start(values, label);
  observer_.sum_started(name);
}

void ObservedReduction::finish() {
  if (in_flight_.empty()) return;
  observer_.sum_awaited(in_flight_.front());
  observed_.finish();
  observer_.sum_finished(in_flight_.front());
  in_flight_.pop_front();
}

}  // namespace minikrylov
