// Costs by observation: a tridiagonal system, an event log, and the kernels' own traffic counters.
#include "miniapp/methods/running/observed_costs.hpp"

#include <algorithm>

#include "comm/reduction/observed_reduction.hpp"
#include "comm/reduction/reduction_log.hpp"
#include "miniapp/methods/running/small_solve.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

/// The events between the stopping tests of two iterations, and the traffic counters at each.
struct Watched {
  std::vector<std::string> events{""};  ///< before test 0, between 0 and 1, …
  std::vector<TrafficCounters> counters;
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

}  // namespace

std::string hides(const std::string& events) {
  std::string text;
  for (const char operation : events) {
    if (operation == 'T') continue;
    text += (text.empty() ? "" : ", ") + std::string(1, operation);
  }
  return text.empty() ? "nothing" : text;
}

ObservedCosts observe_costs(const CatalogueRow& row, const Execution& how, const Observation& observation) {
  std::string log;
  const small::Tridiagonal matrix(row.family);
  const LoggedOperator A(matrix, log);
  const Identity identity;
  const AsGeneral M(identity, log);
  small::MeasuringSum sum;
  ReductionLog sums(&log);
  ObservedReduction reduction(sum, {&sums});

  small::SmallSolve solve;
  Kernels kernels(small::sample_rows, 1, how);
  Watched watched;
  const int period = small::period_of(row, observation), last_watched = small::first_watched(period);
  solve.run(row, observation, A, M, kernels, reduction, [&](int i, double) {
    watched.events.push_back("");
    std::swap(watched.events[watched.events.size() - 2], log);
    log.clear();
    watched.counters.push_back(kernels.traffic());
    watched.iterations.push_back(i);
    watched.sums.push_back(sum.lengths.size());
  });

  ObservedCosts costs;
  costs.work_vectors = static_cast<int>(solve.pool.size());
  const std::string& setup = watched.events.front();
  costs.setup_products = static_cast<int>(std::count(setup.begin(), setup.end(), 'A'));
  costs.setup_preconditions = static_cast<int>(std::count(setup.begin(), setup.end(), 'M'));
  const int end_of_period = last_watched + period - 1;
  std::string steady;
  for (int i = last_watched; i <= end_of_period; ++i) steady += watched.events[i];
  std::string events_before, events_from;
  for (std::size_t i = 0; i < watched.events.size(); ++i)
    (static_cast<int>(i) < last_watched ? events_before : events_from) += watched.events[i];
  costs.reductions = static_cast<int>(std::count(steady.begin(), steady.end(), 'S'));
  costs.hidden_behind = between_start_and_finish(
      events_from,
      std::count(events_before.begin(), events_before.end(), 'S') -
          std::count(events_before.begin(), events_before.end(), 'F'));
  costs.hidden_behind.resize(costs.reductions);
  const auto first = sum.lengths.begin() + static_cast<std::ptrdiff_t>(watched.sums[last_watched - 1]);
  costs.values.assign(first, first + costs.reductions);
  costs.steps = watched.iterations[end_of_period] - watched.iterations[last_watched - 1];
  const TrafficCounters one = watched.counters[end_of_period] - watched.counters[last_watched - 1];
  costs.products = static_cast<int>(one.products);
  costs.preconditions = static_cast<int>(one.preconditions);
  costs.vectors_read = static_cast<int>(one.vectors_read);
  costs.vectors_written = static_cast<int>(one.vectors_written);
  return costs;
}

}  // namespace minikrylov
