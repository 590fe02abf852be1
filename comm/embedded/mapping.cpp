// Kernighan-Lin swaps of ranks.
#include <algorithm>
#include <numeric>

#include "comm/embedded/embedding.hpp"

namespace minikrylov {
namespace {

/// The mapping of ranks to positions, and the flows between ranks.
class Arrangement {
 public:
  Arrangement(const ExchangePattern& pattern, const std::vector<Flow>& flows)
      : pattern_(pattern), position_(pattern.ranks), rank_at_(pattern.ranks), out_(pattern.ranks), in_(pattern.ranks) {
    std::iota(position_.begin(), position_.end(), 0);
    std::iota(rank_at_.begin(), rank_at_.end(), 0);
    for (const Flow& flow : flows) {
      out_[flow.source].push_back({flow.destination, flow.values});
      in_[flow.destination].push_back({flow.source, flow.values});
    }
  }

  [[nodiscard]] const std::vector<int>& positions() const { return position_; }
  [[nodiscard]] int rank_at(int position) const { return rank_at_[position]; }
  [[nodiscard]] int position(int rank) const { return position_[rank]; }

  /// Volume saved if a and b swap positions.
  [[nodiscard]] std::int64_t gain(int a, int b) const { return gain_of_one(a, b) + gain_of_one(b, a) - of_pair(a, b); }

  void swap(int a, int b) {
    std::swap(position_[a], position_[b]);
    std::swap(rank_at_[position_[a]], rank_at_[position_[b]]);
  }

  /// Σ values · hops of all flows to and from a rank.
  [[nodiscard]] std::int64_t cost_of(int rank) const { return cost_at(rank, position_[rank], -1); }

 private:
  struct Partner {
    int rank;
    std::int64_t values;
  };

  /// The cost of `rank` at `position`, flows to and from `other` excluded.
  [[nodiscard]] std::int64_t cost_at(int rank, int position, int other) const {
    std::int64_t cost = 0;
    for (const Partner& p : out_[rank])
      if (p.rank != other) cost += p.values * pattern_.hops(position, position_[p.rank]);
    for (const Partner& p : in_[rank])
      if (p.rank != other) cost += p.values * pattern_.hops(position_[p.rank], position);
    return cost;
  }
  [[nodiscard]] std::int64_t gain_of_one(int a, int b) const {
    return cost_at(a, position_[a], b) - cost_at(a, position_[b], b);
  }
  /// Volume that a swap adds between the two themselves: none on a hypercube, where both directions have equally many
  /// hops.
  [[nodiscard]] std::int64_t of_pair(int a, int b) const {
    if (pattern_.is_hypercube()) return 0;
    const int there = pattern_.hops(position_[a], position_[b]), back = pattern_.hops(position_[b], position_[a]);
    return (between(a, b) - between(b, a)) * (back - there);
  }
  [[nodiscard]] std::int64_t between(int source, int destination) const {
    std::int64_t values = 0;
    for (const Partner& p : out_[source])
      if (p.rank == destination) values += p.values;
    return values;
  }

  ExchangePattern pattern_;
  std::vector<int> position_, rank_at_;
  std::vector<std::vector<Partner>> out_, in_;
};

/// Ranks that may swap with `rank`.
std::vector<int> candidates(Mapping mapping, const ExchangePattern& pattern, const Arrangement& ranks, int rank) {
  std::vector<int> list;
  if (mapping == Mapping::klr) {
    for (int step = 0; step < pattern.steps(); ++step) {
      list.push_back(ranks.rank_at(pattern.sends_to(ranks.position(rank), step)));
      if (!pattern.is_hypercube()) list.push_back(ranks.rank_at(pattern.receives_from(ranks.position(rank), step)));
    }
  } else {
    list.resize(pattern.ranks);
    std::iota(list.begin(), list.end(), 0);
  }
  return list;
}

struct Swap {
  int a, b;
  std::int64_t gain;
};

/// Tentatively swaps each rank once, the costliest first.
std::vector<Swap> swap_all(Mapping mapping, const ExchangePattern& pattern, Arrangement& ranks) {
  std::vector<int> order(pattern.ranks);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::int64_t> cost;
  for (const int rank : order) cost.push_back(ranks.cost_of(rank));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cost[a] > cost[b]; });
  std::vector<char> locked(pattern.ranks, 0);
  std::vector<Swap> swaps;
  for (const int rank : order) {
    if (locked[rank] != 0) continue;
    Swap best{rank, -1, 0};
    for (const int other : candidates(mapping, pattern, ranks, rank)) {
      if (other == rank || locked[other] != 0) continue;
      const std::int64_t gain = ranks.gain(rank, other);
      if (best.b < 0 || gain > best.gain) best = {rank, other, gain};
    }
    if (best.b < 0) continue;
    ranks.swap(best.a, best.b);
    locked[best.a] = locked[best.b] = 1;
    swaps.push_back(best);
  }
  return swaps;
}

/// Undoes the swaps after the best prefix; returns the gain of that prefix.
std::int64_t keep_best(const std::vector<Swap>& swaps, Arrangement& ranks) {
  std::int64_t sum = 0, best = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < swaps.size(); ++k) {
    sum += swaps[k].gain;
    if (sum > best) {
      best = sum;
      kept = k + 1;
    }
  }
  for (std::size_t k = swaps.size(); k > kept; --k) ranks.swap(swaps[k - 1].a, swaps[k - 1].b);
  return best;
}

}  // namespace

std::vector<int> map_ranks(Mapping mapping, const ExchangePattern& pattern, const std::vector<Flow>& flows) {
  Arrangement ranks(pattern, flows);
  if (mapping == Mapping::none) return ranks.positions();
  constexpr int most_passes = 50;  // passes end when nothing is gained; this only bounds the time
  for (int pass = 0; pass < most_passes; ++pass)
    if (keep_best(swap_all(mapping, pattern, ranks), ranks) == 0) break;
  return ranks.positions();
}

}  // namespace minikrylov
