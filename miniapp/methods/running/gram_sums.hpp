// Gram matrices over all ranks, as written in methods.
#pragma once
#include <utility>
#include <vector>

#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// Sums of one or more Gram matrices over all ranks, in one message; one such message at a time.
class GramSums {
 public:
  explicit GramSums(Env& env) : env_(env) {}
  GramSums(const GramSums&) = delete;
  GramSums& operator=(const GramSums&) = delete;
  ~GramSums() {
    if (!in_flight_.empty()) env_.reduction.finish();
  }

  /// Collective. Starts the reduction of this rank's parts.
  void start(const std::vector<LocalGram>& locals) {
    in_flight_ = locals;
    values_.clear();
    std::string label;
    for (const LocalGram& local : locals) {
      values_.insert(values_.end(), local.values.begin(), local.values.end());
      label += (label.empty() ? "" : "   ") + local.text;
    }
    env_.reduction.start(values_, label);
  }
  /// Collective. Waits for the matrices of the last start(), and returns them in that order.
  [[nodiscard]] std::vector<Gram> finish() {
    env_.reduction.finish();
    std::vector<Gram> grams;
    const int width = env_.kernels.width();
    auto next = values_.begin();
    for (const LocalGram& local : std::exchange(in_flight_, {})) {
      const auto begin = std::exchange(next, next + static_cast<std::ptrdiff_t>(local.values.size()));
      grams.push_back(
          local.moments ? gram_of_moments(*local.moments, width, {begin, next})
                        : Gram(local.size, width, {begin, next}));
    }
    return grams;
  }
  /// start() and finish() in one call. Collective.
  [[nodiscard]] std::vector<Gram> of(const std::vector<LocalGram>& locals) {
    start(locals);
    return finish();
  }

 private:
  Env& env_;
  std::vector<LocalGram> in_flight_;
  std::vector<double> values_;
};

}  // namespace minikrylov
