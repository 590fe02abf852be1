// Products with one chunk size after the other, in interleaved rounds.
#include "miniapp/chunk_rows.hpp"

#include <algorithm>
#include <vector>

#include "miniapp/operators.hpp"
#include "miniapp/statistics.hpp"

namespace minikrylov {
namespace {

std::vector<LocalIndex> candidates(const System& system, int width, const Communicator& ranks) {
  const SplitBlocks split = split_blocks(system.ghost_groups, width);
  const LocalIndex share = split.interior_rows() / Kokkos::DefaultHostExecutionSpace().concurrency();
  const auto most = static_cast<LocalIndex>(ranks.reduce(share, ReduceBy::maximum));
  std::vector<LocalIndex> rows{split.blocks.block_rows};
  while (rows.back() <= most / 2) rows.push_back(2 * rows.back());
  return rows;
}

}  // namespace

LocalIndex fastest_chunk_rows(const System& system, int width, const Communicator& ranks) {
  constexpr int warm_up = 2, rounds = 9, products = 5;
  constexpr double as_fast = 1.03;
  const Vector x = make_vector("x", system.rows, system.ghosts, width), y = make_vector("y", system.rows, 0, width);
  const std::vector<LocalIndex> rows = candidates(system, width, ranks);
  std::vector<std::vector<double>> seconds(rows.size());
  for (int round = 0; round < warm_up + rounds; ++round)
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {Overlap::dynamic, rows[k]});
      A.apply(x, y, nullptr);  // makes its plan
      ranks.barrier();
      const double began = wall_time();
      for (int product = 0; product < products; ++product) A.apply(x, y, nullptr);
      const double slowest = ranks.reduce(wall_time() - began, ReduceBy::maximum);
      if (round >= warm_up) seconds[k].push_back(slowest);
    }
  std::vector<double> medians;
  for (const std::vector<double>& samples : seconds) medians.push_back(summarise(samples).median);
  const double best = *std::min_element(medians.begin(), medians.end());
  const auto first = std::find_if(medians.begin(), medians.end(), [&](double m) { return m <= as_fast * best; });
  return rows[static_cast<std::size_t>(first - medians.begin())];
}

}  // namespace minikrylov
