// An emulated network: messages take a minimum time, without using the processor, and operating-system noise delays
// ranks. It shows on a laptop how a method behaves on a large machine.
#pragma once
#include <cstdint>
#include <memory>
#include <random>

#include "comm/reduction/reduction.hpp"
#include "comm/runtime/emulated_network.hpp"

namespace minikrylov {

/// Time spent on emulated sums on this rank.
struct EmulatedWaiting {
  std::int64_t sums = 0;       ///< finished
  double seconds = 0;          ///< in flight
  double exposed_seconds = 0;  ///< of these, not hidden: left when the sum was needed
};

/// A sum that takes the emulated network's time from its start on this rank; a blocking sum waits in start().
class EmulatedReduction final : public Reduction {
 public:
  EmulatedReduction(std::unique_ptr<Reduction> carried, ReductionKind kind, const EmulatedNetwork& network);
  ~EmulatedReduction() override;

  void start(std::span<double> values, std::string_view label) override;
  void finish() override;
  void progress() override;
  void carry(const Vector& x) override { carried_->carry(x); }

  [[nodiscard]] const EmulatedWaiting& waiting() const { return waiting_; }

 private:
  struct Queue;
  std::unique_ptr<Reduction> carried_;
  ReductionKind kind_;
  EmulatedNetwork network_;
  std::unique_ptr<Queue> in_flight_;
  EmulatedWaiting waiting_;
};

/// `reduction` on the emulated network; `reduction` itself if `network` takes no time.
[[nodiscard]] std::unique_ptr<Reduction> on_emulated_network(std::unique_ptr<Reduction> reduction, ReductionKind kind,
                                                             const EmulatedNetwork& network);

enum class NoiseKind { none, exponential, periodic };

/// Delays of a rank. exponential: a random delay in every iteration; periodic: `delay` in every period-th iteration,
/// with a different phase on each rank.
struct NoiseOptions {
  NoiseKind kind = NoiseKind::none;
  double delay = 0;  ///< seconds: the mean if exponential, each if periodic
  int period = 1;    ///< iterations
  int seed = 1;
};

/// The delays of one rank, reproducible by the seed.
class EmulatedNoise {
 public:
  EmulatedNoise(const NoiseOptions& options, int rank);

  /// The delay of the next iteration, in seconds.
  [[nodiscard]] double next();
  /// Draws the delay of the next iteration and waits that long.
  void strike();

 private:
  NoiseOptions options_;
  std::mt19937_64 random_;
  int iteration_ = 0;
};

}  // namespace minikrylov
