// Gram matrices over all ranks, as written in methods.
#pragma once
#include <vector>

#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// Sums of one or more Gram matrices over all ranks, in one message.
class GramSums {
 public:
  explicit GramSums(Env& env) : env_(env) {}

  /// Collective.
  [[nodiscard]] std::vector<Gram> of(const std::vector<LocalGram>& locals) {
    std::vector<double> values;
    std::string label;
    for (const LocalGram& local : locals) {
      values.insert(values.end(), local.values.begin(), local.values.end());
      label += (label.empty() ? "" : "   ") + local.text;
    }
    env_.reduction.start(values, label);
    env_.reduction.finish();
    std::vector<Gram> grams;
    const int width = env_.kernels.width();
    auto next = values.begin();
    for (const LocalGram& local : locals) {
      const auto begin = std::exchange(next, next + static_cast<std::ptrdiff_t>(local.values.size()));
      grams.push_back(
          local.moments ? gram_of_moments(*local.moments, width, {begin, next})
                        : Gram(local.size, width, {begin, next}));
    }
    return grams;
  }

 private:
  Env& env_;
};

}  // namespace minikrylov
