// The kernels by which a tuning is chosen, on systems made for them.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/system/system.hpp"
#include "miniapp/timing/choices/tuned.hpp"

namespace minikrylov {

/// Makes runs of kernels. Systems are large enough, per thread, not to stay in a core's caches.
class TunedKernels {
 public:
  explicit TunedKernels(const Communicator& ranks) : ranks_(ranks) {}

  /// A function that runs the kernel once with a tuning; its first run includes planning. Collective, as are the runs.
  /// Valid as long as this.
  [[nodiscard]] std::function<void()> run_of(TunedKernel kernel, const Tuning& tuning);

 private:
  [[nodiscard]] const System& cube();
  [[nodiscard]] const System& blocks();
  [[nodiscard]] const System& few_blocks();
  /// Large layers, so many per thread.
  [[nodiscard]] const System& layers(double depth);
  [[nodiscard]] std::shared_ptr<const System> build(ProblemKind kind, GridSize size, MatrixFormat format) const;
  [[nodiscard]] double threads() const { return static_cast<double>(ranks_.size()) * host_threads(); }
  [[nodiscard]] std::function<void()> product(const System& system, int width, const Tuning& tuning);
  [[nodiscard]] std::function<void()> update(Offset bytes, int times, const Tuning& tuning);
  [[nodiscard]] std::function<void()> two_updates(Offset bytes, int times, const Tuning& tuning);
  /// run(kernels, A, p, q, r) on layers of this depth.
  template <class Run>
  [[nodiscard]] std::function<void()> around_product(double depth, int width, const Tuning& tuning, const Run& run);
  [[nodiscard]] std::function<void()> streamed_product(const Tuning& tuning);
  [[nodiscard]] std::function<void()> filling(const Tuning& tuning);
  [[nodiscard]] std::function<void()> look_ahead(int width, const Tuning& tuning);
  [[nodiscard]] std::function<void()> panel(LocalIndex rows, const Tuning& tuning);
  /// At least `count`. The same memory for all runs on vectors of a shape.
  [[nodiscard]] const std::vector<Vector>& vectors(LocalIndex rows, LocalIndex ghosts, int width, int count = 4);

  const Communicator& ranks_;
  std::shared_ptr<const System> cube_, blocks_, few_blocks_;
  std::map<double, std::shared_ptr<const System>> layers_;  ///< by their depth
  std::map<std::tuple<LocalIndex, LocalIndex, int>, std::vector<Vector>> vectors_;
};

}  // namespace minikrylov
