// A sum over ranks whose messages carry ghosts: halo exchange and reduction in one.
#pragma once
#include <memory>
#include <optional>

#include "comm/embedded/embedding.hpp"
#include "comm/embedded/step_message.hpp"
#include "comm/halo/halo.hpp"
#include "comm/reduction/reduction.hpp"

namespace minikrylov {

/// The plan for embedding the messages of a halo in sums; made once and shared by all sums of a system.
struct EmbeddedHalo {
  const Halo& halo;
  ExchangePattern pattern;
  std::vector<Flow> flows;                       ///< of all ranks
  EmbeddedPlan plan;                             ///< of this rank
  int position = 0;                              ///< of this rank
  std::int64_t volume = 0, volume_unmapped = 0;  ///< values sent by all ranks, with this mapping and without
  std::int64_t volume_maximum = 0;               ///< by the busiest rank
};

/// Collective. `halo` must outlive the result.
[[nodiscard]] EmbeddedHalo embed(const Halo& halo, Mapping mapping, const Communicator& ranks);

/// O. Selvitopi, C. Aykanat (2014): ⌈log₂ P⌉ messages per rank and sum, in which the ghosts of one vector travel by
/// store and forward. The result is bitwise equal on all ranks: on a hypercube both partners of a step add the same two
/// numbers; for other P the terms of all ranks are added in the order of their positions. One sum at a time.
class EmbeddedReduction final : public Reduction {
 public:
  /// Collective; all ranks construct theirs in the same order.
  explicit EmbeddedReduction(const EmbeddedHalo& embedded, const EmulatedNetwork& network = {});
  EmbeddedReduction(const EmbeddedReduction&) = delete;
  EmbeddedReduction& operator=(const EmbeddedReduction&) = delete;
  ~EmbeddedReduction() override;

  void start(std::span<double> values, std::string_view label) override;
  void finish() override;
  void progress() override;
  void carry(const Vector& x) override { next_ = x; }

  /// The vector whose ghosts are in flight, or null.
  [[nodiscard]] const Vector* carried() const { return carried_ ? &*carried_ : nullptr; }
  /// Waits for ghosts in flight, if any; the sum itself stays in flight. Collective.
  void arrive();

 private:
  using Slots = Kokkos::View<double*, PinnedMemory>;

  [[nodiscard]] std::size_t blocks_sent() const;  // of terms, in the current step
  void post();
  void complete();
  void complete_all();

  const EmbeddedHalo& embedded_;
  Array<LocalIndex> ghost_slots_;
  Slots slots_;
  StepMessage message_;
  std::optional<Vector> next_, carried_;
  std::span<double> values_;
  std::vector<double> terms_;  // sums so far, or blocks of terms
  int step_ = 0;               // the step in flight; the number of steps if none is
  enum class State { idle, in_flight } state_ = State::idle;
};

}  // namespace minikrylov
