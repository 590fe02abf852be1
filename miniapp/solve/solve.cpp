// A solve from options to record, with the checks of its result.
#include "miniapp/solve/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/solve/check.hpp"
#include "miniapp/solve/making.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/stages.hpp"
#include "miniapp/solve/what_ran.hpp"
#include "miniapp/system/nullspace.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "miniapp/system/preconditioner/spectrum.hpp"
#include "miniapp/system/preconditioner/widening.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// M for vectors of this precision, without constants in its results where the setting says so. `A` must outlive it.
/// Collective.
std::unique_ptr<Preconditioner> applied_preconditioner(const SolveSetting& setting,
                                                       const PreconditionerOptions& options, const Operator& A,
                                                       Precision vectors, const SolveInputs& inputs) {
  auto M = make_preconditioner(setting.preconditioner, options, inputs.system, A, inputs.ranks);
  if (setting.nullspace == Nullspace::constant)
    M = std::make_unique<WithoutConstants>(std::move(M), inputs.system, inputs.ranks);
  if (vectors == Precision::double_precision || M->kind() != PreconditionerKind::general) return M;
  return std::make_unique<Widening>(std::move(M), inputs.system);
}

MethodParameters parameters_of(const CatalogueRow& row, const MethodOptions& how, const Preconditioner& M,
                               const SolveInputs& inputs) {
  const System& system = inputs.system;
  MethodParameters p;
  p.pipeline_depth = how.pipeline_depth;
  p.replacement_period = how.replacement_period.value_or(0);
  p.rows = static_cast<double>(system.global_rows);
  p.entries_per_row = system.longest_row;
  if (row.needs == Needs::basis) {
    constexpr int lanczos_steps = 20, arnoldi_steps = 10;
    const bool symmetric = row.family == Family::cg;
    const std::vector<double> ritz =
        symmetric ? ritz_values(inputs.A, M, system.ghosts, system.global_number, inputs.ranks, lanczos_steps)
                  : real_parts(inputs.A, system.ghosts, system.global_number, inputs.ranks, arnoldi_steps);
    p.basis = make_basis(how.basis, basis_length(row.name, how.steps), ritz);
  }
  if (row.needs == Needs::spectrum) {
    p.largest_eigenvalue = largest_eigenvalue(inputs.A, M, system.ghosts, system.global_number, inputs.ranks);
    p.matrix_norm = largest_eigenvalue(inputs.A, Identity(), system.ghosts, system.global_number, inputs.ranks);
  }
  return p;
}

/// When the method reaches the accuracy that is wanted, if one is. Collective.
std::optional<Accuracy> explored(const Measured& measured, const std::optional<double>& wanted,
                                 const SolveInputs& inputs, ProgressLine& progress) {
  if (!wanted) return std::nullopt;
  progress.show(fmt::format("{}: exploring its attainable accuracy", measured.run.row.name));
  return explore_accuracy(measured, *wanted, inputs);
}

Measured with_iterations(Measured measured, int fixed) {
  measured.run.rule.fixed_iterations = fixed;
  return measured;
}

SolveSetup setup_of(double seconds, const std::optional<double>& wanted, const std::optional<Accuracy>& found) {
  SolveSetup setup{.setup_seconds = seconds, .accuracy = wanted};
  if (found) setup.attainable_accuracy = found->attainable;
  return setup;
}

/// Why a solve is not accepted: its residual must be the true one, and if it converged, the error must be small.
std::vector<std::string> objections_to(const SolveRecord& record, const StoppingRule& rule, Conditioning conditioning) {
  std::vector<std::string> objections;
  const bool fixed = rule.fixed_iterations >= 0;
  if (record.outcome != Ending::converged && !(fixed && record.outcome == Ending::iteration_limit))
    objections.push_back(
        record.outcome == Ending::attainable_accuracy
            ? fmt::format("it did not converge (attainable accuracy reached: its true residual is {:.1e})",
                          record.true_residual_in_norm)
            : fmt::format("it did not converge ({})", name_of(record.outcome)));
  // Converged: within twice the tolerance, as documented. Fixed iterations may go beyond the attainable accuracy, so
  // the two residuals must agree to a digit, unless both are small.
  const double allowed = fixed ? 10 * std::max(record.relative_residual, 1e-8) : 2 * rule.rtol;
  if ((fixed || record.outcome == Ending::converged) && !(record.true_residual_in_norm <= allowed))
    objections.push_back(fmt::format("its true residual is {:.1e}, though its recurrence says {:.1e}",
                                     record.true_residual_in_norm, record.relative_residual));
  if (record.accuracy && !(*record.attainable_accuracy <= *record.accuracy))
    objections.push_back(fmt::format("its true residual cannot reach {:.1e} (the minimum is {:.1e})", *record.accuracy,
                                     *record.attainable_accuracy));
  // The error may be κ rtol: this allows κ = 10 / √rtol, 1e5 at the default of 1e-8.
  const double tolerable = 10 * std::sqrt(rule.rtol);
  if (conditioning == Conditioning::known && record.outcome == Ending::converged && record.error &&
      !(*record.error <= tolerable))
    objections.push_back(fmt::format("its relative error is {:.1e}, more than {:.1e}", *record.error, tolerable));
  return objections;
}

/// What a solve in mixed precision is compared with: the same in double precision, timed alike. Collective.
MixedUse beside_double(const Making& from, const SolveSetting& setting, const RunOptions& often,
                       ProgressLine& progress) {
  const MixedPrecision& mixed = from.how.mixed;
  if (!mixed.is_on()) return {};
  PreconditionerOptions options = from.how.preconditioning;
  options.precision = Precision::double_precision;
  const auto M = applied_preconditioner(setting, options, from.inputs.A, Precision::double_precision, from.inputs);
  const TrueResidual truth(from.inputs.A, from.inputs.sides.b, {from.chosen.norm, *M}, from.inputs.ranks);
  const SolveTimes times = run_timed(measured_of(from, {}, *M, truth), often, from.inputs, progress);
  MixedUse use{.matrix_precision = mixed.matrix,
               .refinement = mixed.refinement,
               .iterations_in_double = static_cast<int>(times.iteration_seconds.columns),
               .seconds_in_double = summarise(times.solve_seconds).median};
  if (mixed.refinement == Refinement::restart) use.inner_rtol = mixed.inner_rtol;
  if (mixed.vectors != Precision::double_precision) use.vector_precision = mixed.vectors;
  return use;
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
  const double began = wall_time();
  const SolveSetting setting = setting_of(row, chosen, how, inputs);
  const Operator& multiplied = how.mixed.is_on() ? *inputs.inner : inputs.A;
  const std::unique_ptr<Preconditioner> M =
      applied_preconditioner(setting, how.preconditioning, multiplied, how.mixed.vectors, inputs);
  const MethodParameters parameters = parameters_of(row, how, *M, inputs);
  Exec().fence("preconditioner");
  const double setup_seconds = inputs.ranks.reduce(wall_time() - began, ReduceBy::maximum);

  const TrueResidual truth(inputs.A, inputs.sides.b, {chosen.norm, *M}, inputs.ranks);
  const Sums sums = choose_sums(
      {.kind = how.reduction, .mapping = how.mapping, .network = network.network, .progress = inputs.progress}, system,
      inputs.A, *M, inputs.ranks);
  VectorPool pool;
  const Making making{chosen, how, network, parameters, sums, pool, inputs};
  const Measured asked = measured_of(making, how.mixed, *M, truth);
  const std::optional<Accuracy> accuracy = explored(asked, often.equal_accuracy, inputs, progress);
  const Measured measured = accuracy ? with_iterations(asked, accuracy->iterations) : asked;
  SolveTimes times = run_timed(measured, often, inputs, progress);
  const MixedUse mixed = beside_double(making, setting, often, progress);
  Recorded recorded = run_recorded(measured, often.detail, times.triad_bytes_per_second, inputs);
  SolveRecord record{setting,
                     halo_use(row, chosen.preconditioner, sums, how, inputs),
                     powers_use(row, how, chosen.preconditioner, inputs),
                     mixed,
                     setup_of(setup_seconds, often.equal_accuracy, accuracy),
                     std::move(times),
                     std::move(recorded.result),
                     recorded.costs,
                     recorded.progress,
                     std::move(recorded.profile)};
  record.objections = objections_to(record, measured.run.rule, inputs.conditioning);
  return record;
}

}  // namespace minikrylov
