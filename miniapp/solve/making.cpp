// Puts a method, its system and its stopping test together.
#include "miniapp/solve/making.hpp"

#include <algorithm>

#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {
namespace {

/// Column-wise norms of b; of b - A x₀ where b is zero and x₀ is not.
std::vector<double> norm_of_b(const NormOf& norm, const SolveInputs& inputs) {
  const Vector& b = inputs.sides.b;
  const Scalars norms_of_b = norms(b, norm, inputs.ranks);
  std::vector<double> list;
  for (int j = 0; j < b.width; ++j) list.push_back(norms_of_b[j]);
  if (inputs.guess.data.extent(0) == 0 || std::find(list.begin(), list.end(), 0) == list.end()) return list;
  const Scalars initial = TrueResidual(inputs.A, b, norm, inputs.ranks)(inputs.guess);
  for (int j = 0; j < b.width; ++j)
    if (list[j] == 0) list[j] = initial[j];
  return list;
}

/// The power of two by which residuals of the scaled system differ from those of the one that was given.
int norm_exponent(const ChosenMethod& chosen, const ScaleExponents& scale) {
  const bool of_A = row_of(chosen.preconditioner).made_from != MadeFrom::nothing;
  const int of_M = of_A ? scale.matrix : 0;
  switch (chosen.norm) {
    case ResidualNorm::unpreconditioned:
      break;
    case ResidualNorm::natural:
      return scale.rhs - of_M / 2;
    case ResidualNorm::preconditioned:
      return scale.rhs - of_M;
  }
  return scale.rhs;
}

StoppingRule stopping_rule(const MethodOptions& how, std::vector<double> reference) {
  StoppingRule rule;
  rule.rtol = how.rtol;
  rule.max_iterations = how.max_iterations;
  rule.fixed_iterations = how.fixed_iterations.value_or(-1);
  rule.reference = std::move(reference);
  return rule;
}

Execution execution_of(const MethodOptions& how, ResidualNorm norm, int fused_ghosts, Precision vectors,
                       const SolveInputs& inputs) {
  return {.formulation = how.formulation,
          .fuse = how.fuse,
          .grouping = how.grouping,
          .norm = norm,
          .fused_ghosts = fused_ghosts,
          .progress = inputs.progress.hook(),
          .tuning = inputs.system.tuning,
          .vectors = vectors};
}

Refining refining_of(const MixedPrecision& mixed, const Making& from) {
  if (!mixed.is_on()) return {};
  Refining refining{.exact = &from.inputs.A, .how = mixed.refinement, .inner_rtol = mixed.inner_rtol};
  const System& system = from.inputs.system;
  const auto work = [&](const char* name, Precision precision) {
    return make_vector(name, system.rows, system.ghosts, from.how.rhs, 0, precision);
  };
  const bool rounds = mixed.vectors != Precision::double_precision;
  if (rounds || mixed.refinement == Refinement::restart)
    refining.inner = {work("r", mixed.vectors), work("d", mixed.vectors)};
  if (rounds) refining.doubles = work("r", Precision::double_precision);
  return refining;
}

/// Reliable updates need restarts where the last digits are lost between two of them.
int restarts_of(const CatalogueRow& row, const MethodOptions& how, const MixedPrecision& mixed) {
  constexpr int enough = 10;
  const bool reliable = mixed.is_on() && mixed.refinement == Refinement::reliable;
  return how.restarts.value_or(reliable ? std::max(enough, row.usual_restarts()) : row.usual_restarts());
}

}  // namespace

Measured measured_of(const Making& from, const MixedPrecision& mixed, const Preconditioner& M,
                     const TrueResidual& truth) {
  const auto& [chosen, how, network, parameters, sums, pool, inputs] = from;
  const CatalogueRow& row = *find_method(chosen.name);
  const System& system = inputs.system;
  return {.run = {.row = row,
                  .A = mixed.is_on() ? *inputs.inner : sums.product(inputs.A),
                  .M = M,
                  .system = {inputs.sides.b, make_vector("x", system.rows, system.ghosts, how.rhs)},
                  .how = execution_of(how, chosen.norm, sums.fused_ghosts(system), mixed.vectors, inputs),
                  .rule = stopping_rule(how, norm_of_b({chosen.norm, M}, inputs)),
                  .parameters = parameters,
                  .restarts = restarts_of(row, how, mixed),
                  .pool = pool,
                  .truth = &truth,
                  .guess = inputs.guess,
                  .refining = refining_of(mixed, from)},
          .reduction = *sums.reduction,
          .noise = network.noise,
          .norm = chosen.norm,
          .norm_exponent = norm_exponent(chosen, system.scale),
          .norm_of_b = norm_of_b({ResidualNorm::unpreconditioned, M}, inputs)};
}

}  // namespace minikrylov
