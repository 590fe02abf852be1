// Predicts a measured solve.
#include "miniapp/model/measured/measured.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/measured/parts.hpp"
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

/// How many times as fast as beside all others a rank waits for memory while they do nothing: by what one rank alone
/// gets, as its core allows, of the bandwidth of the time, which is no more than all of it, and no less than its core
/// gains.
double faster_alone(const MeasuredSolve& solve, const MachineModel& machine) {
  const double ranks = solve.ranks;
  const double of_memory = solve.triad > 0 ? solve.triad : machine.memory_bandwidth * solve.hosts;
  return std::max(solve.sharing, std::min(ranks, machine.rank_bandwidth * ranks / of_memory));
}

/// The shares of work where the others beside a rank work for the part `busy` of the time. Of their waits, sums and
/// neighbours keep about half in step with this rank's own; during the others it has core and memory to itself.
Shares shares_at(double busy, const MeasuredSolve& solve, const MachineModel& machine) {
  constexpr double out_of_step = 0.5;
  const double met = 1 - out_of_step * (1 - busy);
  const auto share = [met](double alone) { return (1 + (alone - 1) * met) / alone; };
  return {.core = share(solve.sharing), .memory = share(faster_alone(solve, machine))};
}

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

/// Seconds per iteration with these shares of work.
double seconds_at(const Shares& shares, const MeasuredSolve& solve, const MethodShape& shape,
                  const MachineModel& machine, TimeModel model) {
  const MeasuredParts parts(solve, machine, model, shares);
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
  if (!solve.basis.empty()) observation.basis = value_named<BasisKind>(solve.basis);
  if (solve.pipeline_depth > 0) observation.pipeline_depth = std::min(solve.pipeline_depth, max_pipeline_depth);
  return shape_of(solve.chebyshev_degree > 0 ? row->with_polynomial() : *row, how, observation);
}

double predicted_seconds(const MeasuredSolve& solve, const MethodShape& shape, const MachineModel& machine,
                         TimeModel model) {
  MeasuredSolve at_once = solve;  // on a network that is not emulated
  at_once.emulated_latency = at_once.emulated_bandwidth = at_once.emulated_noise = 0;
  constexpr int most_steps = 1000;  // of a fixed-point iteration that takes a dozen, unless a file is nonsense
  // The part of an iteration in which a rank works.
  double busy = 1, before = 0;
  for (int k = 0; k < most_steps && std::fabs(busy - before) > 1e-9; ++k) {
    const Shares shares = shares_at(busy, solve, machine);
    const double whole = seconds_at(shares, solve, shape, machine, model);
    if (!(whole > 0)) return whole;
    before = std::exchange(busy, seconds_at(shares, at_once, shape, machine, model) / whole);
  }
  return seconds_at(shares_at(busy, solve, machine), solve, shape, machine, model);
}

}  // namespace minikrylov
