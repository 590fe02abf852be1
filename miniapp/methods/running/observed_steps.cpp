// The steps of a method by observation: its kernels and reductions as they run.
#include <utility>

#include "comm/reduction/observed_reduction.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "miniapp/methods/running/small_solve.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

using small::MeasuringSum;
using small::SmallSolve;
using small::Tridiagonal;

/// Records kernels and reductions as they run.
class StepRecorder final : public KernelObserver, public ReductionObserver {
 public:
  StepRecorder(const Kernels& kernels, const MeasuringSum& sum) : kernels_(kernels), sum_(sum) {}

  std::vector<ObservedStep> steps;

  void kernel_ended(const std::string& label, double, const Cost&) override {
    const TrafficCounters spent = kernels_.traffic() - before_;
    before_ = kernels_.traffic();
    const auto kind = spent.launches > 0        ? ObservedStep::Kind::fused_kernel
                      : spent.preconditions > 0 ? ObservedStep::Kind::precondition
                                                : ObservedStep::Kind::product;
    steps.push_back(
        {.kind = kind,
         .label = label,
         .formulas = std::exchange(formulas_, {}),
         .vectors_read = spent.vectors_read,
         .vectors_written = spent.vectors_written,
         .in_flight = in_flight_,
         .products = static_cast<int>(spent.products),
         .preconditions = static_cast<int>(spent.preconditions)});
  }
  void kernel_spelt_out(const std::vector<std::string>& formulas) override { formulas_ = formulas; }
  void sum_starts(const std::string& label, std::size_t) override {
    steps.push_back({.kind = ObservedStep::Kind::sum_starts, .label = label, .formulas = {}, .in_flight = in_flight_});
    in_flight_.push_back(label);
  }
  void sum_started(const std::string&) override { steps.back().values = sum_.lengths.back(); }
  void sum_awaited(const std::string&) override {}
  void sum_finished(const std::string& label) override {
    in_flight_.erase(in_flight_.begin());
    steps.push_back(
        {.kind = ObservedStep::Kind::sum_finishes, .label = label, .formulas = {}, .in_flight = in_flight_});
  }

 private:
  const Kernels& kernels_;
  const MeasuringSum& sum_;
  TrafficCounters before_;
  std::vector<std::string> formulas_;  // of the next kernel
  std::vector<std::string> in_flight_;
};

Array<double> ones() {
  const Vector diagonal = make_vector("D", small::sample_rows, 0, 1);
  fill(diagonal, 1);
  return diagonal.data;
}

}  // namespace

ObservedSteps observe_steps(const CatalogueRow& row, const Execution& how, const Observation& observation) {
  std::string log;
  const Tridiagonal A(row.family);
  const Identity identity;
  const AsGeneral general(identity, log);
  const Jacobi diagonal(ones());
  const Preconditioner* M = &general;
  if (observation.preconditioner == PreconditionerKind::diagonal) M = &diagonal;
  if (observation.preconditioner == PreconditionerKind::identity) M = &identity;
  MeasuringSum sum;
  Kernels kernels(small::sample_rows, 1, how);
  StepRecorder recorder(kernels, sum);
  ObservedReduction reduction(sum, {&recorder});
  kernels.observe(&recorder);

  ObservedSteps observed;
  SmallSolve solve;
  const int period = small::period_of(row, observation), last_watched = small::first_watched(period);
  int judgements = 0, judged = 0;
  solve.run(row, observation, A, *M, kernels, reduction, [&](int i, double) {
    if (judgements == 0) observed.setup = recorder.steps;
    if (judgements >= last_watched && judgements < last_watched + period) {
      observed.steady.insert(observed.steady.end(), recorder.steps.begin(), recorder.steps.end());
      observed.iterations = i - judged;
    }
    recorder.steps.clear();
    ++judgements;
    if (judgements <= last_watched) judged = i;
  });
  observed.work_vectors = static_cast<int>(solve.pool.size());
  return observed;
}

}  // namespace minikrylov
