// An emulated network: messages that are not complete before a time has passed, though nobody computes for it, and
// delays of ranks by the noise of an operating system. A laptop then shows what a large machine does to a method.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <random>

#include "comm/reduction.hpp"

namespace minikrylov {

/// The time that a message takes at least. A sum by the message library is taken for one, sums of our own for one a
/// step.
struct EmulatedNetwork {
  double latency = 0;                                          ///< seconds
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes a second

  /// Of one sum over ranks, or of all messages that a rank receives in one halo exchange.
  [[nodiscard]] double seconds(double bytes) const { return latency + bytes / bandwidth; }
  [[nodiscard]] double seconds_of(int messages, double bytes) const { return messages > 0 ? seconds(bytes) : 0; }
};

/// That of this process: halo messages and emulated sums that start now.
[[nodiscard]] const EmulatedNetwork& emulated_network();

/// Makes `network` that of this process for as long as it lives.
class NetworkEmulation {
 public:
  explicit NetworkEmulation(const EmulatedNetwork& network);
  ~NetworkEmulation();
  NetworkEmulation(const NetworkEmulation&) = delete;
  NetworkEmulation& operator=(const NetworkEmulation&) = delete;

 private:
  EmulatedNetwork before_;
};

/// Returns when wall_time() has reached `time`. Leaves the processor to others: sleeps, and yields at the end.
void wait_until(double time);

/// What the waiting for emulated sums was like on this rank.
struct EmulatedWaiting {
  std::int64_t sums = 0;       ///< finished
  double seconds = 0;          ///< that their messages were on the way
  double exposed_seconds = 0;  ///< of these, what was left when the sum was needed
};

/// A sum that takes the time of the emulated network, counted from its start on this rank; a blocking one in start().
class EmulatedReduction final : public Reduction {
 public:
  /// The network is that of this process at the time of each start().
  EmulatedReduction(std::unique_ptr<Reduction> carried, ReductionKind kind);
  ~EmulatedReduction() override;

  void start(std::span<double> values, std::string_view label) override;
  void finish() override;
  void progress() override;

  [[nodiscard]] const EmulatedWaiting& waiting() const { return waiting_; }

 private:
  struct Queue;
  std::unique_ptr<Reduction> carried_;
  ReductionKind kind_;
  std::unique_ptr<Queue> in_flight_;
  EmulatedWaiting waiting_;
};

/// `reduction` itself if no network is emulated, otherwise with its times.
[[nodiscard]] std::unique_ptr<Reduction> on_emulated_network(std::unique_ptr<Reduction> reduction, ReductionKind kind);

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
