// The formulas of the models.
#include "miniapp/model/times.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace minikrylov {
namespace {

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

double stored_matrix_bytes(const Workload& work) {
  return work.matrix_bytes > 0 ? work.matrix_bytes : work.rows * (12 * work.nonzeros_per_row + 4);
}

DataIn place_of(DataIn where, const MethodShape& shape, const Workload& work, const MachineModel& machine,
                double nodes) {
  if (where != DataIn::by_size) return where;
  const double vectors = shape.stored_vectors * number_bytes * work.rows * work.rhs;
  return stored_matrix_bytes(work) + vectors <= machine.cache_bytes * nodes ? DataIn::cache : DataIn::memory;
}

namespace {

/// Time and processor time of a halo exchange.
struct ExchangeTimes {
  double whole = 0, of_processor = 0;
};

/// Both models' view of a machine.
class Parts {
 public:
  Parts(const Workload& work, const MachineModel& machine, DataIn where, double nodes)
      : work_(work), ranks_(nodes * machine.ranks_per_node), cache_(machine.cache_bandwidth * nodes) {
    const bool cached = where == DataIn::cache;
    memory_ = cached ? cache_ : machine.memory_bandwidth * nodes;
    reading_ = cached ? cache_ : machine.memory_read_bandwidth * nodes;  // most of a product's traffic is reads
  }

  [[nodiscard]] bool has_halo() const { return ranks_ > 1 && work_.message_bytes > 0; }
  [[nodiscard]] double vector() const { return number_bytes * work_.rows * work_.rhs / memory_; }
  [[nodiscard]] double product() const { return product_bytes(work_) / reading_; }

  template <class Exchange> [[nodiscard]] double powers(const PowersPass& pass, const Exchange& exchange) const {
    const double from_cache = pass.products * product_bytes(work_) / cache_;
    const double local = std::max(powers_bytes(work_, pass) / reading_, from_cache);
    if (!has_halo()) return local;
    const double message = work_.message_bytes * work_.rhs;
    if (work_.powers_halo == PowersHalo::rounds) return local + pass.products * exchange(message).whole;
    const double layer = work_.message_bytes / number_bytes * work_.neighbours * ranks_;  // rows, of all ranks
    return local + pass.redundant_layers() * layer / work_.rows * product() +
           exchange(message * pass.longest() * pass.chains).whole;
  }

  template <class Exchange> [[nodiscard]] PartTimes times(const MethodShape& shape, const Exchange& exchange) const {
    PartTimes t{.vector = vector(), .product = product()};
    t.precondition = work_.alpha * t.vector;
    if (work_.chebyshev_degree > 0)  // z = D⁻¹ r, then its products
      t.precondition = 3 * t.vector + powers({.products = work_.chebyshev_degree}, exchange);
    if (has_halo()) {
      const ExchangeTimes halo = exchange(work_.message_bytes * work_.rhs);
      t.product = std::max(t.product + halo.of_processor, halo.whole);
    }
    if (shape.chains > 0) t.powers = powers({static_cast<int>(shape.products()), shape.chains}, exchange);
    return t;
  }

 private:
  Workload work_;
  double ranks_, cache_, memory_ = 0, reading_ = 0;
};

/// A sum's time by the numbers it adds up, for each sum of the shape.
template <class Times> std::vector<SumTimes> times_of_sums(const MethodShape& shape, const Times& times) {
  std::vector<SumTimes> sums;
  for (const ModelStep& step : shape.steps)
    if (step.kind == ModelStep::Kind::sum_starts) sums.push_back(times(step.values));
  return sums;
}

struct InFlight {
  double due, of_processor;
  bool hidden;
};

}  // namespace

double replay(const MethodShape& shape, const PartTimes& t, const std::vector<SumTimes>& sums) {
  // Periods of pipelines of depth d repeat after d or d + 1 of them; 60 is a multiple of all that occur.
  const int warm_up = shape.in_flight > 0 ? 60 : 0, counted = shape.in_flight > 0 ? 60 : 1;
  std::deque<InFlight> flying(static_cast<std::size_t>(shape.in_flight), InFlight{0, 0, true});
  double now = 0, began = 0;
  for (int period = 0; period < warm_up + counted; ++period) {
    if (period == warm_up) began = now;
    std::size_t sum = 0;
    for (const ModelStep& step : shape.steps) {
      if (step.kind == ModelStep::Kind::sum_starts) {
        flying.push_back({now + sums[sum].whole, sums[sum].of_processor, false});
        ++sum;
      } else if (step.kind == ModelStep::Kind::sum_finishes && !flying.empty()) {
        const InFlight& first = flying.front();
        now = std::max(now + (first.hidden ? first.of_processor : 0), first.due);
        flying.pop_front();
      } else {
        const bool powers = shape.chains > 0 && step.products > 0;
        now += step.vectors * t.vector + (powers ? t.powers : step.products * t.product) +
               step.preconditions * t.precondition;
        for (InFlight& one : flying) one.hidden = true;
      }
    }
  }
  return (now - began) / counted / shape.iterations;
}

double PowersPass::redundant_layers() const {
  double layers = 0;
  for (int left = products, chain = chains; chain > 0; --chain) {
    const int powers = (left + chain - 1) / chain;
    layers += 0.5 * powers * (powers - 1);
    left -= powers;
  }
  return layers;
}

double powers_bytes(const Workload& work, const PowersPass& pass) {
  return stored_matrix_bytes(work) + number_bytes * work.rows * work.rhs * (pass.chains + pass.products);
}

double iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine, DataIn where,
                         double nodes) {
  const Parts parts(work, machine, place_of(where, shape, work, machine, nodes), nodes);
  const auto exchange = [&](double bytes) { return ExchangeTimes{machine.local_seconds(bytes)}; };
  const auto sum_times = [&](int values) {
    if (nodes * machine.ranks_per_node <= 1) return SumTimes{};
    const double whole = machine.global_seconds(nodes, number_bytes * work.rhs * values);
    return SumTimes{whole, machine.gamma * whole};
  };
  return replay(shape, parts.times(shape, exchange), times_of_sums(shape, sum_times));
}

SumTimes loggops_sum(const LogGop& n, double ranks, double bytes) {
  const double rounds = std::ceil(std::log2(std::max(1.0, ranks)));
  return {rounds * (n.latency + 2 * n.overhead + bytes * (n.gap_per_byte + n.overhead_per_byte)),
          rounds * (2 * n.overhead + bytes * n.overhead_per_byte)};
}

double slowest_of(double ranks, double noise) { return noise * (harmonic(ranks) - 1); }

double noisy_iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine,
                               DataIn where, double nodes) {
  const LogGop& n = machine.network;
  const double ranks = nodes * machine.ranks_per_node;
  const double late = slowest_of(ranks, machine.noise) / std::max(1, shape.sums());
  const auto sum_times = [&](int values) {
    SumTimes times = loggops_sum(n, ranks, number_bytes * work.rhs * values);
    times.whole += late;
    return times;
  };
  const auto exchange = [&](double bytes) {
    return ExchangeTimes{n.latency + 2 * n.overhead + bytes * n.gap_per_byte, 2 * work.neighbours * n.overhead};
  };
  const Parts parts(work, machine, place_of(where, shape, work, machine, nodes), nodes);
  return replay(shape, parts.times(shape, exchange), times_of_sums(shape, sum_times)) + machine.noise;
}

}  // namespace minikrylov
