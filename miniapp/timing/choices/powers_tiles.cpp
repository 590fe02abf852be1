// Times powers for each candidate tile.
#include "miniapp/timing/choices/powers_tiles.hpp"

#include <algorithm>
#include <vector>

#include "miniapp/timing/choices/fastest.hpp"

namespace minikrylov {
namespace {

/// Rows of tiles, without duplicates; 0 is no tile. The same on all ranks.
std::vector<LocalIndex> candidates(const System& system, int width, const RunRecord& machine,
                                   const Communicator& ranks) {
  const LocalMatrix& matrix = *system.matrix;
  const double per_row = static_cast<double>(matrix.allocated_bytes()) / std::max(1, matrix.rows());
  const PowersNeeds needs{.powers = system.layout.powers, .width = width, .together = matrix.blocks_together()};
  const int processes = std::max(1, machine.cores / std::max(1, machine.packages));
  const double of_core = static_cast<double>(machine.l2_bytes),
               shared = static_cast<double>(machine.l3_bytes) / processes;
  std::vector<LocalIndex> rows{0};
  for (const double bytes : {0.5 * of_core, of_core, 0.5 * shared, shared}) {
    const double fitting = fitting_tile_rows(system.ghost_groups.bandwidth, needs, per_row, bytes);
    const auto agreed = static_cast<LocalIndex>(ranks.reduce(fitting, ReduceBy::minimum));
    if (agreed > 0 && std::find(rows.begin(), rows.end(), agreed) == rows.end()) rows.push_back(agreed);
  }
  return rows;
}

}  // namespace

PowersSetting fastest_powers(const DistributedMatrix& A, const System& system, int width, const RunRecord& machine,
                             const Communicator& ranks) {
  PowersSetting setting{.graph = &system.group_graph, .deep = system.deep_halo.get()};
  if (!on_host || system.matrix->row_loop() == RowLoop::of_format) return {};
  const std::vector<LocalIndex> rows = candidates(system, width, machine, ranks);
  const int powers = system.layout.powers;
  std::vector<Vector> y;
  for (int k = 0; k <= powers; ++k) y.push_back(make_vector("y", system.rows, system.ghosts, width, k));
  const std::vector<PowersTerm> terms(powers, {.a = 0.5, .b = 0.25, .c = -0.125});
  const PowersChain chain(y);
  std::vector<std::unique_ptr<DistributedMatrix>> tried;  // each keeps its plan
  for (const LocalIndex tile_rows : rows) {
    setting.tile_rows = tile_rows;
    tried.push_back(std::make_unique<DistributedMatrix>(*system.matrix, *system.halo, system.ghost_groups, A.overlap(),
                                                        system.tuning));
    tried.back()->set_powers(setting);
  }
  setting.tile_rows = rows[first_of_the_fastest(rows.size(), [&](std::size_t k) {
    ranks.barrier();
    const double began = wall_time();
    tried[k]->apply_powers({terms, {&chain, 1}}, nullptr);
    return ranks.reduce(wall_time() - began, ReduceBy::maximum);
  })];
  return setting;
}

}  // namespace minikrylov
