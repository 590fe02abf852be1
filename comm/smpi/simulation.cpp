// Simulated time, by SimGrid's SMPI.
#include "comm/runtime/simulation.hpp"

#include <smpi/smpi.h>

#include <algorithm>
#include <array>
#include <vector>

#include "comm/runtime/communicator.hpp"

namespace minikrylov {
namespace {

/// Lets time pass where kernels have run.
class Clock final : public KernelClock {
 public:
  Clock(ProgressHook& hook, double bytes_per_second) : hook_(hook), bytes_per_second_(bytes_per_second) {}

  void kernel_starts(const Cost& cost) override {
    const double seconds = injects() ? (cost.bytes_read + cost.bytes_written) / bytes_per_second_ : 0;
    running_.push_back({seconds, seconds});
  }
  void part_done(double share) override {
    if (!running_.empty()) pass(std::min(running_.back().left, share * running_.back().whole));
  }
  void kernel_ended() override {
    pass(running_.back().left);
    const double whole = running_.back().whole;
    running_.pop_back();
    if (!running_.empty()) running_.back().left = std::max(0.0, running_.back().left - whole);
  }
  [[nodiscard]] bool injects() const override { return bytes_per_second_ > 0; }
  [[nodiscard]] double now() const override { return wall_time(); }

 private:
  /// Seconds of a kernel: in all, and those that have not passed.
  struct Running {
    double whole, left;
  };

  void pass(double seconds) {
    running_.back().left -= seconds;
    // Where the last message arrives meanwhile, nothing is left to poll for.
    for (int polls = hook_.polls_per_loop(); polls > 0 && seconds > 0;
         polls = std::min(polls - 1, hook_.polls_per_loop())) {
      const double part = seconds / (polls + 1);
      smpi_execute(part);
      seconds -= part;
      hook_.poll_now();
    }
    if (seconds > 0) smpi_execute(seconds);
  }

  ProgressHook& hook_;
  double bytes_per_second_;
  std::vector<Running> running_;  // the last one runs inside the others, as the kernels of a preconditioner do
};

}  // namespace

/// "SMPI Version 3.32. Copyright …" without its second sentence.
std::string simulator() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string version(text.data());
  return "SimGrid, " + version.substr(0, version.find(". "));
}

SimulatedKernels::SimulatedKernels(ProgressHook& hook, double bytes_per_second)
    : hook_(hook), clock_(std::make_unique<Clock>(hook, bytes_per_second)) {
  hook_.keep_time_by(clock_.get());
}

SimulatedKernels::~SimulatedKernels() { hook_.keep_time_by(nullptr); }

void pause(double seconds) { smpi_usleep(static_cast<useconds_t>(seconds * 1e6)); }

}  // namespace minikrylov
