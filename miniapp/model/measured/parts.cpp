// Times from the counts and bandwidths that a solve has recorded.
#include "miniapp/model/measured/parts.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {
namespace {

/// The share of rows that are computed while ghosts are in flight.
double hidden(const MeasuredSolve& solve) { return std::min(1.0, solve.hidden_rows / static_cast<double>(solve.rows)); }

bool is_deep(const MeasuredSolve& solve) { return solve.powers_halo == "deep"; }

bool is_product_measured(const MeasuredSolve& solve) { return solve.product_seconds > 0 && solve.product_triad > 0; }

/// Bytes of a halo `layers` deep from all neighbours.
double halo_bytes(const MeasuredSolve& solve, double layers) {
  return number_bytes * solve.rhs * solve.ghosts * layers;
}

}  // namespace

std::optional<double> bandwidth_of_caches(const MeasuredSolve& solve, const MachineModel& machine) {
  if (solve.level_triad > 0 && solve.level != "memory") return solve.level_triad;
  if (solve.matrix_bytes + solve.vector_bytes < machine.cache_bytes * solve.hosts)
    return machine.cache_bandwidth * solve.hosts;
  return {};
}

Moving::Moving(double triad, double read_bandwidth)
    : reading(read_bandwidth), fetching(std::clamp(3 * read_bandwidth / triad - 3, 0.0, 1.0)) {}

double Moving::product(double matrix, double vector) const { return (matrix + (2 + fetching) * vector) / reading; }

MeasuredParts::MeasuredParts(const MeasuredSolve& solve, const MachineModel& machine, TimeModel model, double share)
    : solve_(solve),
      machine_(machine),
      model_(model),
      share_(share),
      vector_(number_bytes * static_cast<double>(solve.rows) * solve.rhs) {}

double MeasuredParts::vectors() const {
  const Moving m = moving();
  return (solve_.vectors_read + solve_.vectors_written + m.fetching * solve_.vectors_filled) * vector_ / m.reading;
}

double MeasuredParts::product() const {
  const double mul = moving().product(solve_.matrix_bytes, vector_), behind = hidden(solve_);
  return (1 - behind) * mul + std::max(behind * mul, emulated_halo(1)) + beside_moving();
}

double MeasuredParts::precondition() const {
  const double bytes = solve_.precondition_bytes / moving().reading;
  if (solve_.chebyshev_degree == 0) return bytes;
  return bytes + exchanges({.products = solve_.chebyshev_degree});
}

double MeasuredParts::powers(const PowersPass& pass) const {
  const Moving m = moving();
  // A step of its recurrence reads one more vector.
  const double mul = m.product(solve_.matrix_bytes, vector_) + vector_ / m.reading + excess_within();
  const double local = solve_.tile_rows > 0 ? in_tiles(pass, mul) : pass.products * mul;
  const double redundant = solve_.redundant_rows / static_cast<double>(solve_.rows);  // of all chains
  const double first = emulated_halo(is_deep(solve_) ? pass.longest() * pass.chains : 1);
  return local + redundant * mul + exchanges(pass) - std::min(first, hidden(solve_) * local);
}

double MeasuredParts::arithmetic(int values) const {
  if (machine_.gram_rate == 0 || solve_.products_fused > 0) return 0;
  const double count = (std::sqrt(8.0 * values + 1) - 1) / 2;
  const double seconds =
      share_ * values * static_cast<double>(solve_.rows) * solve_.rhs / (machine_.gram_rate * solve_.hosts);
  return std::max(0.0, seconds - count * vector_ / moving().reading);
}

SumTimes MeasuredParts::sum(int values) const {
  if (solve_.ranks == 1 && solve_.emulated_latency == 0 && solve_.emulated_bandwidth == 0) return {};
  const double bytes = number_bytes * solve_.rhs * values;
  SumTimes times = model_ == TimeModel::loggops ? loggops_sum(machine_.network, solve_.ranks, bytes) : real_sum(bytes);
  // Our own sums send a message per step, those of the MPI library count as one.
  const bool steps = solve_.reduction == "point-to-point" || solve_.reduction == "embedded";
  times.whole += (steps ? std::ceil(std::log2(solve_.ranks)) : 1) * emulated(bytes);
  return times;
}

/// Products that take `mul` seconds each where they are not in tiles: the matrix from memory once and all of them from
/// the cache; or longer, if set-up has measured that tiles gain less.
double MeasuredParts::in_tiles(const PowersPass& pass, double mul) const {
  const Moving m = moving();
  const double memory = solve_.matrix_bytes + (pass.chains + (1 + m.fetching) * pass.products) * vector_,
               cached = machine_.cache_bandwidth * solve_.hosts / share_, faster = std::max(1.0, cached / m.reading),
               apart = pass.products * mul;
  return std::max({memory / m.reading, apart / faster, std::min(apart, as_measured(pass, mul))});
}

/// What set-up has measured, as the matrix from memory once and a time for each product. Nothing without it.
double MeasuredParts::as_measured(const PowersPass& pass, double mul) const {
  if (solve_.tile_gain == 0) return 0;
  if (solve_.tile_gain_products == 0) return pass.products * mul / solve_.tile_gain;
  const double once =
      std::min(solve_.matrix_bytes / moving().reading, solve_.tile_gain_products * mul / solve_.tile_gain);
  return once + pass.products * (mul / solve_.tile_gain - once / solve_.tile_gain_products);
}

Moving MeasuredParts::moving() const {
  return moving_at(solve_.triad > 0 ? solve_.triad : machine_.memory_bandwidth * solve_.hosts);
}

Moving MeasuredParts::moving_at(double triad) const {
  const auto alone = [this](double bandwidth) { return bandwidth / share_; };
  if (const auto caches = bandwidth_of_caches(solve_, machine_)) return {alone(*caches), alone(*caches)};
  return {alone(triad), alone(triad * machine_.memory_read_bandwidth / machine_.memory_bandwidth)};
}

/// The time of a product beyond moving its bytes: its halo and, where measured, everything that moving did not hide.
double MeasuredParts::beside_moving() const { return is_product_measured(solve_) ? excess() : real_exchange(1); }

/// What a product takes longer than moving its bytes, if it was measured.
double MeasuredParts::excess() const {
  if (!is_product_measured(solve_)) return 0;
  const double vector = number_bytes * static_cast<double>(solve_.rows);
  const double bound = moving_at(solve_.product_triad).product(solve_.matrix_bytes, vector);
  return solve_.rhs * std::max(0.0, share_ * solve_.product_seconds - bound);
}

/// The same without its halo exchange.
double MeasuredParts::excess_within() const { return std::max(0.0, excess() - real_exchange(1)); }

double MeasuredParts::real_exchange(double layers) const {
  if (solve_.ranks == 1 || solve_.neighbours == 0) return 0;
  const LogGop& n = machine_.network;
  const double message = halo_bytes(solve_, layers) / solve_.neighbours;
  return model_ == TimeModel::loggops ? n.latency + 2 * n.overhead + message * n.gap_per_byte
                                      : machine_.local_seconds(message);
}

/// Of messages that the emulated network delays.
double MeasuredParts::emulated(double bytes) const {
  const double bandwidth = solve_.emulated_bandwidth;
  return solve_.emulated_latency + (bandwidth > 0 ? bytes / bandwidth : 0);
}

double MeasuredParts::emulated_halo(double layers) const {
  const bool sends = solve_.ranks > 1 && solve_.neighbours > 0 && solve_.reduction != "embedded";
  return sends ? emulated(halo_bytes(solve_, layers)) : 0;
}

/// The halo exchanges of a pass: one for all powers, or one per product.
double MeasuredParts::exchanges(const PowersPass& pass) const {
  if (!is_deep(solve_)) return pass.products * (real_exchange(1) + emulated_halo(1));
  return real_exchange(pass.longest() * pass.chains) + emulated_halo(pass.longest() * pass.chains);
}

SumTimes MeasuredParts::real_sum(double bytes) const {
  if (solve_.ranks == 1) return {};
  const double nodes = std::max(1.0, std::ceil(static_cast<double>(solve_.ranks) / machine_.ranks_per_node));
  const double whole = machine_.global_seconds(nodes, bytes);
  return {whole, machine_.gamma * whole};
}

}  // namespace minikrylov
