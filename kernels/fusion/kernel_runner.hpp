// Runs kernels, optionally observed, or only adds up their costs.
#pragma once
#include "kernels/core/function_ref.hpp"
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
  void run(const Formula& formula, FunctionRef<Cost()> cost, FunctionRef<void()> kernel);

  /// The sum of the costs added.
  [[nodiscard]] const Cost& added() const { return added_; }

 private:
  enum class Task { run, add_costs } task_ = Task::run;
  const ProgressHook* hook_;
  KernelObserver* observer_ = nullptr;
  Cost added_;
};

}  // namespace minikrylov
