// A reduction that hashes its sums.
#pragma once
#include <deque>

#include "comm/reduction/reduction.hpp"
#include "kernels/core/digest.hpp"

namespace minikrylov {

/// Forwards everything to another reduction and adds all finished sums to a digest. Adds no messages.
class DigestedReduction final : public Reduction {
 public:
  /// The reduction must outlive this object.
  explicit DigestedReduction(Reduction& inner) : inner_(inner) {}

  void start(std::span<double> values, std::string_view label) override {
    in_flight_.push_back(values);
    inner_.start(values, label);
  }
  void finish() override {
    inner_.finish();
    if (in_flight_.empty()) return;
    digest_.add(in_flight_.front());
    in_flight_.pop_front();
  }
  void progress() override { inner_.progress(); }
  void carry(const Vector& x) override { inner_.carry(x); }

  /// Of all sums so far, in order; the same on all ranks.
  [[nodiscard]] std::uint64_t digest() const { return digest_.value(); }

 private:
  Reduction& inner_;
  std::deque<std::span<double>> in_flight_;
  Digest digest_;
};

}  // namespace minikrylov
