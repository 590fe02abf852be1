// A reduction with observers.
#include "comm/reduction/observed_reduction.hpp"

namespace minikrylov {

void ObservedReduction::start(std::span<double> values, std::string_view label) {
  const std::string& name = in_flight_.emplace_back(label);
  for (ReductionObserver* observer : observers_) observer->sum_starts(name, values.size());
  observed_.start(values, label);
  for (ReductionObserver* observer : observers_) observer->sum_started(name);
}

void ObservedReduction::finish() {
  if (in_flight_.empty()) return;
  const std::string& name = in_flight_.front();
  for (ReductionObserver* observer : observers_) observer->sum_awaited(name);
  observed_.finish();
  for (ReductionObserver* observer : observers_) observer->sum_finished(name);
  in_flight_.pop_front();
}

}  // namespace minikrylov
