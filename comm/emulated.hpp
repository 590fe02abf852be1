// An emulated network: messages that are not complete before a time has passed, though nobody computes for it, and
// delays of ranks by the noise of an operating system. A laptop then shows what a large machine does to a method.
#pragma once
#include <cstdint>
#include <memory>
#include <random>

#include "comm/emulated_network.hpp"
#include "comm/reduction.hpp"

namespace minikrylov {

/// What the waiting for emulated sums was like on this rank.
struct EmulatedWaiting {
  std::int64_t sums = 0;       ///< finished
  double seconds = 0;          ///< that their messages were on the way
  double exposed_seconds = 0;  ///< of these, what was left when the sum was needed
};

/// A sum that takes the time of the emulated network, counted from its start on this rank; a blocking one in start().
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

/// `reduction` itself where `network` takes no time, otherwise with its times.
[[nodiscard]] std::unique_ptr<Reduction> on_emulated_network(std::unique_ptr<Reduction> reduction, ReductionKind kind,
                                                             const EmulatedNetwork& network);

enum class NoiseKind { none, exponential, periodic };

/// Delays of a rank. exponential: in each iteration one of random length; periodic: `delay` in every period-th
/// iteration, which is another one on each rank.
struct NoiseOptions {
  NoiseKind kind = NoiseKind::none;
  double delay = 0;  ///< seconds: the mean, or each
  int period = 1;    ///< iterations
  int seed = 1;
};

/// The delays of one rank, the same in each run with the same seed.
class EmulatedNoise {
 public:
  EmulatedNoise(const NoiseOptions& options, int rank);

  /// The delay of the next iteration, in seconds.
  [[nodiscard]] double next();
  /// Waits for it.
  void strike();

 private:
  NoiseOptions options_;
  std::mt19937_64 random_;
  int iteration_ = 0;
};

}  // namespace minikrylov
