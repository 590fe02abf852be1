// Planning overlapping strips: which rows each computes, in which order, and how long their powers are needed.
#include "kernels/schedule/powers_strips.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernels/core/ring_memory.hpp"
#include "kernels/core/threads.hpp"

namespace minikrylov {
namespace {

using Groups = std::vector<LocalIndex>;

/// Distinct members of successive sets.
class Marks {
 public:
  explicit Marks(LocalIndex count) : of_(count, 0) {}
  void clear() { ++now_; }
  /// Whether `member` is new.
  bool add(LocalIndex member) { return std::exchange(of_[member], now_) != now_; }
  [[nodiscard]] bool has(LocalIndex member) const { return of_[member] == now_; }

 private:
  std::vector<LocalIndex> of_;
  LocalIndex now_ = 1;
};

/// Per group: whether y_s needs no ghosts but those of y_0, or none at all if `hidden`.
std::vector<char> without_ghosts(const std::vector<char>& needs_ghosts, const GroupGraph& graph, int powers,
                                 Hiding hiding) {
  std::vector<char> bad(needs_ghosts.size(), 0);
  if (hiding == Hiding::interior) bad = needs_ghosts;
  for (int k = 2; k <= powers; ++k) {
    std::vector<char> next = needs_ghosts;
    for (LocalIndex g = 0; g < graph.count(); ++g)
      for (Offset e = graph.begins[g]; e < graph.begins[g + 1] && next[g] == 0; ++e) next[g] = bad[graph.groups[e]];
    bad = std::move(next);
  }
  for (char& b : bad) b = b == 0 ? 1 : 0;
  return bad;
}

/// One strip of one thread.
class Strip {
 public:
  Strip(const GroupGraph& graph, LocalIndex group_rows, LocalIndex rows, const PowersNeeds& needs, Marks& own,
        Marks& marks)
      : graph_(graph),
        group_rows_(group_rows),
        rows_(rows),
        most_rows_(2 * needs.tile_rows),
        wanted_(needs.wanted),
        own_(own),
        marks_(marks) {}

  /// Appends the steps that compute y_1 … y_s, s = `powers`, for `last` groups, and widens `rings` as they need.
  void add(Groups last, int powers, PowersPhase& phase, PowersRings& rings) {
    find_operands(std::move(last), powers);
    next_.assign(powers + 1, 0);
    while (next_[1] < groups_[1].size()) {
      advance(1, rings, phase, [](LocalIndex) { return true; });
      for (int k = 2; k <= powers && next_[k - 1] > 0; ++k) {
        const LocalIndex newest = groups_[k - 1][next_[k - 1] - 1];
        const auto is_ready = [&](LocalIndex g) {
          return next_[k - 1] == groups_[k - 1].size() || graph_.groups[graph_.begins[g + 1] - 1] <= newest;
        };
        while (next_[k] < groups_[k].size() && is_ready(groups_[k][next_[k]])) advance(k, rings, phase, is_ready);
      }
    }
  }

 private:
  /// The groups of each power that the last one needs, and the first row that the rest of each still reads.
  void find_operands(Groups last, int powers) {
    groups_.assign(powers + 1, {});
    first_read_.assign(powers + 1, {});
    own_.clear();
    for (const LocalIndex g : last) own_.add(g);
    groups_[powers] = std::move(last);
    for (int k = powers; k > 1; --k) {
      marks_.clear();
      for (const LocalIndex g : groups_[k])
        for (Offset e = graph_.begins[g]; e < graph_.begins[g + 1]; ++e)
          if (marks_.add(graph_.groups[e])) groups_[k - 1].push_back(graph_.groups[e]);
      std::sort(groups_[k - 1].begin(), groups_[k - 1].end());
    }
    for (int k = 2; k <= powers; ++k) {
      first_read_[k].assign(groups_[k].size() + 1, std::numeric_limits<LocalIndex>::max());
      for (std::size_t i = groups_[k].size(); i-- > 0;)
        first_read_[k][i] = std::min(first_read_[k][i + 1], graph_.groups[graph_.begins[groups_[k][i]]]);
    }
  }

  /// The next groups of y_k as one step, as many as are adjacent, ready and kept alike.
  template <class IsReady> void advance(int k, PowersRings& rings, PowersPhase& phase, const IsReady& is_ready) {
    const Groups& list = groups_[k];
    const auto kept = [&](LocalIndex g) {
      return k + 1 == static_cast<int>(groups_.size()) || (wanted_ == Wanted::all && own_.has(g));
    };
    std::size_t& next = next_[k];
    const LocalIndex first = list[next];
    LocalIndex g = first;
    do ++next, ++g;
    while (next < list.size() && list[next] == g && (g - first) * group_rows_ < most_rows_ && is_ready(g) &&
           kept(g) == kept(first));
    const RowRange range{first * group_rows_, std::min(rows_, g * group_rows_)};
    phase.steps.push_back({k, range, kept(first) ? Kept::yes : Kept::no});
    if (k < static_cast<int>(groups_.size()) - 1) widen(rings[k - 1], k, range);
  }

  /// Rows are needed until the next power has read them, and, at the same place, the one after it.
  void widen(PowersRing& ring, int k, RowRange range) const {
    LocalIndex oldest = std::min(range.begin, first_read_[k + 1][next_[k + 1]] == std::numeric_limits<LocalIndex>::max()
                                                  ? range.begin
                                                  : first_read_[k + 1][next_[k + 1]] * group_rows_);
    if (k + 2 < static_cast<int>(groups_.size()) && next_[k + 2] < groups_[k + 2].size())
      oldest = std::min(oldest, groups_[k + 2][next_[k + 2]] * group_rows_);
    ring.window = std::max(ring.window, range.end - oldest);
    const bool is_new = ring.rows.end == 0;
    ring.rows = {is_new ? range.begin : std::min(ring.rows.begin, range.begin), std::max(ring.rows.end, range.end)};
  }

  const GroupGraph& graph_;
  LocalIndex group_rows_, rows_, most_rows_;
  Wanted wanted_;
  Marks &own_, &marks_;
  std::vector<Groups> groups_, first_read_;  ///< by power; ascending, and of groups from a position on
  std::vector<std::size_t> next_;            ///< by power: how many have been computed
};

}  // namespace

Strips plan_strips(const GhostGroups& ghosts, const GroupGraph& graph, const PowersNeeds& needs) {
  const LocalIndex count = graph.count(), group_rows = GhostGroups::group_rows * needs.together;
  std::vector<char> needs_ghosts(count, 0);
  for (std::size_t g = 0; g < ghosts.needs.size(); ++g)
    if (ghosts.needs[g] != 0) needs_ghosts[g / needs.together] = 1;
  Strips strips{.phase = {}, .done = without_ghosts(needs_ghosts, graph, needs.powers, needs.hiding), .rings = {}};
  strips.phase.storage = PowersStorage::rings;
  Groups all;
  for (LocalIndex g = 0; g < count; ++g)
    if (strips.done[g] != 0) all.push_back(g);
  const auto strip_of = [&](LocalIndex g) {
    return ghosts.layer > 0 ? g * group_rows % ghosts.layer / needs.tile_rows : 0;
  };
  const LocalIndex last_strip = ghosts.layer > 0 ? (ghosts.layer - 1) / needs.tile_rows : 0;
  Marks own(count), marks(count);
  for (LocalIndex t = 0; t < host_threads(); ++t) {
    const auto size = static_cast<LocalIndex>(all.size());
    const auto begin = all.begin() + share_begin(size, t, host_threads()),
               end = all.begin() + share_begin(size, t + 1, host_threads());
    std::vector<Groups> of_strip(last_strip + 1);
    for (auto g = begin; g != end; ++g) of_strip[strip_of(*g)].push_back(*g);
    PowersRings rings(needs.powers - 1);
    for (Groups& groups : of_strip)
      if (!groups.empty())
        Strip(graph, group_rows, ghosts.rows, needs, own, marks)
            .add(std::move(groups), needs.powers, strips.phase, rings);
    strips.phase.piece_ends.push_back(static_cast<LocalIndex>(strips.phase.steps.size()));
    for (PowersRing& ring : rings) ring.window = in_whole_layers(ring.window, ghosts.layer);
    strips.rings.push_back(std::move(rings));
  }
  return strips;
}

LocalIndex in_whole_layers(LocalIndex window, LocalIndex layer) {
  constexpr auto slack = static_cast<LocalIndex>(RingMemory::slack);
  if (layer == 0) return window;
  return std::max(window, (window + slack + layer - 1) / layer * layer - slack);
}

}  // namespace minikrylov
