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
  template <class... Local> [[nodiscard]] std::vector<Gram> of(const Local&... local) {
    std::vector<double> values;
    std::string label;
    const auto append = [&](const LocalGram& gram) {
      values.insert(values.end(), gram.packed.begin(), gram.packed.end());
      label += (label.empty() ? "" : "   ") + gram.text;
    };
    (append(local), ...);
    env_.reduction.start(values, label);
    env_.reduction.finish();
    auto next = values.begin();
    const auto take = [&](const LocalGram& gram) {
      const auto begin = std::exchange(next, next + static_cast<std::ptrdiff_t>(gram.packed.size()));
      return Gram(gram.size, env_.kernels.width(), {begin, next});
    };
    return {take(local)...};
  }

 private:
  Env& env_;
};

}  // namespace minikrylov
