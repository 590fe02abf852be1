// The emulated network: messages complete no earlier than its clock says.
#include "comm/reduction/emulated.hpp"

#include <cmath>
#include <deque>
#include <thread>

#include "comm/runtime/simulation.hpp"

namespace minikrylov {
void wait_until(double time) {
  constexpr double oversleeping = 100e-6;  // a sleep may end this late
  for (double left = time - wall_time(); left > 0; left = time - wall_time())
    if (left > 2 * oversleeping)
      pause(left - oversleeping);
    else
      std::this_thread::yield();
}

struct EmulatedReduction::Queue {
  struct Sum {
    double began, seconds;
  };
  std::deque<Sum> sums;
};

EmulatedReduction::EmulatedReduction(std::unique_ptr<Reduction> carried, ReductionKind kind,
                                     const EmulatedNetwork& network)
    : carried_(std::move(carried)), kind_(kind), network_(network), in_flight_(std::make_unique<Queue>()) {}

EmulatedReduction::~EmulatedReduction() = default;

void EmulatedReduction::start(std::span<double> values, std::string_view label) {
  const double began = wall_time(), seconds = network_.seconds(static_cast<double>(values.size_bytes()));
  carried_->start(values, label);
  if (kind_ == ReductionKind::blocking) {
    waiting_.exposed_seconds += seconds;
    wait_until(began + seconds);
  }
  in_flight_->sums.push_back({began, seconds});
}

void EmulatedReduction::finish() {
  if (in_flight_->sums.empty()) return;
  const auto [began, seconds] = in_flight_->sums.front();
  in_flight_->sums.pop_front();
  if (kind_ != ReductionKind::blocking)
    waiting_.exposed_seconds += std::max(0.0, std::min(seconds, began + seconds - wall_time()));
  ++waiting_.sums;
  waiting_.seconds += seconds;
  carried_->finish();
  wait_until(began + seconds);
}

void EmulatedReduction::progress() { carried_->progress(); }

std::unique_ptr<Reduction> on_emulated_network(std::unique_ptr<Reduction> reduction, ReductionKind kind,
                                               const EmulatedNetwork& network) {
  if (network.seconds(1) == 0) return reduction;
  return std::make_unique<EmulatedReduction>(std::move(reduction), kind, network);
}

EmulatedNoise::EmulatedNoise(const NoiseOptions& options, int rank)
    : options_(options),
      random_(static_cast<std::uint64_t>(options.seed) * 1000003 + static_cast<std::uint64_t>(rank)) {
  if (options_.kind == NoiseKind::periodic)
    iteration_ = static_cast<int>(random_() % static_cast<std::uint64_t>(options_.period));
}

double EmulatedNoise::next() {
  if (options_.kind == NoiseKind::none) return 0;
  if (options_.kind == NoiseKind::periodic) return ++iteration_ % options_.period == 0 ? options_.delay : 0;
  // Not std::exponential_distribution: its values may differ between standard libraries.
  const double uniform = (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53;
  return -options_.delay * std::log(uniform);
}

void EmulatedNoise::strike() {
  const double delay = next();
  if (delay > 0) wait_until(wall_time() + delay);
}

}  // namespace minikrylov
