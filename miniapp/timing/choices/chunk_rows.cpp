// Times products for each chunk size.
#include "miniapp/timing/choices/chunk_rows.hpp"

#include <vector>

#include "miniapp/system/product/operators.hpp"
#include "miniapp/timing/choices/fastest.hpp"

namespace minikrylov {
namespace {

std::vector<LocalIndex> candidates(const System& system, int width, const Communicator& ranks) {
  const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {.mode = Overlap::fixed}, system.tuning);
  const LocalIndex share = A.hidden_rows(width) / host_threads();
  const auto most = static_cast<LocalIndex>(ranks.reduce(share, ReduceBy::maximum));
  constexpr LocalIndex smallest_part = 4;  // of a row block; below, taking a chunk costs more than computing it
  std::vector<LocalIndex> rows{chunk_of(RowBlocks::of(0, width).block_rows / smallest_part, width, 1).rows()};
  while (rows.back() <= most / 2) rows.push_back(2 * rows.back());
  return rows;
}

}  // namespace

LocalIndex fastest_chunk_rows(const System& system, Overlap mode, int width, const Communicator& ranks) {
  constexpr int products = 5;  // per sample, to make barrier and clock negligible; first_of_the_fastest() repeats it
  const Vector x = make_vector("x", system.rows, system.ghosts, width), y = make_vector("y", system.rows, 0, width);
  const std::vector<LocalIndex> rows = candidates(system, width, ranks);
  return rows[first_of_the_fastest(rows.size(), [&](std::size_t k) {
    const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {mode, rows[k]}, system.tuning);
    A.apply(x, y, {});  // plans its schedule
    ranks.barrier();
    const double began = wall_time();
    for (int product = 0; product < products; ++product) A.apply(x, y, {});
    return ranks.reduce(wall_time() - began, ReduceBy::maximum);
  })];
}

}  // namespace minikrylov
