// What a rank did when: kernels, sums and halo messages of one recorded solve.
#pragma once
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/halo_observer.hpp"
#include "comm/observed_reduction.hpp"
#include "kernels/core/profile.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// A stretch of time.
struct TraceSpan {
  TraceTrack track = TraceTrack::kernel;
  std::string name;
  double begin = 0, end = 0;  ///< seconds since the trace began, pauses left out
  int iteration = 0;          ///< the last iterate that had been judged when it ended
};

/// Observes a solve on this rank. All that it is told of is collective, so all ranks have the same spans.
class Trace final : public KernelObserver, public HaloObserver, public ReductionObserver {
 public:
  /// Time zero, the same on all ranks as well as barriers can tell. Collective.
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
  /// Iterate i was judged.
  void judged(int i);
  /// From now on until resume() nothing is recorded, and no time passes: for what does not belong to the method.
  void pause();
  /// Collective: time goes on, on all ranks at once, from the moment when the last of them paused.
  void resume(const Communicator& ranks);

  [[nodiscard]] const std::vector<TraceSpan>& spans() const { return spans_; }

 private:
  [[nodiscard]] double now() const { return wall_time() - zero_; }
  void add(TraceTrack track, const std::string& name, double begin, double end);

  double zero_;  ///< on the clock of this rank, moved on by pauses
  double paused_at_ = -1, judged_at_ = -1, kernel_started_at_ = 0, halo_started_at_ = 0, halo_awaited_at_ = 0,
         sum_called_at_ = 0;
  int iteration_ = 0;
  std::string halo_name_;
  std::vector<std::pair<std::string, double>> sums_;  // label and start of those in flight, the oldest first
  std::vector<TraceSpan> spans_;
};

/// Two iterations past the start (fewer if there are not so many), on the first few ranks; time zero is the first
/// one's begin on rank 0. Collective.
[[nodiscard]] std::vector<TimelineRow> timeline_of(const Trace& trace, int iterations, const Communicator& ranks);

}  // namespace minikrylov
