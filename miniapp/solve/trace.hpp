// A timeline of kernels, reductions and halo messages of one recorded solve on this rank.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comm/halo/halo_observer.hpp"
#include "comm/reduction/observed_reduction.hpp"
#include "comm/runtime/communicator.hpp"
#include "kernels/core/profile.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// An interval of time.
struct TraceSpan {
  TraceTrack track = TraceTrack::kernel;
  std::string name;
  double begin = 0, end = 0;  ///< seconds since the start of the trace, excluding pauses
  int iteration = 0;          ///< the last iterate that had been tested when it ended
};

/// Observes a solve on this rank. Ranks may record different spans: one without neighbours has no halo in its powers.
class Trace final : public KernelObserver, public HaloObserver, public ReductionObserver {
 public:
  /// Sets time zero, the same on all ranks as far as barriers can tell, and waits for it. Collective.
  explicit Trace(const Communicator& ranks);

  void kernel_starts() override;
  void kernel_ended(const std::string& label, double seconds, const Cost& cost) override;
  void halo_started(int messages) override;
  void halo_awaited() override;
  void halo_finished() override;
  void sum_starts(const std::string& label, std::size_t values) override;
  void sum_started(const std::string& label) override;
  void sum_awaited(const std::string& label) override;
  void sum_finished(const std::string& label) override;
  /// Records that iterate i has been tested.
  void judged(int i);
  /// Suspends recording and stops the clock until resume(), for work that is not part of the method.
  void pause();
  /// Restarts the clock on all ranks from the moment at which the last of them paused. Collective.
  void resume(const Communicator& ranks);

  [[nodiscard]] const std::vector<TraceSpan>& spans() const { return spans_; }

 private:
  [[nodiscard]] double now() const { return wall_time() - zero_; }
  void add(TraceTrack track, const std::string& name, double begin, double end);

  double zero_;  ///< on this rank's clock, advanced by pauses
  std::optional<double> paused_at_, judged_at_;
  double kernel_started_at_ = 0, halo_started_at_ = 0, halo_awaited_at_ = 0, sum_called_at_ = 0;
  int iteration_ = 0;
  std::string halo_name_;
  std::vector<std::pair<std::string, double>> sums_;  // label and start of those in flight, oldest first
  std::vector<TraceSpan> spans_;
};

/// `shown` iterations after the start-up (fewer if the solve is shorter) on the first few ranks, the first of them a
/// multiple of `shown`, where a block of so many steps begins; time zero is its start on rank 0. Collective.
[[nodiscard]] std::vector<TimelineRow> timeline_of(const Trace& trace, int iterations, int shown,
                                                   const Communicator& ranks);

}  // namespace minikrylov
