// Times from the counts and bandwidths that a solve has recorded.
#include "miniapp/model/measured/parts.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {
namespace {

/// The share of rows that are computed while ghosts are in flight.
double hidden(const MeasuredSolve& solve) { return std::min(1.0, solve.hidden_rows / static_cast<double>(solve.rows)); }

bool is_deep(const MeasuredSolve& solve) { return solve.powers_halo == "deep"; }

/// Whether set-up has measured a pass in tiles like the solve's.
bool is_pass_measured(const MeasuredSolve& solve) {
  return solve.tile_rows > 0 && solve.tile_pass_seconds > 0 && solve.tile_gain_products >= 1;
}

bool is_product_measured(const MeasuredSolve& solve) { return solve.product_seconds > 0 && solve.product_triad > 0; }

/// Bytes of a halo `layers` deep from all neighbours.
double halo_bytes(const MeasuredSolve& solve, double layers) {
  return number_bytes * solve.rhs * solve.ghosts * layers;
}

}  // namespace

std::optional<Moving> in_caches(const MeasuredSolve& solve, const MachineModel& machine) {
  if (solve.level_triad > 0 && solve.level != "memory")
    return Moving{solve.level_triad, solve.level_update > 0 ? solve.level_update : solve.level_triad};
  const double estimated = machine.cache_bandwidth * solve.hosts;
  if (solve.matrix_bytes + solve.vector_bytes < machine.cache_bytes * solve.hosts) return Moving{estimated, estimated};
  return {};
}

Moving::Moving(double triad, double update_bandwidth)
    : reading(update_bandwidth), fetching(std::max(3 * update_bandwidth / triad - 3, 0.0)) {}

double Moving::product(double matrix, double vector) const { return (matrix + (2 + fetching) * vector) / reading; }

MeasuredParts::MeasuredParts(const MeasuredSolve& solve, const MachineModel& machine, TimeModel model,
                             const Shares& shares)
    : solve_(solve),
      machine_(machine),
      model_(model),
      shares_(shares),
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
  const bool is_measured = solve_.precondition_seconds > 0;
  double seconds = moved_by_precondition(moving());
  if (is_measured) {
    // What took less than its bytes from memory found some of them in caches.
    const double bound = moved_by_precondition(moving_at(triad())), took = solve_.precondition_seconds;
    seconds = seconds * std::min(1.0, took / bound) + shares_.core * std::max(0.0, took - bound);
  }
  if (solve_.chebyshev_degree == 0) return seconds;
  const PowersPass pass{.products = solve_.chebyshev_degree};
  return seconds + (is_measured ? 0 : real_exchanges(pass)) + emulated_exchanges(pass);
}

double MeasuredParts::moved_by_precondition(const Moving& m) const {
  return (solve_.precondition_bytes + m.fetching * solve_.precondition_filled_bytes) / m.reading;
}

double MeasuredParts::powers(const PowersPass& pass) const {
  const double mul = product_of_powers(moving(), shares_.core);
  const double local = solve_.tile_rows > 0 ? in_tiles(pass, mul) : pass.products * mul;
  const double redundant = solve_.redundant_rows / static_cast<double>(solve_.rows);  // of all chains
  const double first = emulated_halo(is_deep(solve_) ? pass.longest() * pass.chains : 1);
  // What was measured in tiles was measured with both.
  const double beside = is_pass_measured(solve_) ? 0 : redundant * mul + real_exchanges(pass);
  return local + beside + emulated_exchanges(pass) - std::min(first, hidden(solve_) * local);
}

double MeasuredParts::arithmetic(int values) const {
  const bool beside_products = solve_.products_fused > 0;
  const bool in_cache = beside_products && solve_.steps > 0 && solve_.tile_rows > 0;
  if (machine_.gram_rate == 0 || (beside_products && !in_cache)) return 0;
  const double count = (std::sqrt(8.0 * values + 1) - 1) / 2;
  const double seconds =
      shares_.core * values * static_cast<double>(solve_.rows) * solve_.rhs / (machine_.gram_rate * solve_.hosts);
  return in_cache ? seconds : std::max(0.0, seconds - count * vector_ / moving().reading);
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

/// Products that take `mul` seconds each where they are not in tiles: what must come from memory, and what set-up has
/// measured beyond that; unless it has, as much as the cache is faster.
double MeasuredParts::in_tiles(const PowersPass& pass, double mul) const {
  const Moving m = moving();
  const double once = from_memory(pass, m);
  if (is_pass_measured(solve_)) return once + shares_.core * pass.longest() * excess_in_tiles();
  const double cached = machine_.cache_bandwidth * solve_.hosts / shares_.core;
  return std::max(once, pass.products * mul / std::max(1.0, cached / m.reading));
}

/// The time to read the matrix and the first vectors once, and to write all others.
double MeasuredParts::from_memory(const PowersPass& pass, const Moving& m) const {
  return (solve_.matrix_bytes + (pass.chains + (1 + m.fetching) * pass.products) * vector_) / m.reading;
}

/// What a power of both chains, which one reading of the matrix from the cache makes, took longer at set-up than its
/// share of memory, beside all other ranks, redundant rows and messages included.
double MeasuredParts::excess_in_tiles() const {
  const PowersPass measured{.products = static_cast<int>(solve_.tile_gain_products), .chains = 2};
  const double beyond = solve_.tile_pass_seconds - from_memory(measured, moving_at(triad_at_set_up()));
  return std::max(0.0, beyond / measured.longest());
}

/// Beside the passes in which tiles were measured.
double MeasuredParts::triad_at_set_up() const {
  if (solve_.tile_gain_triad > 0) return solve_.tile_gain_triad;
  return is_product_measured(solve_) ? solve_.product_triad : triad();
}

double MeasuredParts::triad() const {
  return solve_.triad > 0 ? solve_.triad : machine_.memory_bandwidth * solve_.hosts;
}

/// Beside the work that other ranks do while this one does its own.
Moving MeasuredParts::moving() const {
  Moving m = moving_at(triad());
  m.reading /= in_caches(solve_, machine_) ? shares_.core : shares_.memory;
  return m;
}

/// Beside the work of all other ranks. `update`: bandwidth of updates in place then; 0: relative to the triad as beside
/// the solve, or else as the machine's reads.
Moving MeasuredParts::moving_at(double triad, double update) const {
  if (const auto cached = in_caches(solve_, machine_)) return *cached;
  if (update > 0) return {triad, update};
  const double ratio = solve_.update > 0 && solve_.triad > 0
                           ? solve_.update / solve_.triad
                           : machine_.memory_read_bandwidth / machine_.memory_bandwidth;
  return {triad, triad * ratio};
}

/// The time of a product beyond moving its bytes: its halo and, where measured, everything that moving did not hide.
double MeasuredParts::beside_moving() const {
  return is_product_measured(solve_) ? shares_.core * excess() : real_exchange(1);
}

/// What a product took longer at set-up than moving its bytes, beside all other ranks; nothing unless it was measured.
double MeasuredParts::excess() const {
  if (!is_product_measured(solve_)) return 0;
  const double vector = number_bytes * static_cast<double>(solve_.rows);
  const Moving then = moving_at(solve_.product_triad, solve_.product_update);
  const double bound = then.product(solve_.matrix_bytes, vector);
  return solve_.rhs * std::max(0.0, solve_.product_seconds - bound);
}

/// A product within powers, without its halo exchange: a step of its recurrence reads one more vector.
double MeasuredParts::product_of_powers(const Moving& m, double core) const {
  return m.product(solve_.matrix_bytes, vector_) + vector_ / m.reading +
         std::max(0.0, core * excess() - real_exchange(1));
}

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
double MeasuredParts::real_exchanges(const PowersPass& pass) const {
  return is_deep(solve_) ? real_exchange(pass.longest() * pass.chains) : pass.products * real_exchange(1);
}

/// What the emulated network adds to them.
double MeasuredParts::emulated_exchanges(const PowersPass& pass) const {
  return is_deep(solve_) ? emulated_halo(pass.longest() * pass.chains) : pass.products * emulated_halo(1);
}

SumTimes MeasuredParts::real_sum(double bytes) const {
  if (solve_.ranks == 1) return {};
  const double nodes = std::max(1.0, std::ceil(static_cast<double>(solve_.ranks) / machine_.ranks_per_node));
  const double whole = machine_.global_seconds(nodes, bytes);
  return {whole, machine_.gamma * whole};
}

}  // namespace minikrylov
