// Predicts a measured solve.
#include "miniapp/model/measured.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/settings/method_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// The value called `text`, or else the first one.
template <Named E> E value_named(std::string_view text) {
  for (const auto& name : Names<E>::table)
    if (name.text == text) return name.value;
  return Names<E>::table.front().value;
}

/// The cost of moving bytes at the place and time of a measured triad.
struct Moving {
  double reading;   ///< bytes/s
  double fetching;  ///< extra cost of a byte written without being read before, in bytes read

  /// Per element a triad reads 16 bytes and writes 8 not read before, whose cache lines most processors fetch first.
  Moving(double triad, double read_bandwidth)
      : reading(read_bandwidth), fetching(std::clamp(3 * read_bandwidth / triad - 3, 0.0, 1.0)) {}

  /// Time of a product: reads the matrix and x, writes y, with `vector` bytes for x and y each.
  [[nodiscard]] double product(double matrix, double vector) const {
    return (matrix + (2 + fetching) * vector) / reading;
  }
};

/// Bytes/s of the caches that hold all that a solve's iteration touches; nothing if it is in memory.
std::optional<double> bandwidth_of_caches(const MeasuredSolve& solve, const MachineModel& machine) {
  if (solve.level_triad > 0 && solve.level != "memory") return solve.level_triad;
  if (solve.matrix_bytes + solve.vector_bytes < machine.cache_bytes * solve.hosts)
    return machine.cache_bandwidth * solve.hosts;
  return {};
}

/// How many times as fast as beside all others a rank works while they wait: as many as share its processor, or by
/// what one rank alone gets of the memory's bandwidth.
double faster_alone(const MeasuredSolve& solve, const MachineModel& machine) {
  if (bandwidth_of_caches(solve, machine)) return solve.sharing;
  return std::max(solve.sharing, machine.rank_bandwidth * solve.ranks / (machine.memory_bandwidth * solve.hosts));
}

/// The parts of an iteration of a solve, where its work takes `share` of the time that it takes beside that of all
/// other ranks.
class MeasuredParts {
 public:
  MeasuredParts(const MeasuredSolve& solve, const MachineModel& machine, TimeModel model, double share)
      : solve_(solve),
        machine_(machine),
        model_(model),
        share_(share),
        vector_(number_bytes * static_cast<double>(solve.rows) * solve.rhs) {}

  /// All vectors of an iteration.
  [[nodiscard]] double vectors() const {
    const Moving m = moving();
    return (solve_.vectors_read + solve_.vectors_written + m.fetching * solve_.vectors_filled) * vector_ / m.reading;
  }
  /// A product overlapped with its halo as the solve says.
  [[nodiscard]] double product() const {
    const double mul = moving().product(solve_.matrix_bytes, vector_);
    return (1 - hidden()) * mul + std::max(hidden() * mul, emulated_halo(1)) + beside_moving();
  }
  /// An application of M, without messages unless it is a polynomial.
  [[nodiscard]] double precondition() const {
    const double bytes = solve_.precondition_bytes / moving().reading;
    if (solve_.chebyshev_degree == 0) return bytes;
    return bytes + exchanges({.products = solve_.chebyshev_degree});
  }
  /// A pass over powers of A, whose rows hide the first exchange.
  [[nodiscard]] double powers(const PowersPass& pass) const {
    const Moving m = moving();
    // A step of its recurrence reads one more vector.
    const double mul = m.product(solve_.matrix_bytes, vector_) + vector_ / m.reading + excess_within();
    const double local = solve_.tile_rows > 0 ? in_tiles(pass, mul) : pass.products * mul;
    const double redundant = pass.chains * solve_.redundant_rows / static_cast<double>(solve_.rows);
    const double first = emulated_halo(is_deep() ? pass.longest() * pass.chains : 1);
    return local + redundant * mul + exchanges(pass) - std::min(first, hidden() * local);
  }
  /// What the arithmetic of `values` sums takes longer than reading their vectors, each multiplied with each: of Gram
  /// matrices, unless they are made beside products.
  [[nodiscard]] double arithmetic(int values) const {
    if (machine_.gram_rate == 0 || solve_.products_fused > 0) return 0;
    const double count = (std::sqrt(8.0 * values + 1) - 1) / 2;
    const double seconds =
        share_ * values * static_cast<double>(solve_.rows) * solve_.rhs / (machine_.gram_rate * solve_.hosts);
    return std::max(0.0, seconds - count * vector_ / moving().reading);
  }
  /// A sum of `values` numbers per right-hand side.
  [[nodiscard]] SumTimes sum(int values) const {
    if (solve_.ranks == 1 && solve_.emulated_latency == 0 && solve_.emulated_bandwidth == 0) return {};
    const double bytes = number_bytes * solve_.rhs * values;
    SumTimes times =
        model_ == TimeModel::loggops ? loggops_sum(machine_.network, solve_.ranks, bytes) : real_sum(bytes);
    // Our own sums send a message per step, those of the MPI library count as one.
    const bool steps = solve_.reduction == "point-to-point" || solve_.reduction == "embedded";
    times.whole += (steps ? std::ceil(std::log2(solve_.ranks)) : 1) * emulated(bytes);
    return times;
  }

 private:
  /// Products that take `mul` seconds each where they are not in tiles: the matrix from memory once and all of them
  /// from the cache; or longer, if set-up has measured that tiles gain less.
  [[nodiscard]] double in_tiles(const PowersPass& pass, double mul) const {
    const Moving m = moving();
    const double memory = solve_.matrix_bytes + (pass.chains + (1 + m.fetching) * pass.products) * vector_,
                 faster = std::max(1.0, cache_bandwidth() / m.reading), apart = pass.products * mul;
    return std::max({memory / m.reading, apart / faster, std::min(apart, as_measured(pass, mul))});
  }
  /// What set-up has measured, as the matrix from memory once and a time for each product. Nothing without it.
  [[nodiscard]] double as_measured(const PowersPass& pass, double mul) const {
    if (solve_.tile_gain == 0) return 0;
    if (solve_.tile_gain_products == 0) return pass.products * mul / solve_.tile_gain;
    const double once =
        std::min(solve_.matrix_bytes / moving().reading, solve_.tile_gain_products * mul / solve_.tile_gain);
    return once + pass.products * (mul / solve_.tile_gain - once / solve_.tile_gain_products);
  }
  /// The share of rows that are computed while ghosts are in flight.
  [[nodiscard]] double hidden() const { return std::min(1.0, solve_.hidden_rows / static_cast<double>(solve_.rows)); }
  [[nodiscard]] bool is_deep() const { return solve_.powers_halo == "deep"; }
  [[nodiscard]] double cache_bandwidth() const { return machine_.cache_bandwidth * solve_.hosts / share_; }
  [[nodiscard]] Moving moving() const {
    return moving_at(solve_.triad > 0 ? solve_.triad : machine_.memory_bandwidth * solve_.hosts);
  }
  [[nodiscard]] Moving moving_at(double triad) const {
    const auto alone = [this](double bandwidth) { return bandwidth / share_; };
    if (const auto caches = bandwidth_of_caches(solve_, machine_)) return {alone(*caches), alone(*caches)};
    return {alone(triad), alone(triad * machine_.memory_read_bandwidth / machine_.memory_bandwidth)};
  }
  /// The time of a product beyond moving its bytes: its halo and, where measured, everything that moving did not hide.
  [[nodiscard]] double beside_moving() const { return is_product_measured() ? excess() : real_exchange(1); }
  [[nodiscard]] bool is_product_measured() const { return solve_.product_seconds > 0 && solve_.product_triad > 0; }
  /// What a product takes longer than moving its bytes, if it was measured.
  [[nodiscard]] double excess() const {
    if (!is_product_measured()) return 0;
    const double vector = number_bytes * static_cast<double>(solve_.rows);
    const double bound = moving_at(solve_.product_triad).product(solve_.matrix_bytes, vector);
    return solve_.rhs * std::max(0.0, share_ * solve_.product_seconds - bound);
  }
  /// The same without its halo exchange.
  [[nodiscard]] double excess_within() const { return std::max(0.0, excess() - real_exchange(1)); }
  /// Bytes of a halo `layers` deep from all neighbours.
  [[nodiscard]] double halo_bytes(double layers) const { return number_bytes * solve_.rhs * solve_.ghosts * layers; }
  [[nodiscard]] double real_exchange(double layers) const {
    if (solve_.ranks == 1 || solve_.neighbours == 0) return 0;
    const LogGop& n = machine_.network;
    const double message = halo_bytes(layers) / solve_.neighbours;
    return model_ == TimeModel::loggops ? n.latency + 2 * n.overhead + message * n.gap_per_byte
                                        : machine_.local_seconds(message);
  }
  /// Of messages that the emulated network delays.
  [[nodiscard]] double emulated(double bytes) const {
    const double bandwidth = solve_.emulated_bandwidth;
    return solve_.emulated_latency + (bandwidth > 0 ? bytes / bandwidth : 0);
  }
  [[nodiscard]] double emulated_halo(double layers) const {
    const bool sends = solve_.ranks > 1 && solve_.neighbours > 0 && solve_.reduction != "embedded";
    return sends ? emulated(halo_bytes(layers)) : 0;
  }
  /// The halo exchanges of a pass: one for all powers, or one per product.
  [[nodiscard]] double exchanges(const PowersPass& pass) const {
    if (!is_deep()) return pass.products * (real_exchange(1) + emulated_halo(1));
    return real_exchange(pass.longest() * pass.chains) + emulated_halo(pass.longest() * pass.chains);
  }
  [[nodiscard]] SumTimes real_sum(double bytes) const {
    if (solve_.ranks == 1) return {};
    const double nodes = std::max(1.0, std::ceil(static_cast<double>(solve_.ranks) / machine_.ranks_per_node));
    const double whole = machine_.global_seconds(nodes, bytes);
    return {whole, machine_.gamma * whole};
  }

  const MeasuredSolve& solve_;
  const MachineModel& machine_;
  TimeModel model_;
  double share_;
  double vector_;
};

/// A sum is waited for where it starts.
MethodShape without_overlap(MethodShape shape) {
  std::vector<ModelStep> steps;
  for (const ModelStep& step : shape.steps) {
    if (step.kind != ModelStep::Kind::sum_finishes) steps.push_back(step);
    if (step.kind == ModelStep::Kind::sum_starts) steps.push_back({.kind = ModelStep::Kind::sum_finishes});
  }
  shape.steps = steps;
  shape.in_flight = 0;
  return shape;
}

/// One of `amount` parts of `iterations` iterations that take `total` seconds each.
double part_of(double total, int iterations, double amount) { return amount > 0 ? total * iterations / amount : 0; }

/// Seconds per iteration where work takes `share` of its time.
double seconds_at(double share, const MeasuredSolve& solve, const MethodShape& shape, const MachineModel& machine,
                  TimeModel model) {
  const MeasuredParts parts(solve, machine, model, share);
  const bool blocks = shape.chains > 0;
  const int n = shape.iterations;
  PartTimes t{.vector = part_of(parts.vectors(), n, shape.vectors()),
              .precondition = part_of(solve.preconditions * parts.precondition(), n, shape.preconditions())};
  if (blocks)
    t.powers = parts.powers({static_cast<int>(shape.products()), shape.chains});
  else
    t.product = part_of(solve.products * parts.product(), n, shape.products());
  const double noise = model == TimeModel::loggops ? machine.noise + solve.emulated_noise : 0;
  const double late = slowest_of(solve.ranks, noise) / std::max(1, shape.sums());
  std::vector<SumTimes> sums;
  double arithmetic = 0;
  for (const ModelStep& step : shape.steps) {
    if (step.kind != ModelStep::Kind::sum_starts) continue;
    arithmetic += parts.arithmetic(step.values) / n;
    sums.push_back(parts.sum(step.values));
    sums.back().whole += late;
  }
  // What the catalogue does not have: sums of a null space, one per application of M.
  const double further = std::round(std::max(0.0, solve.sums - static_cast<double>(shape.sums()) / n));
  return replay(solve.reduction == "blocking" ? without_overlap(shape) : shape, t, sums) + arithmetic +
         further * parts.sum(1).whole + noise;
}

}  // namespace

MethodShape shape_of(const MeasuredSolve& solve) {
  const CatalogueRow* row = find_method(solve.method);
  require(row != nullptr, "{} has a solve by {} (there is no such method) use files written by solve --output",
          solve.file, solve.method);
  const Execution how{.formulation = value_named<Formulation>(solve.formulation),
                      .fuse = Fuse::no,
                      .grouping = value_named<Grouping>(solve.grouping),
                      .norm = value_named<ResidualNorm>(solve.norm)};
  Observation observation;
  if (solve.preconditioner == "none") observation.preconditioner = PreconditionerKind::identity;
  if (solve.preconditioner == "jacobi") observation.preconditioner = PreconditionerKind::diagonal;
  if (solve.steps > 0) observation.steps = std::min(solve.steps, max_steps);
  if (solve.pipeline_depth > 0) observation.pipeline_depth = std::min(solve.pipeline_depth, max_pipeline_depth);
  return shape_of(solve.chebyshev_degree > 0 ? row->with_polynomial() : *row, how, observation);
}

double predicted_seconds(const MeasuredSolve& solve, const MethodShape& shape, const MachineModel& machine,
                         TimeModel model) {
  MeasuredSolve at_once = solve;  // on a network that is not emulated
  at_once.emulated_latency = at_once.emulated_bandwidth = at_once.emulated_noise = 0;
  // Each of the others beside a rank is met at work with the probability that this rank works.
  const double alone = faster_alone(solve, machine), others = alone - 1;
  constexpr int most_steps = 1000;  // of a fixed-point iteration that takes a dozen, unless a file is nonsense
  double share = 1, before = 0;
  for (int k = 0; k < most_steps && others > 0 && std::fabs(share - before) > 1e-9; ++k) {
    before = share;
    const double whole = seconds_at(share, solve, shape, machine, model);
    if (!(whole > 0)) return whole;
    share = (1 + others * seconds_at(share, at_once, shape, machine, model) / whole) / alone;
  }
  return seconds_at(share, solve, shape, machine, model);
}

}  // namespace minikrylov
