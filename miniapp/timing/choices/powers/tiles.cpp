// Times powers for each candidate tile.
#include "miniapp/timing/choices/powers/tiles.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "kernels/schedule/powers_tiles.hpp"
#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/choices/powers/passes.hpp"

namespace minikrylov {
namespace {

/// Tiles, without duplicates; first none, which is one product after the other with the same recurrence. The same on
/// all ranks.
std::vector<PowersTiles> candidates(const System& system, int width, const RunRecord& machine,
                                    const Communicator& ranks) {
  const LocalMatrix& matrix = *system.matrix;
  const double per_row = static_cast<double>(matrix.allocated_bytes()) / std::max(1, matrix.rows());
  const int processes = std::max(1, machine.cores / std::max(1, machine.packages));
  const double of_core = static_cast<double>(machine.l2_bytes),
               shared = static_cast<double>(machine.l3_bytes) / processes;
  std::vector<PowersTiles> tiles{{}};
  const auto add = [&](TileShape shape, LocalIndex layer, double bytes) {
    const PowersNeeds needs{
        .powers = system.layout.powers, .width = width, .shape = shape, .together = matrix.blocks_together()};
    const auto fitting = static_cast<double>(fitting_tile_rows(layer, needs, per_row, bytes));
    const auto rows = static_cast<LocalIndex>(ranks.reduce(fitting, ReduceBy::minimum));
    const auto is_same = [&](const PowersTiles& other) { return other.rows == rows && other.shape == shape; };
    if (rows > 0 && std::none_of(tiles.begin(), tiles.end(), is_same)) tiles.push_back({rows, shape});
  };
  const GhostGroups& rows = system.ghost_groups;
  for (const double bytes : {0.5 * of_core, of_core, 2 * of_core, std::max(4 * of_core, 0.5 * shared)}) {
    add(TileShape::skewed, rows.bandwidth, bytes);
    // Strips pay only if they are much narrower than a layer, of which there are many.
    if (ranks.reduce(4.0 * rows.layer < rows.rows ? 1 : 0, ReduceBy::minimum) == 0) continue;
    // They compute their rims twice, so that strips too wide for a cache may pay.
    constexpr double of_a_cache = 1.2;
    add(TileShape::strips, rows.layer, of_a_cache * bytes);
  }
  return tiles;
}

/// What powers move, and hence their time where that of kernels is described: only comparisons matter.
double bytes_of(const DistributedMatrix& A, const Powers& powers) {
  const Cost cost = A.powers_cost(powers);
  return cost.bytes_read + cost.bytes_written;
}

}  // namespace

PowersSetting fastest_powers(const DistributedMatrix& A, const System& system, int width, const RunRecord& machine,
                             const CommonTriad& triad, const Communicator& ranks) {
  PowersSetting setting{.graph = &system.group_graph, .deep = system.deep_halo.get()};
  if (!on_host || system.matrix->row_loop() == RowLoop::of_format) return {};
  const std::vector<PowersTiles> tiles = candidates(system, width, machine, ranks);
  const PowersPasses passes(system, width);
  std::vector<std::unique_ptr<DistributedMatrix>> tried;  // each keeps its plan
  for (const PowersTiles& some : tiles) {
    setting.of_all = setting.of_last = some;
    tried.push_back(std::make_unique<DistributedMatrix>(*system.matrix, *system.halo, system.ghost_groups, A.overlap(),
                                                        system.tuning));
    tried.back()->set_powers(setting);
  }
  // Then no time passes before the solves.
  const bool is_described = machine.triad_source == described_triad;
  const auto fastest = [&](Wanted wanted) {
    const Powers pass = passes.pass(wanted);
    const bool with_triad =
        !is_described && ranks.reduce(bytes_of(*tried.front(), pass), ReduceBy::sum) > triad.bytes();
    std::vector<double> times = median_times(tiles.size() + (with_triad ? 1 : 0), [&](std::size_t k) {
      if (k == tiles.size()) return triad.bytes() / triad.sample();
      return is_described ? ranks.reduce(bytes_of(*tried[k], pass), ReduceBy::maximum)
                          : seconds_of(pass, *tried[k], ranks);
    });
    std::optional<double> beside;
    if (with_triad) beside = triad.bytes() / times.back();
    times.resize(tiles.size());
    const std::size_t chosen = first_of_the_fastest(times);
    PowersTiles found = tiles[chosen];
    if (!is_described && times[chosen] > 0)
      found.gain = {times.front() / times[chosen], times[chosen], passes.products(wanted), beside};
    return found;
  };
  setting.of_all = fastest(Wanted::all);
  setting.of_last = fastest(Wanted::last);
  return setting;
}

}  // namespace minikrylov
