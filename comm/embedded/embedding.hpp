// Point-to-point messages inside an allreduce: the steps they take, and the mapping of ranks to positions. Planning
// only, so it works for any number of ranks. R. O. Selvitopi, C. Aykanat (2014), sections 3 and 4.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

namespace minikrylov {

/// The values that one rank sends to another.
struct Flow {
  int source = 0, destination = 0;
  std::int64_t values = 0;

  friend bool operator==(const Flow&, const Flow&) = default;
};

/// An allreduce in ⌈log₂ P⌉ steps; in each step every position sends one message and receives one. If P is a power of
/// two, positions at distance 2ᵈ exchange messages in step d (E. Chan et al., Concurr. Comput. 19 (2007) 1749-1783).
/// Otherwise position p sends to p + 2ᵈ and receives from p - 2ᵈ, modulo P, and the terms of all ranks are gathered
/// (J. Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8 (1997) 1143-1156).
struct ExchangePattern {
  int ranks = 1;

  [[nodiscard]] int steps() const { return std::bit_width(static_cast<unsigned>(ranks - 1)); }
  [[nodiscard]] bool is_hypercube() const { return std::has_single_bit(static_cast<unsigned>(ranks)); }
  [[nodiscard]] int sends_to(int position, int step) const {
    return is_hypercube() ? position ^ (1 << step) : (position + (1 << step)) % ranks;
  }
  [[nodiscard]] int receives_from(int position, int step) const {
    return is_hypercube() ? position ^ (1 << step) : (position + ranks - (1 << step)) % ranks;
  }
  /// Bit d is set if a value on its way from one position to the other is sent in step d.
  [[nodiscard]] unsigned route(int from, int to) const {
    return static_cast<unsigned>(is_hypercube() ? from ^ to : (to - from + ranks) % ranks);
  }
  /// The number of messages that carry a value on its way.
  [[nodiscard]] int hops(int from, int to) const { return std::popcount(route(from, to)); }
};

/// How ranks are mapped to positions.
enum class Mapping {
  none,  ///< rank r at position r
  klf,   ///< swaps of any two ranks
  klr,   ///< swaps of ranks that exchange messages directly
};

/// The position of each rank. Passes after B. Kernighan, S. Lin, Bell System Tech. J. 49 (1970) 291-307: a pass swaps
/// each rank once, with the partner that lowers Σ values · hops most or raises it least; the swaps up to the minimum
/// are kept, and passes continue while the sum falls. Deterministic; not collective.
[[nodiscard]] std::vector<int> map_ranks(Mapping mapping, const ExchangePattern& pattern,
                                         const std::vector<Flow>& flows);

/// Σ values · hops: values sent by all ranks, each forwarding counted.
[[nodiscard]] std::int64_t total_volume(const ExchangePattern& pattern, const std::vector<Flow>& flows,
                                        const std::vector<int>& position_of_rank);

/// Values sent by each rank, including those it forwards.
[[nodiscard]] std::vector<std::int64_t> volume_by_rank(const ExchangePattern& pattern, const std::vector<Flow>& flows,
                                                       const std::vector<int>& position_of_rank);

/// One rank's part in a step.
struct EmbeddedStep {
  int sends_to = 0, receives_from = 0;  ///< ranks
  std::vector<std::int32_t> sent;       ///< slots to send, in this order
  std::int32_t received = 0;            ///< number of values received, into the next free slots
};

/// One rank's part in an exchange. It keeps values in slots: first its own, in the order of its flows, then those
/// received, step by step.
struct EmbeddedPlan {
  std::vector<EmbeddedStep> steps;
  std::int32_t slots = 0;
  std::vector<std::int32_t> ghost_slots;  ///< slots of the values for this rank, by source
};

/// The plan of `rank`. `flows`: of all ranks, sorted by source, then by destination. Not collective.
[[nodiscard]] EmbeddedPlan make_embedded_plan(const ExchangePattern& pattern, const std::vector<Flow>& flows,
                                              const std::vector<int>& position_of_rank, int rank);

}  // namespace minikrylov
