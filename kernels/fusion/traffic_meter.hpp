// Memory traffic of lists of statements, counted while they run, from their types.
#pragma once
#include "kernels/core/caches.hpp"
#include "kernels/core/profile.hpp"
#include "kernels/fusion/counts.hpp"
#include "kernels/fusion/lists.hpp"

namespace minikrylov {

/// Counts the traffic of vectors with `rows` rows and `width` right-hand sides; each function returns the kernel's
/// cost.
struct TrafficMeter {
  LocalIndex rows;
  int width;
  TrafficCounters traffic;
  double number_bytes = 8;  ///< of vectors
  LocalIndex ghosts = 0;    ///< on which kernels run as well, other than those behind a product

  [[nodiscard]] Cost cost_of(const Counts& moved) const { return cost_over(Offset{rows} + ghosts, moved); }

  /// Counts vectors moved. `stores`: how those are stored that are not read.
  Cost add(const Counts& moved, Stores stores = Stores::cached) {
    count(moved, stores);
    return cost_of(moved);
  }

  /// Counts one fused kernel over all of these statements, with M of kind K.
  template <PreconditionerKind K, class... S> Cost add_fused(Stores stores, const S&... s) {
    ++traffic.launches;
    return add(merged_counts<S...>(), stores) + add_preconditions<K>(s...);
  }

  /// Counts applications of M within a kernel, and what M itself moves there.
  template <PreconditionerKind K, class... S> Cost add_preconditions(const S&... s) {
    traffic.preconditions += (lists::is_precondition<S> + ... + 0);
    Cost cost;
    if constexpr (K == PreconditionerKind::diagonal && (lists::is_precondition<S> || ...))
      cost.bytes_read += lists::factors_in(s...).bytes(rows);
    return cost;
  }

  /// Counts a product with statements before and after it on its row blocks: x, y and all vectors of the statements
  /// before it are then in cache. `stores`: of those after it.
  template <PreconditionerKind K, int Y, int X, class... Before, class... After>
  Cost add_product(const Product<Y, X>& product, Stores stores, const std::tuple<const Before&...>& before,
                   const After&... after) {
    constexpr Mask touched = ((Before::reads | Before::writes) | ... | Mask{0});
    ++traffic.products;
    traffic.products_fused += sizeof...(Before) + sizeof...(After) > 0 ? 1 : 0;
    const Counts behind = merged_counts<After...>(touched | bit<X> | bit<Y>);
    count(behind, stores);
    Cost cost =
        cost_of_product(*product.A, product.x, product.y) + cost_over(rows, behind) + add_preconditions<K>(after...);
    if constexpr (sizeof...(Before) > 0)
      cost = cost + std::apply([this](const Before&... s) { return add_fused<K>(Stores::cached, s...); }, before);
    if ((touched & bit<X>) != 0) {  // the product finds x in cache
      cost.bytes_read -= number_bytes * rows * width;
      --traffic.vectors_read;
    }
    return cost;
  }

 private:
  [[nodiscard]] Cost cost_over(Offset moved_rows, const Counts& moved) const {
    const double elements = static_cast<double>(moved_rows) * width;
    return {number_bytes * elements * moved.reads, number_bytes * elements * moved.writes, elements * moved.flops};
  }
  void count(const Counts& moved, Stores stores) {
    traffic.vectors_read += moved.reads;
    traffic.vectors_written += moved.writes;
    traffic.vectors_filled += stores == Stores::cached ? moved.fills : 0;
  }
};

}  // namespace minikrylov
