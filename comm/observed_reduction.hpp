// A reduction that tells somebody what it does, and when.
#pragma once
#include <deque>
#include <string>

#include "comm/reduction.hpp"

namespace minikrylov {

/// Told of each sum, on the thread that asked for it.
class ReductionObserver {
 public:
  virtual ~ReductionObserver() = default;
  virtual void sum_starts(const std::string& label) = 0;    ///< start() was called
  virtual void sum_started(const std::string& label) = 0;   ///< start() returns
  virtual void sum_awaited(const std::string& label) = 0;   ///< finish() was called
  virtual void sum_finished(const std::string& label) = 0;  ///< finish() returns
};

/// Passes everything on to another reduction, and tells `observer` about it. Both must outlive this.
class ObservedReduction final : public Reduction {
 public:
  ObservedReduction(Reduction& observed, ReductionObserver& observer) : observed_(observed), observer_(observer) {}

  void start(std::span<double> values, std::string_view label) override;
  void finish() override;
  void progress() override { observed_.progress(); }
  void carry(const Vector& x) override { observed_.carry(x); }

 private:
  Reduction& observed_;
  ReductionObserver& observer_;
  std::deque<std::string> in_flight_;
};

}  // namespace minikrylov
