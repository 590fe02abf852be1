// Planning matrix powers: tiles, the rows that become computable after each, and those left between threads.
#include "kernels/schedule/powers_plan.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "kernels/core/threads.hpp"
#include "kernels/schedule/powers_leaning.hpp"
#include "kernels/schedule/powers_strips.hpp"
#include "kernels/schedule/powers_tiles.hpp"

namespace minikrylov {
namespace {

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

  /// Overlapping strips, and what is left to do for the other groups.
  void add_strips(PowersPlan& plan, Strips strips) {
    rest_.assign(needs_.powers + 1, {});
    for (LocalIndex g = 0; g < groups(); ++g)
      if (strips.done[g] == 0) rest_.back().push_back(g);
    for (int k = needs_.powers; k > 1; --k) rest_[k - 1] = needs_.wanted == Wanted::all ? rest_[k] : operands(rest_[k]);
    plan.rings = std::move(strips.rings);
    if (groups() > 0) plan.in_rings = 1 - static_cast<double>(rest_.back().size()) / groups();
    if (!strips.phase.steps.empty())
      add_phase(plan, std::move(strips.phase), 0, hides(0) ? Then::computes : Then::waits);
  }

  /// Tile by tile, each thread those of its piece (a number per group), and what becomes computable after each: in
  /// rings if the plan has layers, in vectors otherwise.
  void add_tiles(PowersPlan& plan, const std::vector<LocalIndex>& piece_of, const std::vector<LocalIndex>& tile_of) {
    count_missing();
    std::vector<LocalIndex> order(groups());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](LocalIndex a, LocalIndex b) {
      return std::tuple(piece_of[a], tile_of[a]) < std::tuple(piece_of[b], tile_of[b]);
    });
    PowersPhase phase;
    auto next = order.begin();
    for (LocalIndex piece = 0; piece < host_threads(); ++piece) {
      while (next != order.end() && piece_of[*next] == piece) {
        const LocalIndex tile = tile_of[*next];
        std::vector<LocalIndex> there;
        for (; next != order.end() && piece_of[*next] == piece && tile_of[*next] == tile; ++next)
          if (is_computable(*next)) there.push_back(*next);
        while (!there.empty()) there = add_steps(phase, std::move(there), &piece_of);
      }
      phase.piece_ends.push_back(static_cast<LocalIndex>(phase.steps.size()));
    }
    if (phase.steps.empty()) return;
    if (plan.layer > 0 && plan.rings.empty()) put_in_rings(phase, plan, reads_, needs_, rows_);
    add_phase(plan, std::move(phase), 0, hides(0) ? Then::computes : Then::waits);
  }

  /// What is left of y_power, shared among all threads: rows that need ghosts last, if the others hide their exchange.
  void add_rest(PowersPlan& plan, int power) {
    std::vector<LocalIndex> left;
    if (rest_.empty()) {
      for (LocalIndex g = 0; g < groups(); ++g)
        if (power_[g] == power - 1) left.push_back(g);
    } else {
      left = rest_[power];
      for (const LocalIndex g : left) power_[g] = power - 1;
    }
    auto first_waiting = left.begin();
    if (hides(power - 1))
      first_waiting =
          std::stable_partition(left.begin(), left.end(), [this](LocalIndex g) { return needs_ghosts_[g] == 0; });
    if (first_waiting != left.begin())
      add_phase(plan, shared_out({left.begin(), first_waiting}), power - 1, Then::computes);
    add_phase(plan, shared_out({first_waiting, left.end()}), power - 1, Then::waits);
  }

 private:
  [[nodiscard]] LocalIndex& missing(LocalIndex g, int power) {
    return missing_[static_cast<std::size_t>(g) * needs_.powers + power - 1];
  }
  /// Whether rows are computed while the ghosts of this power are in flight.
  [[nodiscard]] bool hides(int power) const {
    return needs_.hiding == Hiding::interior && needs_.neighbours == Neighbours::some &&
           (power == 0 || needs_.exchanges == Exchanges::of_each_power);
  }

  /// What happens after the start of an exchange.
  enum class Then { computes, waits };

  /// Appends a phase at whose beginning the exchange of `power` is started, unless it has been, and finished if it is
  /// waited for. Without neighbours there is at most the exchange of y_0, which is empty.
  void add_phase(PowersPlan& plan, PowersPhase phase, int power, Then then) {
    const bool exchanges = power == 0 || needs_.neighbours == Neighbours::some;
    if (exchanges && started_ < power) phase.start = started_ = power;
    if (exchanges && then == Then::waits && finished_ < power) phase.finish = finished_ = power;
    if (started_ > finished_) phase.in_flight = InFlight::ghosts;
    if (phase.start || phase.finish || !phase.steps.empty()) plan.phases.push_back(std::move(phase));
  }

  /// The next power of these groups, in equal shares.
  [[nodiscard]] PowersPhase shared_out(const std::vector<LocalIndex>& list) {
    PowersPhase phase;
    const auto count = static_cast<LocalIndex>(list.size());
    for (LocalIndex t = 0; t < host_threads(); ++t) {
      const std::vector<LocalIndex> share(list.begin() + share_begin(count, t, host_threads()),
                                          list.begin() + share_begin(count, t + 1, host_threads()));
      static_cast<void>(add_steps(phase, share, nullptr));
      phase.piece_ends.push_back(static_cast<LocalIndex>(phase.steps.size()));
    }
    return phase;
  }

  /// What these read.
  [[nodiscard]] std::vector<LocalIndex> operands(const std::vector<LocalIndex>& list) const {
    std::vector<char> read(groups(), 0);
    for (const LocalIndex g : list)
      for (Offset e = reads_.begins[g]; e < reads_.begins[g + 1]; ++e) read[reads_.groups[e]] = 1;
    std::vector<LocalIndex> found;
    for (LocalIndex g = 0; g < groups(); ++g)
      if (read[g] != 0) found.push_back(g);
    return found;
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
        const bool early = power == 1 && !hides(0);  // ghosts of higher powers come later
        count = needs_ghosts_[g] != 0 && !early ? 1 : 0;
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
          (phase.piece_ends.empty() || phase.piece_ends.back() < static_cast<LocalIndex>(phase.steps.size())))
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
  std::vector<std::vector<LocalIndex>> rest_;  ///< by power, what strips leave; empty without strips
  std::vector<char> needs_ghosts_;
  int started_ = -1, finished_ = -1;  ///< the latest exchanges that phases start and finish
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

/// The share of all rows of all powers that are above the first power, without what overlapping strips compute twice.
double share_in_cache(const PowersPlan& plan, LocalIndex rows) {
  Offset above = 0;
  for (const PowersPhase& phase : plan.phases) above += phase.rows(2);
  const double all = static_cast<double>(rows) * plan.powers;
  return all == 0 ? 0 : std::min(static_cast<double>(above) / all, 1 - 1.0 / plan.powers);
}

Offset hidden_rows_of(const PowersPlan& plan, LocalIndex rows) {
  Offset hidden = 0;
  for (const PowersPhase& phase : plan.phases)
    if (phase.in_flight == InFlight::ghosts) hidden += phase.rows();
  return std::min(hidden, Offset{rows} * plan.powers);
}

}  // namespace

Offset PowersPhase::rows(int from_power) const {
  Offset rows = 0;
  for (const PowersStep& step : steps)
    if (step.power >= from_power && step.gets == Gets::computed) rows += step.rows.end - step.rows.begin;
  return rows;
}

bool may_alternate(const GroupGraph& graph, const GhostGroups& ghosts, const std::vector<LocalIndex>& sent) {
  const auto waits = [&](LocalIndex row) { return ghosts.needs[row / GhostGroups::group_rows] != 0; };
  const GroupGraph read_by = transposed(graph);
  return read_by.begins == graph.begins && read_by.groups == graph.groups &&
         std::all_of(sent.begin(), sent.end(), waits);
}

PowersPlan plan_powers(const GhostGroups& ghosts, const GroupGraph& graph, const PowersNeeds& needs) {
  PowersPlan plan{.powers = needs.powers, .tile_rows = needs.tile_rows, .phases = {}, .ahead = needs.ahead};
  Planner planner(ghosts, needs, merged(graph, needs.together));
  if (needs.tile_rows > 0 && needs.shape == TileShape::strips) {
    planner.add_strips(plan, plan_strips(ghosts, planner.graph(), needs));
    plan.rows_in_cache = share_in_cache(plan, ghosts.rows);
  } else if (needs.tile_rows > 0) {
    const std::vector<LocalIndex> tiles = tiles_of(planner.graph(), ghosts, planner.group_rows(), needs.tile_rows);
    const bool leans = needs.shape == TileShape::leaning && needs.wanted == Wanted::all && needs.powers > 1;
    if (leans && have_layers(ghosts)) plan.layer = ghosts.bandwidth;
    planner.add_tiles(plan, pieces(planner.groups(), 1), tiles);
    if (host_threads() > 1) planner.add_tiles(plan, pieces(planner.groups(), 0.5), tiles);
    plan.rows_in_cache = share_in_cache(plan, ghosts.rows);
  }
  for (int power = 1; power <= needs.powers; ++power) planner.add_rest(plan, power);
  plan.hidden_rows = hidden_rows_of(plan, ghosts.rows);
  return plan;
}

}  // namespace minikrylov
