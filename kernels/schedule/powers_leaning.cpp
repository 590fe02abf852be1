// The order of leaning tiles, and what is in rings meanwhile: from that follows what has to be loaded.
#include "kernels/schedule/powers_leaning.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace minikrylov {
namespace {

/// Rows of the powers of a tile and of the layers behind it in the order of fronts: y_1 on a layer, y_2 one layer
/// behind it, and so on. What needs rows of the tile beside it would be computable earlier, when its layer is not in
/// the rings.
class Fronts {
 public:
  Fronts(const GroupGraph& graph, const PowersNeeds& needs, LocalIndex layer)
      : graph_(graph),
        group_rows_(GhostGroups::group_rows * needs.together),
        tile_rows_(needs.tile_rows),
        layer_(layer),
        fronts_(Offset{graph.count()} * group_rows_ / layer + 1 + needs.powers),
        front_of_(static_cast<std::size_t>(graph.count()) * needs.powers, 0) {}

  /// Steps of one thread, which are in an order in which operands come first.
  [[nodiscard]] std::vector<PowersStep> ordered(std::span<const PowersStep> steps, LocalIndex rows) {
    std::vector<std::tuple<Offset, int, LocalIndex>> all;  // front, power, group
    for (const PowersStep& step : steps)
      for (LocalIndex g = step.rows.begin / group_rows_; g * group_rows_ < step.rows.end; ++g)
        all.emplace_back(find_front(step.power, g), step.power, g);
    std::sort(all.begin(), all.end());
    std::vector<PowersStep> found;
    Offset last_front = -1;
    for (const auto& [front, power, g] : all) {
      const RowRange range{g * group_rows_, std::min(rows, (g + 1) * group_rows_)};
      if (front == last_front && found.back().power == power && found.back().rows.end == range.begin)
        found.back().rows.end = range.end;
      else
        found.push_back({power, range});
      last_front = front;
    }
    return found;
  }

 private:
  [[nodiscard]] Offset& front_of(int power, LocalIndex g) {
    return front_of_[static_cast<std::size_t>(power - 1) * graph_.count() + g];
  }
  /// Fronts are numbered tile by tile, and in each layer by layer.
  Offset find_front(int power, LocalIndex g) {
    const Offset row = Offset{g} * group_rows_, layer = row / layer_;
    Offset front = row % layer_ / tile_rows_ * fronts_ + layer;
    if (power > 1) {
      front = 0;
      for (Offset e = graph_.begins[g]; e < graph_.begins[g + 1]; ++e)
        front = std::max(front, front_of(power - 1, graph_.groups[e]));
      front = std::max(front, front / fronts_ * fronts_ + layer + power - 1);
    }
    return front_of(power, g) = front;
  }

  const GroupGraph& graph_;
  LocalIndex group_rows_, tile_rows_, layer_;
  Offset fronts_;                 ///< of a tile
  std::vector<Offset> front_of_;  ///< [power - 1][group]
};

/// The groups of a power that are in a ring: those put there since which none has been that is `window` or more away.
class RingContents {
 public:
  RingContents(LocalIndex groups, LocalIndex window) : is_there_(groups, 0), window_(window) {}

  [[nodiscard]] bool has(LocalIndex g) const { return is_there_[g] != 0; }
  void put(LocalIndex g) {
    for (; first_ < end_ && first_ <= g - window_; ++first_) is_there_[first_] = 0;
    for (; first_ < end_ && end_ > g + window_; --end_) is_there_[end_ - 1] = 0;
    if (first_ == end_) first_ = end_ = g;
    first_ = std::min(first_, g);
    end_ = std::max(end_, g + 1);
    is_there_[g] = 1;
  }

 private:
  std::vector<char> is_there_;
  LocalIndex window_, first_ = 0, end_ = 0;  ///< all that are there are from first to end
};

/// The steps of one thread, with those that load between them.
class RingSteps {
 public:
  /// `window`: groups that rings hold.
  RingSteps(const GroupGraph& graph, const PowersNeeds& needs, LocalIndex rows, LocalIndex window)
      : graph_(graph),
        powers_(needs.powers),
        group_rows_(GhostGroups::group_rows * needs.together),
        rows_(rows),
        window_(window),
        contents_(needs.powers - 1, RingContents(graph.count(), window)),
        rings_(needs.powers - 1) {}

  /// A step, in parts whose operands are in a ring at the same time.
  void add(const PowersStep& step) {
    const LocalIndex end = (step.rows.end + group_rows_ - 1) / group_rows_;
    for (LocalIndex g = step.rows.begin / group_rows_; g < end;) {
      const LocalIndex first = g;
      LocalIndex lowest = first_read(g), highest = last_read(g);
      while (++g < end) {
        lowest = std::min(lowest, first_read(g));
        highest = std::max(highest, last_read(g));
        if (highest - lowest >= window_) break;
      }
      if (step.power > 1) load(step.power - 1, operands(step.power - 1, first, g));
      if (step.power > 2) load(step.power - 2, missing_of(step.power - 2, first, g));
      steps_.push_back({step.power, range(first, g)});
      if (step.power < powers_) put(step.power, first, g);
    }
  }
  [[nodiscard]] const std::vector<PowersStep>& steps() const { return steps_; }
  /// Rings for all that was put there.
  [[nodiscard]] PowersRings rings(LocalIndex window_rows) const {
    PowersRings rings = rings_;
    for (PowersRing& ring : rings) ring.window = window_rows;
    return rings;
  }

 private:
  using Groups = std::vector<LocalIndex>;

  [[nodiscard]] LocalIndex first_read(LocalIndex g) const { return graph_.groups[graph_.begins[g]]; }
  [[nodiscard]] LocalIndex last_read(LocalIndex g) const { return graph_.groups[graph_.begins[g + 1] - 1]; }
  [[nodiscard]] RowRange range(LocalIndex first, LocalIndex end) const {
    return {first * group_rows_, std::min(rows_, end * group_rows_)};
  }
  [[nodiscard]] RingContents& in_ring(int power) { return contents_[power - 1]; }

  /// Those of first … end-1 that have left the ring of a power.
  [[nodiscard]] Groups missing_of(int power, LocalIndex first, LocalIndex end) {
    Groups missing;
    for (LocalIndex g = first; g < end; ++g)
      if (!in_ring(power).has(g)) missing.push_back(g);
    return missing;
  }
  /// Of what these read, what has left the ring.
  [[nodiscard]] Groups operands(int power, LocalIndex first, LocalIndex end) {
    Groups missing;
    for (Offset e = graph_.begins[first]; e < graph_.begins[end]; ++e)
      if (!in_ring(power).has(graph_.groups[e])) missing.push_back(graph_.groups[e]);
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    return missing;
  }

  /// Adds steps for groups in ascending order, one for as many as are adjacent.
  void load(int power, const Groups& groups) {
    for (auto next = groups.begin(); next != groups.end();) {
      const LocalIndex first = *next;
      LocalIndex end = first;
      while (next != groups.end() && *next == end) ++next, ++end;
      steps_.push_back({power, range(first, end), Kept::yes, Gets::loaded});
      put(power, first, end);
    }
  }
  void put(int power, LocalIndex first, LocalIndex end) {
    for (LocalIndex g = first; g < end; ++g) in_ring(power).put(g);
    RowRange& all = rings_[power - 1].rows;
    const RowRange more = range(first, end);
    all = all.end == 0 ? more : RowRange{std::min(all.begin, more.begin), std::max(all.end, more.end)};
  }

  const GroupGraph& graph_;
  int powers_;
  LocalIndex group_rows_, rows_, window_;
  std::vector<RingContents> contents_;  ///< by power, from y_1 on
  PowersRings rings_;
  std::vector<PowersStep> steps_;
};

/// Groups from the first to the last that one reads, at most.
LocalIndex widest_reach(const GroupGraph& graph) {
  LocalIndex widest = 1;
  for (LocalIndex g = 0; g < graph.count(); ++g)
    widest = std::max(widest, graph.groups[graph.begins[g + 1] - 1] - graph.groups[graph.begins[g]] + 1);
  return widest;
}

}  // namespace

void put_in_rings(PowersPhase& phase, PowersPlan& plan, const GroupGraph& graph, const PowersNeeds& needs,
                  LocalIndex rows) {
  const LocalIndex group_rows = GhostGroups::group_rows * needs.together;
  const LocalIndex needed = widest_reach(graph) * group_rows + needs.tile_rows;
  const LocalIndex window_rows = in_whole_layers(needed, plan.layer);
  std::vector<PowersStep> all;
  plan.loaded_rows.assign(needs.powers - 1, 0);
  Fronts fronts(graph, needs, plan.layer);
  LocalIndex piece_begin = 0;
  for (LocalIndex& piece_end : phase.piece_ends) {
    RingSteps steps(graph, needs, rows, window_rows / group_rows);
    const std::span<const PowersStep> piece(phase.steps.begin() + piece_begin, phase.steps.begin() + piece_end);
    for (const PowersStep& step : fronts.ordered(piece, rows)) steps.add(step);
    piece_begin = piece_end;
    all.insert(all.end(), steps.steps().begin(), steps.steps().end());
    piece_end = static_cast<LocalIndex>(all.size());
    plan.rings.push_back(steps.rings(window_rows));
  }
  for (const PowersStep& step : all)
    if (step.gets == Gets::loaded) plan.loaded_rows[step.power - 1] += step.rows.end - step.rows.begin;
  phase.steps = std::move(all);
  phase.storage = PowersStorage::rings;
}

}  // namespace minikrylov
