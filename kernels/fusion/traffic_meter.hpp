// What lists of statements move: counted while they run, from their types.
#pragma once
#include "kernels/core/profile.hpp"
#include "kernels/fusion/lists.hpp"

namespace minikrylov {

/// Counts what is done with vectors of `rows` rows and `width` right-hand sides, and says what each kernel costs.
struct TrafficMeter {
  LocalIndex rows;
  int width;
  TrafficCounters traffic;

  [[nodiscard]] Cost cost_of(const Counts& moved) const {
    const double elements = static_cast<double>(rows) * width;
    return {8 * elements * moved.reads, 8 * elements * moved.writes, elements * moved.flops};
  }

  /// Some vectors are moved.
  Cost add(const Counts& moved) {
    traffic.vectors_read += moved.reads;
    traffic.vectors_written += moved.writes;
    traffic.vectors_filled += moved.fills;
    return cost_of(moved);
  }

  /// One fused kernel runs all of S..., M being of kind K.
  template <PreconditionerKind K, class... S> Cost add_fused() {
    ++traffic.launches;
    traffic.preconditions += (lists::is_precondition<S> + ...);
    Cost cost = add(merged_counts<S...>());
    if (K == PreconditionerKind::diagonal && (lists::is_precondition<S> || ...)) cost.bytes_read += 8.0 * rows;
    return cost;
  }

  /// A product runs, with `before` and `after` on blocks of its rows: x and y are then in cache, and so is all that the
  /// first ones touch.
  template <PreconditionerKind K, int Y, int X, class... Before, class... After>
  Cost add_product(const Product<Y, X>& product, const std::tuple<const Before&...>&, const After&...) {
    constexpr Mask touched = ((Before::reads | Before::writes) | ... | Mask{0});
    ++traffic.products;
    traffic.products_fused += sizeof...(Before) + sizeof...(After) > 0 ? 1 : 0;
    Cost cost = product.A->cost(width) + add(merged_counts<After...>(touched | bit<X> | bit<Y>));
    if constexpr (sizeof...(Before) > 0) cost = cost + add_fused<K, Before...>();
    if ((touched & bit<X>) != 0) {  // the product finds x in cache
      cost.bytes_read -= 8.0 * rows * width;
      --traffic.vectors_read;
    }
    return cost;
  }
};

}  // namespace minikrylov
