// A solve from its options to its record, and whether the result is acceptable.
#include "miniapp/solve/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comm/progress.hpp"
#include "miniapp/solve/check.hpp"
#include "miniapp/solve/stages.hpp"
#include "miniapp/system/preconditioners.hpp"
#include "miniapp/system/spectrum.hpp"
#include "miniapp/system/sums.hpp"

namespace minikrylov {
namespace {

SolveRecord describe(const CatalogueRow& row, const ChosenMethod& chosen, const MethodOptions& how,
                     const SolveInputs& inputs) {
  SolveRecord record;
  record.method = row.name;
  record.formulation = how.formulation;
  record.preconditioner = chosen.preconditioner;
  record.preconditioner_precision = how.preconditioning.precision;
  record.reduction = how.reduction;
  record.fuse = how.fuse;
  record.grouping = how.grouping;
  record.norm = chosen.norm;
  record.ranks = inputs.ranks.size();
  record.threads = host_threads();
  record.rhs = how.rhs;
  record.rows = inputs.system.global_rows;
  record.nonzeros = inputs.system.global_nonzeros;
  record.rtol = how.rtol;
  return record;
}

/// Norms of b, column by column.
std::vector<double> norm_of_b(const NormOf& norm, const SolveInputs& inputs) {
  const Vector& b = inputs.sides.b;
  const Scalars norms_of_b = norms(b, norm, inputs.ranks);
  std::vector<double> list;
  for (int j = 0; j < b.width; ++j) list.push_back(norms_of_b[j]);
  return list;
}

StoppingRule stopping_rule(const MethodOptions& how, std::vector<double> reference) {
  StoppingRule rule;
  rule.rtol = how.rtol;
  rule.max_iterations = how.max_iterations;
  rule.fixed_iterations = how.fixed_iterations.value_or(-1);
  rule.reference = std::move(reference);
  return rule;
}

MethodParameters parameters_of(const CatalogueRow& row, const MethodOptions& how, const Preconditioner& M,
                               const SolveInputs& inputs) {
  const System& system = inputs.system;
  MethodParameters p;
  p.pipeline_depth = how.pipeline_depth;
  p.replacement_period = how.replacement_period;
  p.rows = static_cast<double>(system.global_rows);
  p.entries_per_row = system.longest_row;
  if (row.needs == Needs::spectrum) {
    p.largest_eigenvalue = largest_eigenvalue(inputs.A, M, system.ghosts, system.global_number, inputs.ranks);
    p.matrix_norm = largest_eigenvalue(inputs.A, Identity(), system.ghosts, system.global_number, inputs.ranks);
  }
  return p;
}

void describe(const Sums& sums, Mapping mapping, SolveRecord& record) {
  if (sums.halo == nullptr) return;
  record.mapping = mapping;
  record.embedded_values = sums.halo->volume;
  record.embedded_values_unmapped = sums.halo->volume_unmapped;
  record.embedded_values_maximum = sums.halo->volume_maximum;
}

/// Why a solve is not acceptable. Its own residual must be true, and where it converged the error must be small.
std::vector<std::string> objections_to(const SolveRecord& record, const StoppingRule& rule, Conditioning conditioning) {
  std::vector<std::string> objections;
  const bool fixed = rule.fixed_iterations >= 0;
  if (record.outcome != Ending::converged && !(fixed && record.outcome == Ending::iteration_limit))
    objections.push_back(
        record.outcome == Ending::attainable_accuracy
            ? fmt::format("it did not converge (attainable accuracy reached: its true residual is {:.1e})",
                          record.true_residual_in_norm)
            : fmt::format("it did not converge ({})", name_of(record.outcome)));
  const double allowed = fixed ? 10 * std::max(record.relative_residual, 1e-8) : 2 * rule.rtol;
  if ((fixed || record.outcome == Ending::converged) && !(record.true_residual_in_norm <= allowed))
    objections.push_back(fmt::format("its true residual is {:.1e}, though its recurrence says {:.1e}",
                                     record.true_residual_in_norm, record.relative_residual));
  if (record.accuracy && !(*record.attainable_accuracy <= *record.accuracy))
    objections.push_back(fmt::format("its true residual cannot reach {:.1e} (the smallest is {:.1e})", *record.accuracy,
                                     *record.attainable_accuracy));
  const double tolerable = 10 * std::sqrt(rule.rtol);
  if (conditioning == Conditioning::known && record.outcome == Ending::converged && record.error &&
      !(*record.error <= tolerable))
    objections.push_back(fmt::format("its relative error is {:.1e}, more than {:.1e}", *record.error, tolerable));
  return objections;
}

}  // namespace

std::function<void(int, double)> with_noise(const Measured& measured, const Communicator& ranks,
                                            std::function<void(int, double)> call) {
  if (measured.noise.kind == NoiseKind::none) return call;
  return [noise = EmulatedNoise(measured.noise, ranks.rank()), call = std::move(call)](int i, double residual) mutable {
    if (call) call(i, residual);
    noise.strike();
  };
}

SolveRecord solve(const ChosenMethod& chosen, const MethodOptions& how, const RunOptions& often,
                  const NetworkOptions& network, const SolveInputs& inputs, ProgressLine& progress) {
  const CatalogueRow& row = *find_method(chosen.name);
  const System& system = inputs.system;
  SolveRecord record = describe(row, chosen, how, inputs);
  record.progress = network.progress.kind;
  if (record.progress == ProgressKind::manual) record.progress_calls_per_loop = network.progress.calls_per_loop;

  const double began = wall_time();
  const auto M = make_preconditioner(chosen.preconditioner, how.preconditioning, system, inputs.A, inputs.ranks);
  const MethodParameters parameters = parameters_of(row, how, *M, inputs);
  Exec().fence("preconditioner");
  record.setup_seconds = inputs.ranks.reduce(wall_time() - began, ReduceBy::maximum);

  const NormOf norm{chosen.norm, *M};
  const Sums sums = choose_sums(how.reduction, how.mapping, system, inputs.A, *M, inputs.ranks);
  describe(sums, how.mapping, record);
  const TrueResidual truth(inputs.A, inputs.sides.b, norm, inputs.ranks);
  Measured measured{
      {row,
       sums.product(inputs.A),
       *M,
       {inputs.sides.b, make_vector("x", system.rows, system.ghosts, how.rhs)},
       {how.formulation, how.fuse, how.grouping, chosen.norm, sums.fused_ghosts(system), Progress::hook()},
       stopping_rule(how, norm_of_b(norm, inputs)),
       parameters,
       how.restarts.value_or(row.usual_restarts()),
       {},
       &truth},
      *sums.reduction,
      network.noise,
      chosen.norm,
      norm_of_b({ResidualNorm::unpreconditioned, *M}, inputs)};
  if (often.equal_accuracy) {
    progress.show(fmt::format("{}: looking for the accuracy it attains", row.name));
    const Accuracy accuracy = explore_accuracy(measured, *often.equal_accuracy, inputs);
    record.accuracy = often.equal_accuracy;
    record.attainable_accuracy = accuracy.attainable;
    measured.run.rule.fixed_iterations = accuracy.iterations;
  }
  run_timed(measured, often, inputs, progress, record);
  run_recorded(measured, often.detail, inputs, record);
  record.objections = objections_to(record, measured.run.rule, inputs.conditioning);
  return record;
}

}  // namespace minikrylov
