// Runs kernels, optionally observed, or only adds up their costs.
#pragma once
#include <string>

#include "kernels/core/progress_hook.hpp"
#include "kernels/fusion/lists.hpp"

namespace minikrylov {

/// Runs kernels. An observer, if any, sees each, at the price of a fence before and after it; with a clock in their
/// hook, kernels take its time. Alternatively runs none and adds up their costs.
class KernelRunner {
 public:
  /// Null: no observer; no clock.
  explicit KernelRunner(const ProgressHook* hook, KernelObserver* observer = nullptr)
      : hook_(hook), observer_(observer) {}
  [[nodiscard]] static KernelRunner that_adds_costs() {
    KernelRunner runner(nullptr);
    runner.task_ = Task::add_costs;
    return runner;
  }

  /// The formula of a kernel; empty, to save time, if neither an observer nor a profiling tool needs it.
  template <class... S> [[nodiscard]] Formula formula_of(const S&... s) const {
    return observer_ != nullptr || Kokkos::Tools::profileLibraryLoaded() ? lists::formula_of(s...) : Formula();
  }

  /// Runs kernel(), or adds cost(), which is called only if needed.
  template <class CostOf, class Kernel> void run(const Formula& formula, const CostOf& cost, const Kernel& kernel) {
    if (task_ == Task::add_costs) {
      added_ = added_ + cost();
      return;
    }
    KernelClock* const clock = ProgressHook::clock_of(hook_);
    if (observer_ == nullptr && clock == nullptr) return kernel();
    const Cost known = cost();
    if (observer_ == nullptr) return run_in_time(clock, known, kernel);
    if (formula.is_abbreviated()) observer_->kernel_spelt_out(formula.texts());
    const std::string label = formula.label();
    Exec().fence("before a recorded kernel");
    observer_->kernel_starts();
    const double began = clock != nullptr ? clock->now() : 0;
    const Kokkos::Timer timer;
    run_in_time(clock, known, kernel);
    Exec().fence("after a recorded kernel");
    observer_->kernel_ended(label, clock != nullptr ? clock->now() - began : timer.seconds(), known);
  }

  /// The sum of the costs added.
  [[nodiscard]] const Cost& added() const { return added_; }

 private:
  template <class Kernel> static void run_in_time(KernelClock* clock, const Cost& cost, const Kernel& kernel) {
    const ClockedKernel clocked(clock, cost);
    kernel();
  }

  enum class Task { run, add_costs } task_ = Task::run;
  const ProgressHook* hook_;
  KernelObserver* observer_ = nullptr;
  Cost added_;
};

}  // namespace minikrylov
