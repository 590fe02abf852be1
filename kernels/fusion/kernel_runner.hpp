// Runs kernels, for an observer or not, or only adds up what they would cost.
#pragma once
#include <string>

#include "kernels/core/profile.hpp"
#include "kernels/fusion/lists.hpp"

namespace minikrylov {

/// Runs kernels, shown to an observer if there is one, at the price of a fence before and after each; or runs none and
/// adds up their costs.
class KernelRunner {
 public:
  /// `observer` null: none.
  explicit KernelRunner(KernelObserver* observer = nullptr) : observer_(observer) {}
  [[nodiscard]] static KernelRunner that_adds_costs() {
    KernelRunner runner;
    runner.task_ = Task::add_costs;
    return runner;
  }

  /// The formula of a kernel; empty, to save time, if neither an observer nor a profiling tool needs it.
  template <class... S> [[nodiscard]] Formula formula_of(const S&... s) const {
    return observer_ != nullptr || Kokkos::Tools::profileLibraryLoaded() ? lists::formula_of(s...) : Formula();
  }

  /// Runs kernel(), or adds cost(), which is called only where it is needed.
  template <class CostOf, class Kernel> void run(const Formula& formula, const CostOf& cost, const Kernel& kernel) {
    if (task_ == Task::add_costs) {
      added_ = added_ + cost();
      return;
    }
    if (observer_ == nullptr) return kernel();
    const Cost known = cost();
    if (formula.is_abbreviated()) observer_->kernel_spelt_out(formula.texts());
    const std::string label = formula.label();
    Exec().fence("before a recorded kernel");
    observer_->kernel_starts();
    const Kokkos::Timer timer;
    kernel();
    Exec().fence("after a recorded kernel");
    observer_->kernel_ended(label, timer.seconds(), known);
  }

  /// The sum of the costs added.
  [[nodiscard]] const Cost& added() const { return added_; }

 private:
  enum class Task { run, add_costs } task_ = Task::run;
  KernelObserver* observer_ = nullptr;
  Cost added_;
};

}  // namespace minikrylov
