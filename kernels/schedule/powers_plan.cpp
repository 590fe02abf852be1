// Planning matrix powers: tiles, the rows that become computable after each, and those left between threads.
#include "kernels/schedule/powers_plan.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "kernels/core/threads.hpp"

namespace minikrylov {
namespace {

/// Groups in the order of a breadth-first search, for matrices without layers.
std::vector<LocalIndex> breadth_first(const GroupGraph& graph) {
  std::vector<LocalIndex> order;
  std::vector<char> seen(graph.count(), 0);
  order.reserve(seen.size());
  for (LocalIndex root = 0; root < graph.count(); ++root) {
    if (seen[root] != 0) continue;
    seen[root] = 1;
    std::size_t next = order.size();
    for (order.push_back(root); next < order.size(); ++next)
      for (Offset e = graph.begins[order[next]]; e < graph.begins[order[next] + 1]; ++e)
        if (std::exchange(seen[graph.groups[e]], 1) == 0) order.push_back(graph.groups[e]);
  }
  return order;
}

/// The tile of each group, by number: on a grid, part by part of the layers; otherwise breadth first.
std::vector<LocalIndex> tiles_of(const GroupGraph& graph, LocalIndex bandwidth, LocalIndex rows, LocalIndex group_rows,
                                 LocalIndex tile_rows) {
  const LocalIndex count = graph.count();
  std::vector<LocalIndex> tile(count);
  if (2 * Offset{bandwidth} < rows) {
    const LocalIndex layers = rows / bandwidth + 1;
    for (LocalIndex g = 0; g < count; ++g) {
      const LocalIndex row = g * group_rows;
      tile[g] = row % bandwidth / tile_rows * layers + row / bandwidth;
    }
    return tile;
  }
  const std::vector<LocalIndex> order = breadth_first(graph);
  for (LocalIndex k = 0; k < count; ++k) tile[order[k]] = static_cast<LocalIndex>(Offset{k} * group_rows / tile_rows);
  return tile;
}

/// Finds the steps of a plan by carrying them out on group numbers.
class Planner {
 public:
  Planner(const GhostGroups& ghosts, const PowersNeeds& needs, GroupGraph graph)
      : needs_(needs),
        group_rows_(GhostGroups::group_rows * needs.together),
        rows_(ghosts.rows),
        reads_(std::move(graph)),
        read_by_(transposed(reads_)),
        power_(reads_.count(), 0),
        missing_(static_cast<std::size_t>(reads_.count()) * needs.powers, 0),
        needs_ghosts_(reads_.count(), 0) {
    for (std::size_t g = 0; g < ghosts.needs.size(); ++g)
      if (ghosts.needs[g] != 0) needs_ghosts_[g / needs.together] = 1;
  }

  [[nodiscard]] LocalIndex groups() const { return reads_.count(); }
  [[nodiscard]] LocalIndex group_rows() const { return group_rows_; }
  [[nodiscard]] const GroupGraph& graph() const { return reads_; }

  /// Tile by tile, each thread those of its piece (a number per group), and what becomes computable after each.
  void add_tiles(PowersPlan& plan, const std::vector<LocalIndex>& piece_of, const std::vector<LocalIndex>& tile_of) {
    count_missing();
    std::vector<LocalIndex> order(groups());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](LocalIndex a, LocalIndex b) {
      return std::tuple(piece_of[a], tile_of[a]) < std::tuple(piece_of[b], tile_of[b]);
    });
    PowersPhase& phase = plan.phases.emplace_back();
    auto next = order.begin();
    for (LocalIndex piece = 0; piece < host_threads(); ++piece) {
      while (next != order.end() && piece_of[*next] == piece) {
        const LocalIndex tile = tile_of[*next];
        std::vector<LocalIndex> there;
        for (; next != order.end() && piece_of[*next] == piece && tile_of[*next] == tile; ++next)
          if (is_computable(*next)) there.push_back(*next);
        while (!there.empty()) there = add_steps(phase, std::move(there), &piece_of);
      }
      phase.piece_ends.push_back(phase.steps.size());
    }
    if (phase.steps.empty()) plan.phases.pop_back();
  }

  /// What is left of y_power, shared among all threads.
  void add_rest(PowersPlan& plan, int power) {
    std::vector<LocalIndex> left;
    for (LocalIndex g = 0; g < groups(); ++g)
      if (power_[g] == power - 1) left.push_back(g);
    const int ghosts = needs_.neighbours == Neighbours::some ? power - 1 : 0;
    if (left.empty() && ghosts == 0) return;
    PowersPhase& phase = plan.phases.emplace_back();
    phase.ghosts = ghosts;
    const auto count = static_cast<LocalIndex>(left.size());
    for (LocalIndex t = 0; t < host_threads(); ++t) {
      const std::vector<LocalIndex> share(left.begin() + share_begin(count, t, host_threads()),
                                          left.begin() + share_begin(count, t + 1, host_threads()));
      static_cast<void>(add_steps(phase, share, nullptr));
      phase.piece_ends.push_back(phase.steps.size());
    }
  }

 private:
  [[nodiscard]] LocalIndex& missing(LocalIndex g, int power) {
    return missing_[static_cast<std::size_t>(g) * needs_.powers + power - 1];
  }
  [[nodiscard]] bool is_computable(LocalIndex g) {
    const int power = power_[g] + 1;
    return power <= needs_.powers && missing(g, power) == 0;
  }

  /// Per group and power, the operands that are not available: another piece computes them concurrently, or none yet.
  void count_missing() {
    for (LocalIndex g = 0; g < groups(); ++g)
      for (int power = power_[g] + 1; power <= needs_.powers; ++power) {
        LocalIndex& count = missing(g, power);
        count = needs_ghosts_[g] != 0 && power > 1 ? 1 : 0;  // ghosts of higher powers come later
        for (Offset e = reads_.begins[g]; e < reads_.begins[g + 1]; ++e)
          if (power_[reads_.groups[e]] < power - 1) ++count;
      }
  }

  /// Computes the next power of these groups, which are in any order; returns those of the same piece for which all is
  /// there now.
  std::vector<LocalIndex> add_steps(PowersPhase& phase, std::vector<LocalIndex> list,
                                    const std::vector<LocalIndex>* piece_of) {
    std::sort(list.begin(), list.end());
    std::vector<LocalIndex> ready;
    for (const LocalIndex g : list) {
      const int power = ++power_[g];
      const RowRange rows{g * group_rows_, std::min(rows_, (g + 1) * group_rows_)};
      if (!phase.steps.empty() && phase.steps.back().power == power && phase.steps.back().rows.end == rows.begin &&
          (phase.piece_ends.empty() || phase.piece_ends.back() < phase.steps.size()))
        phase.steps.back().rows.end = rows.end;
      else
        phase.steps.push_back({power, rows});
      if (piece_of == nullptr || power == needs_.powers) continue;
      for (Offset e = read_by_.begins[g]; e < read_by_.begins[g + 1]; ++e) {
        const LocalIndex reader = read_by_.groups[e];
        if ((*piece_of)[reader] != (*piece_of)[g]) continue;  // that thread must not know yet
        if (--missing(reader, power + 1) == 0 && power_[reader] == power) ready.push_back(reader);
      }
    }
    return ready;
  }

  PowersNeeds needs_;
  LocalIndex group_rows_, rows_;
  GroupGraph reads_, read_by_;
  std::vector<int> power_;  ///< the highest that is computed, per group
  std::vector<LocalIndex> missing_;
  std::vector<char> needs_ghosts_;
};

/// The thread of each group: equal contiguous shares, the first ending after `first` of a share.
std::vector<LocalIndex> pieces(LocalIndex groups, double first) {
  const LocalIndex threads = host_threads();
  std::vector<LocalIndex> piece(groups);
  for (LocalIndex g = 0; g < groups; ++g) {
    const double share = static_cast<double>(g) * threads / groups + 1 - first;
    piece[g] = std::min(threads - 1, static_cast<LocalIndex>(share));
  }
  return piece;
}

double share_in_cache(const PowersPlan& plan) {
  double in_cache = 0, all = 0;
  for (const PowersPhase& phase : plan.phases)
    for (const auto& [power, rows] : phase.steps) {
      all += rows.end - rows.begin;
      if (power > 1 && phase.ghosts == 0) in_cache += rows.end - rows.begin;
    }
  return all == 0 ? 0 : in_cache / all;
}

}  // namespace

bool may_alternate(const GroupGraph& graph, const GhostGroups& ghosts, const std::vector<LocalIndex>& sent) {
  const auto waits = [&](LocalIndex row) { return ghosts.needs[row / GhostGroups::group_rows] != 0; };
  const GroupGraph read_by = transposed(graph);
  return read_by.begins == graph.begins && read_by.groups == graph.groups &&
         std::all_of(sent.begin(), sent.end(), waits);
}

PowersPlan plan_powers(const GhostGroups& ghosts, const GroupGraph& graph, const PowersNeeds& needs) {
  PowersPlan plan{.powers = needs.powers, .tile_rows = needs.tile_rows, .phases = {}, .ahead = needs.ahead};
  Planner planner(ghosts, needs, merged(graph, needs.together));
  if (needs.tile_rows > 0) {
    const std::vector<LocalIndex> tiles =
        tiles_of(planner.graph(), ghosts.bandwidth, ghosts.rows, planner.group_rows(), needs.tile_rows);
    planner.add_tiles(plan, pieces(planner.groups(), 1), tiles);
    if (host_threads() > 1) planner.add_tiles(plan, pieces(planner.groups(), 0.5), tiles);
    plan.rows_in_cache = share_in_cache(plan);
  }
  for (int power = 1; power <= needs.powers; ++power) planner.add_rest(plan, power);
  return plan;
}

LocalIndex fitting_tile_rows(LocalIndex bandwidth, const PowersNeeds& needs, double bytes_per_row, double cache_bytes) {
  constexpr double vectors = 3;  // of each power: the operand, the one before it, the result
  const double layers = needs.powers + 1;
  const double per_row = layers * (bytes_per_row + vectors * sizeof(double) * needs.width);
  const auto fitting = static_cast<LocalIndex>(std::min(cache_bytes / per_row, static_cast<double>(bandwidth)));
  const LocalIndex group_rows = GhostGroups::group_rows * needs.together;
  return fitting / group_rows * group_rows;
}

}  // namespace minikrylov
