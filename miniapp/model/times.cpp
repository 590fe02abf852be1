// The formulas of the models.
#include "miniapp/model/times.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {
namespace {

/// Applications of A and M still available to hide behind, or to be added.
struct Operations {
  double products, preconditions;

  /// Removes the operations between a reduction's start and its finish.
  Operations take(const std::string& events) {
    const Operations taken{std::min(products, static_cast<double>(std::count(events.begin(), events.end(), 'A'))),
                           std::min(preconditions, static_cast<double>(std::count(events.begin(), events.end(), 'M')))};
    products -= taken.products;
    preconditions -= taken.preconditions;
    return taken;
  }
  [[nodiscard]] double seconds(const PartTimes& t) const {
    return products * t.product + preconditions * t.precondition;
  }
};

/// Iterations during which a reduction is in flight.
double depth_of(const ModelSum& sum, const MethodShape& shape) {
  const auto times = [&](char event, double a_shape) {
    return a_shape > 0
               ? static_cast<double>(std::count(sum.hidden_behind.begin(), sum.hidden_behind.end(), event)) / a_shape
               : 0;
  };
  return std::max(1.0, std::ceil(std::max(times('A', shape.products), times('M', shape.preconditions))));
}

/// Duration of a reduction, and its processor time where it is hidden.
struct SumTimes {
  double whole, of_processor;
};

/// Time of an iteration, with sum_times(k) for a reduction of k numbers per right-hand side.
template <class Times> double assemble(const MethodShape& shape, const PartTimes& t, const Times& sum_times) {
  Operations left{shape.products, shape.preconditions};
  double seconds = shape.vectors * t.vector;
  for (const ModelSum& sum : shape.sums) {
    const SumTimes times = sum_times(sum.values);
    const double hiding = left.take(sum.hidden_behind).seconds(t);
    seconds += sum.hidden_behind.empty() ? times.whole
                                         : std::max(hiding + times.of_processor, times.whole / depth_of(sum, shape));
  }
  return (seconds + left.seconds(t)) / shape.steps;
}

/// H_P: the mean of the maximum of P exponential delays of mean 1.
double harmonic(double p) {
  if (p > 1000) return std::log(p) + 0.57721566490153286 + 1 / (2 * p);
  double sum = 0;
  for (double k = 1; k <= p; ++k) sum += 1 / k;
  return sum;
}

}  // namespace

double product_bytes(const Workload& work) {
  const double c = work.nonzeros_per_row, m = work.rhs;
  if (work.matrix_bytes == 0) return work.rows * (8 * m * (c + 1) + 4 * (3 * c + 1));
  return work.matrix_bytes + 2 * number_bytes * work.rows * m;
}

DataIn place_of(DataIn where, const MethodShape& shape, const Workload& work, const MachineModel& machine,
                double nodes) {
  if (where != DataIn::by_size) return where;
  const double crs = work.rows * (12 * work.nonzeros_per_row + 4);
  const double matrix = work.matrix_bytes > 0 ? work.matrix_bytes : crs;
  const double vectors = shape.stored_vectors * number_bytes * work.rows * work.rhs;
  return matrix + vectors <= machine.cache_bytes * nodes ? DataIn::cache : DataIn::memory;
}

PartTimes part_times(const Workload& work, const MachineModel& machine, DataIn where, double nodes) {
  const bool cached = where == DataIn::cache;
  const double bandwidth = (cached ? machine.cache_bandwidth : machine.memory_bandwidth) * nodes;
  // Most of a product's traffic is reads.
  const double reading = cached ? bandwidth : machine.memory_read_bandwidth * nodes;
  PartTimes t;
  t.vector = number_bytes * work.rows * work.rhs / bandwidth;
  t.precondition = work.alpha * t.vector;
  t.product = product_bytes(work) / reading;
  if (nodes * machine.ranks_per_node > 1 && work.message_bytes > 0)
    t.product = std::max(t.product, machine.local_seconds(work.message_bytes * work.rhs));
  return t;
}

double iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine, DataIn where,
                         double nodes) {
  const auto sum_times = [&](int values) {
    if (nodes * machine.ranks_per_node <= 1) return SumTimes{0, 0};
    const double whole = machine.global_seconds(nodes, number_bytes * work.rhs * values);
    return SumTimes{whole, machine.gamma * whole};
  };
  return assemble(shape, part_times(work, machine, place_of(where, shape, work, machine, nodes), nodes), sum_times);
}

double noisy_iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine,
                               DataIn where, double nodes) {
  const LogGop& n = machine.network;
  const double ranks = nodes * machine.ranks_per_node, rounds = std::ceil(std::log2(std::max(1.0, ranks)));
  const double late =
      machine.noise * (harmonic(ranks) - 1) / static_cast<double>(std::max<std::size_t>(1, shape.sums.size()));
  const auto sum_times = [&](int values) {
    const double length = number_bytes * work.rhs * values;
    return SumTimes{rounds * (n.latency + 2 * n.overhead + length * (n.gap_per_byte + n.overhead_per_byte)) + late,
                    rounds * (2 * n.overhead + length * n.overhead_per_byte)};
  };
  const DataIn place = place_of(where, shape, work, machine, nodes);
  PartTimes t = part_times(work, machine, place, nodes);
  const double message = work.message_bytes * work.rhs;
  const double halo = ranks > 1 && message > 0 ? n.latency + 2 * n.overhead + message * n.gap_per_byte : 0;
  const double of_processor = halo > 0 ? 2 * work.neighbours * n.overhead : 0;
  Workload without_halo = work;
  without_halo.message_bytes = 0;
  t.product = std::max(part_times(without_halo, machine, place, nodes).product + of_processor, halo);
  return assemble(shape, t, sum_times) + machine.noise;
}

}  // namespace minikrylov
