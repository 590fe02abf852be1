// A reduction that is observed: what it does, and when.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "comm/reduction.hpp"

namespace minikrylov {

/// Observes each sum, on the thread that asked for it.
class ReductionObserver {
 public:
  virtual ~ReductionObserver() = default;
  virtual void sum_starts(const std::string& label, std::size_t values) = 0;  ///< start() was called
  virtual void sum_started(const std::string& label) = 0;                     ///< start() returns
  virtual void sum_awaited(const std::string& label) = 0;                     ///< finish() was called
  virtual void sum_finished(const std::string& label) = 0;                    ///< finish() returns
};

/// Passes everything on to another reduction, observed by all of `observers`, in their order. It adds no message.
class ObservedReduction final : public Reduction {
 public:
  /// The reduction and the observers must outlive this.
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
