// Finding out in which order the message library adds.
#include "tests/comm/sum_order.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace minikrylov {
namespace {

// Numbers of both signs between 2⁻¹⁵ and 2¹⁵ with full mantissas, whose sum depends on the order of additions.
double awkward_number(int rank, int k) {
  const double fraction = std::sqrt(2.0 + 7.0 * rank + 3.0 * k);
  return std::ldexp((rank + k) % 2 == 0 ? fraction : -fraction, (rank * 11 + k * 5) % 31 - 15);
}

}  // namespace

SumOrder check_sum_order(ReductionKind kind, int count, const Communicator& ranks) {
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

}  // namespace minikrylov
