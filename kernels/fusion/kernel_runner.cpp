// Runs kernels, optionally observed, or only adds up their costs.
#include "kernels/fusion/kernel_runner.hpp"

namespace minikrylov {
namespace {

void run_in_time(KernelClock* clock, const Cost& cost, FunctionRef<void()> kernel) {
  const ClockedKernel clocked(clock, cost);
  kernel();
}

}  // namespace

void KernelRunner::run(const Formula& formula, FunctionRef<Cost()> cost, FunctionRef<void()> kernel) {
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

}  // namespace minikrylov
