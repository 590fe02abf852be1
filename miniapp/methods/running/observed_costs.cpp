// Costs by observation: a tridiagonal system, an event log, and the kernels' own traffic counters.
#include "miniapp/methods/running/observed_costs.hpp"

#include <algorithm>

#include "comm/reduction/observed_reduction.hpp"
#include "comm/reduction/reduction_log.hpp"
#include "miniapp/methods/running/method.hpp"
#include "miniapp/system/operators.hpp"
#include "miniapp/system/preconditioners.hpp"

namespace minikrylov {
namespace {

constexpr LocalIndex sample_rows = 200;
constexpr int last_watched = 5;  // an iteration past the start
constexpr int sample_steps = 4;  // s of s-step methods

/// Iterations after which the events of a method repeat.
int period_of(const CatalogueRow& row) { return row.needs == Needs::basis ? sample_steps : 1; }

/// For the matrix below.
KrylovBasis sample_basis(const CatalogueRow& row) {
  if (row.needs != Needs::basis) return {};
  return make_basis(BasisKind::chebyshev, row.family == Family::cg ? sample_steps : 2 * sample_steps, {0.1, 6});
}

/// A tridiagonal matrix with growing diagonal: nonsymmetric for BiCGStab, its symmetric part for CG.
class Tridiagonal final : public Operator {
 public:
  explicit Tridiagonal(Family family) : lower_(family == Family::cg ? -1.0 : -1.25) {}

  void apply(const Vector& x, const Vector& y, const Around&) const override {
    const auto from = x.data, to = y.data;
    const double lower = lower_;
    Kokkos::parallel_for(
        "y = A x", Kokkos::RangePolicy<Exec>(0, sample_rows), KOKKOS_LAMBDA(int i) {
          to(i) = (2.0 + 0.01 * i) * from(i) - (i + 1 < sample_rows ? from(i + 1) : 0.0) +
                  (i > 0 ? lower * from(i - 1) : 0.0);
        });
  }
  void apply_transposed(const Vector& x, const Vector& y) const override {
    const auto from = x.data, to = y.data;
    const double lower = lower_;
    Kokkos::parallel_for(
        "y = Aᵀ x", Kokkos::RangePolicy<Exec>(0, sample_rows), KOKKOS_LAMBDA(int i) {
          to(i) = (2.0 + 0.01 * i) * from(i) - (i > 0 ? from(i - 1) : 0.0) +
                  (i + 1 < sample_rows ? lower * from(i + 1) : 0.0);
        });
  }
  [[nodiscard]] Fusible fuses(int) const override { return Fusible::nothing; }
  [[nodiscard]] Cost cost(int) const override { return {}; }

 private:
  double lower_;
};

/// A sum over this rank alone that records the length of each reduction.
class MeasuringSum final : public Reduction {
 public:
  void start(std::span<double> values, std::string_view) override {
    lengths.push_back(static_cast<int>(values.size()));
  }
  void finish() override {}
  void progress() override {}

  std::vector<int> lengths;
};

/// The events between the stopping tests of two iterations, and the traffic counters at each.
struct Watched {
  std::vector<std::string> events{""};  ///< before test 0, between 0 and 1, …
  std::vector<TrafficCounters> tallies;
  std::vector<int> iterations;
  std::vector<std::size_t> sums;  ///< reductions started before each test
};

/// What runs between each start and its finish; reductions finish in the order in which they started. `in_flight`
/// reductions are already in flight at the beginning.
std::vector<std::string> between_start_and_finish(const std::string& events, std::ptrdiff_t in_flight) {
  std::vector<std::string> found;
  std::ptrdiff_t started = 0, finished = -in_flight;
  for (const char event : events) {
    if (event == 'S') {
      ++started;
      found.emplace_back();
    } else if (event == 'F') {
      ++finished;
    } else {
      for (std::ptrdiff_t sum = std::max<std::ptrdiff_t>(0, finished); sum < started; ++sum) found[sum] += event;
    }
  }
  return found;
}

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
        {kind, label, std::exchange(formulas_, {}), spent.vectors_read, spent.vectors_written, 0, in_flight_});
  }
  void kernel_spelt_out(const std::vector<std::string>& formulas) override { formulas_ = formulas; }
  void sum_starts(const std::string& label, std::size_t) override {
    steps.push_back({ObservedStep::Kind::sum_starts, label, {}, 0, 0, 0, in_flight_});
    in_flight_.push_back(label);
  }
  void sum_started(const std::string&) override { steps.back().values = sum_.lengths.back(); }
  void sum_awaited(const std::string&) override {}
  void sum_finished(const std::string& label) override {
    in_flight_.erase(in_flight_.begin());
    steps.push_back({ObservedStep::Kind::sum_finishes, label, {}, 0, 0, 0, in_flight_});
  }

 private:
  const Kernels& kernels_;
  const MeasuringSum& sum_;
  TrafficCounters before_;
  std::vector<std::string> formulas_;  // of the next kernel
  std::vector<std::string> in_flight_;
};

/// Everything needed to solve the small system.
struct SmallSolve {
  SystemVectors system{make_vector("b", sample_rows, 0, 1), make_vector("x", sample_rows, 0, 1)};
  VectorPool pool;

  void run(
      const CatalogueRow& row, const Operator& A, const Preconditioner& M, Kernels& kernels, Reduction& reduction,
      const std::function<void(int, double)>& judged) {
    fill(system.b, 1);
    Env env(
        kernels,
        reduction,
        pool,
        {.fixed_iterations = 3 * last_watched, .reference = {1}},
        system,
        {.largest_eigenvalue = 6,
         .matrix_norm = 6,
         .rows = sample_rows,
         .entries_per_row = 3,
         .basis = sample_basis(row)});
    env.on_judgement(judged);
    row.method(A, M, env);
  }
};

}  // namespace

std::string hides(const std::string& events) {
  std::string text;
  for (const char operation : events) {
    if (operation == 'T') continue;
    text += (text.empty() ? "" : ", ") + std::string(1, operation);
  }
  return text.empty() ? "nothing" : text;
}

ObservedCosts observe_costs(const CatalogueRow& row, const Execution& how) {
  std::string log;
  const Tridiagonal matrix(row.family);
  const LoggedOperator A(matrix, log);
  const Identity identity;
  const AsGeneral M(identity, log);
  MeasuringSum sum;
  ReductionLog sums(&log);
  ObservedReduction reduction(sum, {&sums});

  SmallSolve solve;
  Kernels kernels(sample_rows, 1, how);
  Watched watched;
  solve.run(row, A, M, kernels, reduction, [&](int i, double) {
    watched.events.push_back("");
    std::swap(watched.events[watched.events.size() - 2], log);
    log.clear();
    watched.tallies.push_back(kernels.traffic());
    watched.iterations.push_back(i);
    watched.sums.push_back(sum.lengths.size());
  });

  ObservedCosts costs;
  costs.work_vectors = static_cast<int>(solve.pool.size());
  const std::string& setup = watched.events.front();
  costs.setup_products = static_cast<int>(std::count(setup.begin(), setup.end(), 'A'));
  costs.setup_preconditions = static_cast<int>(std::count(setup.begin(), setup.end(), 'M'));
  const int last = last_watched + period_of(row) - 1;
  std::string steady;
  for (int i = last_watched; i <= last; ++i) steady += watched.events[i];
  std::string events_before, events_from;
  for (std::size_t i = 0; i < watched.events.size(); ++i)
    (i < last_watched ? events_before : events_from) += watched.events[i];
  costs.reductions = static_cast<int>(std::count(steady.begin(), steady.end(), 'S'));
  costs.hidden_behind = between_start_and_finish(
      events_from,
      std::count(events_before.begin(), events_before.end(), 'S') -
          std::count(events_before.begin(), events_before.end(), 'F'));
  costs.hidden_behind.resize(costs.reductions);
  const auto first = sum.lengths.begin() + static_cast<std::ptrdiff_t>(watched.sums[last_watched - 1]);
  costs.values.assign(first, first + costs.reductions);
  costs.steps = watched.iterations[last] - watched.iterations[last_watched - 1];
  const TrafficCounters one = watched.tallies[last] - watched.tallies[last_watched - 1];
  costs.products = static_cast<int>(one.products);
  costs.preconditions = static_cast<int>(one.preconditions);
  costs.vectors_read = static_cast<int>(one.vectors_read);
  costs.vectors_written = static_cast<int>(one.vectors_written);
  return costs;
}

ObservedSteps observe_steps(const CatalogueRow& row, const Execution& how) {
  std::string log;
  const Tridiagonal A(row.family);
  const Identity identity;
  const AsGeneral M(identity, log);
  MeasuringSum sum;
  Kernels kernels(sample_rows, 1, how);
  StepRecorder recorder(kernels, sum);
  ObservedReduction reduction(sum, {&recorder});
  kernels.observe(&recorder);

  ObservedSteps observed;
  SmallSolve solve;
  int judgements = 0, judged = 0;
  solve.run(row, A, M, kernels, reduction, [&](int i, double) {
    if (judgements == 0) observed.setup = recorder.steps;
    if (judgements >= last_watched && judgements < last_watched + period_of(row)) {
      observed.steady.insert(observed.steady.end(), recorder.steps.begin(), recorder.steps.end());
      observed.iterations = i - judged;
    }
    recorder.steps.clear();
    ++judgements;
    if (judgements <= last_watched) judged = i;
  });
  return observed;
}

}  // namespace minikrylov
