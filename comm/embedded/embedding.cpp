// Routes of halo values through the steps of an allreduce.
#include "comm/embedded/embedding.hpp"

#include <numeric>

namespace minikrylov {
namespace {

std::vector<int> inverse(const std::vector<int>& position_of_rank) {
  std::vector<int> rank_at(position_of_rank.size());
  for (std::size_t rank = 0; rank < rank_at.size(); ++rank)
    rank_at[static_cast<std::size_t>(position_of_rank[rank])] = static_cast<int>(rank);
  return rank_at;
}

/// A flow in transit, as seen by one rank.
struct Traveller {
  int position;
  unsigned route;
  std::int32_t slot;  ///< of its first value, while it is on this rank
};

void take_slots(std::vector<std::int32_t>& list, std::int32_t first, std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) list.push_back(first + static_cast<std::int32_t>(k));
}

}  // namespace

std::int64_t total_volume(const ExchangePattern& pattern, const std::vector<Flow>& flows,
                          const std::vector<int>& position_of_rank) {
  std::int64_t sum = 0;
  for (const Flow& flow : flows)
    sum += flow.values * pattern.hops(position_of_rank[flow.source], position_of_rank[flow.destination]);
  return sum;
}

std::vector<std::int64_t> volume_by_rank(const ExchangePattern& pattern, const std::vector<Flow>& flows,
                                         const std::vector<int>& position_of_rank) {
  const std::vector<int> rank_at = inverse(position_of_rank);
  std::vector<std::int64_t> volume(position_of_rank.size(), 0);
  for (const Flow& flow : flows) {
    int position = position_of_rank[flow.source];
    const unsigned route = pattern.route(position, position_of_rank[flow.destination]);
    for (int step = 0; step < pattern.steps(); ++step)
      if ((route >> step & 1U) != 0) {
        volume[rank_at[position]] += flow.values;
        position = pattern.sends_to(position, step);
      }
  }
  return volume;
}

EmbeddedPlan make_embedded_plan(const ExchangePattern& pattern, const std::vector<Flow>& flows,
                                const std::vector<int>& position_of_rank, int rank) {
  const std::vector<int> rank_at = inverse(position_of_rank);
  const int here = position_of_rank[rank];
  EmbeddedPlan plan;
  std::vector<Traveller> travellers;
  for (const Flow& flow : flows) {
    const int from = position_of_rank[flow.source];
    travellers.push_back({from, pattern.route(from, position_of_rank[flow.destination]), plan.slots});
    if (flow.source == rank) plan.slots += static_cast<std::int32_t>(flow.values);
  }
  for (int step = 0; step < pattern.steps(); ++step) {
    EmbeddedStep& todo = plan.steps.emplace_back();
    todo.sends_to = rank_at[pattern.sends_to(here, step)];
    todo.receives_from = rank_at[pattern.receives_from(here, step)];
    for (std::size_t k = 0; k < flows.size(); ++k) {
      Traveller& traveller = travellers[k];
      if ((traveller.route >> step & 1U) == 0) continue;
      if (traveller.position == here) take_slots(todo.sent, traveller.slot, flows[k].values);
      traveller.position = pattern.sends_to(traveller.position, step);
      if (traveller.position != here) continue;
      traveller.slot = plan.slots + todo.received;
      todo.received += static_cast<std::int32_t>(flows[k].values);
    }
    plan.slots += todo.received;
  }
  for (std::size_t k = 0; k < flows.size(); ++k)
    if (flows[k].destination == rank) take_slots(plan.ghost_slots, travellers[k].slot, flows[k].values);
  return plan;
}

}  // namespace minikrylov
