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
  constexpr int warm_up = 2, rounds = 9;
  const Vector x = make_vector("x", system.rows, system.ghosts, width), y = make_vector("y", system.rows, 0, width);
  const std::vector<LocalIndex> rows = candidates(system, width, ranks);
  std::vector<std::vector<double>> seconds(rows.size());
  for (int round = 0; round < warm_up + rounds; ++round)
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {Overlap::dynamic, rows[k]});
      A.apply(x, y, nullptr);  // makes its plan
      ranks.barrier();
      const double began = wall_time();
      A.apply(x, y, nullptr);
      const double slowest = ranks.reduce(wall_time() - began, ReduceBy::maximum);
      if (round >= warm_up) seconds[k].push_back(slowest);
    }
  const auto median = [&](std::size_t k) { return summarise(seconds[k]).median; };
  std::size_t best = 0;
  for (std::size_t k = 1; k < rows.size(); ++k)
    if (median(k) < median(best)) best = k;
  return rows[best];
}

}  // namespace minikrylov
