// Measures products and the triad alternately.
#include "miniapp/timing/product_rate.hpp"

#include <algorithm>
#include <vector>

#include "miniapp/timing/statistics.hpp"
#include "miniapp/timing/timed_operators.hpp"

namespace minikrylov {

ProductRate product_rate(const Operator& A, const System& system, const Triads& triads, const Communicator& ranks) {
  const TimedOperators timed(system, ranks);
  constexpr int repetitions = 5;
  constexpr double no_time = 1e-3;
  double best = 0, best_triad = 0;
  std::vector<double> all, updates;
  for (int k = 0; k <= repetitions; ++k) {
    if (k > 0 && best > no_time) {
      best_triad = std::max(best_triad, triads.now.sample());
      updates.push_back(triads.now.sample_updates());
    }
    const double seconds = timed.product(A);
    if (k <= 1 || seconds < best) best = seconds;  // the first is a warm-up
    if (k > 0) all.push_back(seconds);
  }
  const double bytes =
      conventional_product_bytes(static_cast<double>(system.global_nonzeros), static_cast<double>(system.global_rows));
  const Cost cost = A.cost(1);
  const double moved = ranks.reduce(cost.bytes_read + cost.bytes_written, ReduceBy::sum);
  ProductRate rate{.product = bytes / best,
                   .moved = moved / best,
                   .triad = best_triad > 0 ? best_triad : triads.known,
                   .median_seconds = summarise(all).median};
  if (!updates.empty()) rate.update = summarise(updates).median;
  return rate;
}

}  // namespace minikrylov
