// A reduction with observers.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "comm/reduction/reduction.hpp"

namespace minikrylov {

/// Observes sums, on the thread that starts and finishes them.
class ReductionObserver {
 public:
  virtual ~ReductionObserver() = default;
  virtual void sum_starts(const std::string& label, std::size_t values) = 0;  ///< start() was called
  virtual void sum_started(const std::string& label) = 0;                     ///< start() returns
  virtual void sum_awaited(const std::string& label) = 0;                     ///< finish() was called
  virtual void sum_finished(const std::string& label) = 0;                    ///< finish() returns
};

/// Forwards everything to another reduction and notifies `observers`, in order. Adds no messages.
class ObservedReduction final : public Reduction {
 public:
  /// The reduction and the observers must outlive this object.
  ObservedReduction(Reduction& observed, std::vector<ReductionObserver*> observers)
      : observed_(observed), observers_(std::move(observers)) {}

  void start(std::span<double> values, std::string_view label) override;
  void finish() override;
  void progress() override { observed_.progress(); }
  void carry(const Vector& x) override { observed_.carry(x); }

 private:
  Reduction& observed_;
  std::vector<ReductionObserver*> observers_;
  std::deque<std::string> in_flight_;
};

}  // namespace minikrylov
