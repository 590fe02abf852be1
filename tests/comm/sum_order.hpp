// A check of the message library itself: whether it sums correctly, and in which order.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "comm/reduction/reduction.hpp"

namespace minikrylov {

enum class SumOrder {
  same,       ///< bitwise equal to the blocking reduction
  different,  ///< right up to rounding, but added in another order
  wrong,      ///< not the sum
};

/// Numbers of both signs between 2⁻¹⁵ and 2¹⁵ with full mantissas, whose sum depends on the order of additions.
inline double awkward_number(int rank, int k) {
  const double fraction = std::sqrt(2.0 + 7.0 * rank + 3.0 * k);
  return std::ldexp((rank + k) % 2 == 0 ? fraction : -fraction, (rank * 11 + k * 5) % 31 - 15);
}

/// Sums `count` numbers of very different magnitude by `kind` and by the blocking reduction, and compares the results.
/// Same answer on all ranks. Libraries may add in different orders in MPI_Iallreduce and MPI_Allreduce (Open MPI 4.1
/// does on 5 and 9 ranks, not on 1-4 and 6-8); then residual histories agree only up to rounding. Collective; takes
/// microseconds.
[[nodiscard]] inline SumOrder check_sum_order(ReductionKind kind, int count, const Communicator& ranks) {
  std::vector<double> expected(static_cast<std::size_t>(count)), magnitudes(expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    expected[k] = awkward_number(ranks.rank(), static_cast<int>(k));
    magnitudes[k] = std::abs(expected[k]);
  }
  std::vector<double> sums = expected;
  const auto sum = [&ranks](ReductionKind by, std::vector<double>& values) {
    const auto reduction = make_reduction(by, ranks);
    reduction->start(values, "check");
    reduction->finish();
  };
  sum(kind, sums);
  sum(ReductionKind::blocking, expected);
  magnitudes = ranks.reduce(magnitudes, ReduceBy::sum);
  SumOrder worst = SumOrder::same;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (sums[k] == expected[k]) continue;
    const bool right = std::abs(sums[k] - expected[k]) <= 1e-15 * ranks.size() * magnitudes[k];
    worst = std::max(worst, right ? SumOrder::different : SumOrder::wrong);
  }
  return static_cast<SumOrder>(static_cast<int>(ranks.reduce(static_cast<double>(worst), ReduceBy::maximum)));
}

/// The same for as many numbers as any method sums: the worst of all lengths. Where the order is another one, residuals
/// need not have the bits of those with blocking reductions. Collective.
[[nodiscard]] inline SumOrder order_of_sums(ReductionKind kind, const Communicator& ranks) {
  constexpr int most_values = 512;
  SumOrder worst = SumOrder::same;
  for (int count = 1; count <= most_values; ++count) worst = std::max(worst, check_sum_order(kind, count, ranks));
  return worst;
}

}  // namespace minikrylov
