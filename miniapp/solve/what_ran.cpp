// Settings that had an effect, from those that were asked for.
#include "miniapp/solve/what_ran.hpp"

#include <array>

#include "miniapp/solve/plan.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

/// Adds what ranks exchange, and compute twice, for powers of one or two vectors; `powers`: of each.
void add_traffic(const std::array<int, 2>& powers, int width, PowersUse& use, const SolveInputs& inputs) {
  const DeepHalo* deep = inputs.A.powers_setting().deep;
  const Halo& halo = *inputs.system.halo;
  double redundant = 0, messages = 0, rows = 0;
  for (const int count : powers) {
    if (count == 0) continue;
    redundant += deep == nullptr ? 0 : static_cast<double>(deep->redundant_rows(count));
    messages += deep == nullptr ? count * halo.messages() : deep->messages();
    rows += static_cast<double>(deep == nullptr ? count * halo.rows_sent() : deep->rows_sent());
  }
  const auto sums = inputs.ranks.reduce({redundant, messages, rows * width}, ReduceBy::sum);
  use.redundant_rows = static_cast<std::int64_t>(sums[0]);
  use.powers_messages = static_cast<std::int64_t>(sums[1]);
  use.powers_values = static_cast<std::int64_t>(sums[2]);
}

}  // namespace

SolveSetting setting_of(const CatalogueRow& row, const ChosenMethod& chosen, const MethodOptions& how,
                        const SolveInputs& inputs) {
  const System& system = inputs.system;
  SolveSetting setting{.method = std::string(row.name),
                       .formulation = how.formulation,
                       .preconditioner = chosen.preconditioner,
                       .format = system.layout.format,
                       .compression = compression_of(system),
                       .ordering = system.layout.ordering,
                       .reduction = how.reduction,
                       .norm = chosen.norm,
                       .ranks = inputs.ranks.size(),
                       .threads = host_threads(),
                       .rhs = how.rhs,
                       .rows = system.global_rows,
                       .nonzeros = system.global_nonzeros};
  if (row.preconditioning == Preconditioning::any) setting.nullspace = how.nullspace;
  if (stores_factors(chosen.preconditioner)) setting.preconditioner_precision = how.preconditioning.precision;
  if (row.name == "plcg") setting.pipeline_depth = how.pipeline_depth;
  if (!how.fixed_iterations) setting.rtol = how.rtol;
  return setting;
}

HaloUse halo_use(const CatalogueRow& row, PreconditionerChoice M, const Sums& sums, const MethodOptions& how,
                 const SolveInputs& inputs) {
  const bool several = inputs.ranks.size() > 1;
  if (sums.halo != nullptr && !several) return {};
  if (sums.halo != nullptr)
    return {.mapping = how.mapping,
            .embedded_values = sums.halo->volume,
            .embedded_values_unmapped = sums.halo->volume_unmapped,
            .embedded_values_maximum = sums.halo->volume_maximum};
  HaloUse use;
  const DistributedMatrix& A = inputs.A;
  const int powers = powers_at_once(row, how.steps, M);
  const Offset hidden = powers > 1 ? A.hidden_rows_per_power(powers, how.rhs) : A.hidden_rows(how.rhs);
  use.hidden_rows = static_cast<std::int64_t>(inputs.ranks.reduce(static_cast<double>(hidden), ReduceBy::sum));
  if (!on_host && several) use.gpu_aware_mpi = inputs.system.halo->is_staged() ? GpuAwareMpi::off : GpuAwareMpi::on;
  if (use.hidden_rows == 0) return use;
  use.overlap = powers > 1 && A.plans_powers() ? Overlap::fixed : A.overlap().mode;
  if (on_host && hands_out_chunks(use.overlap)) use.chunk_rows = A.chunk_rows(how.rhs);
  return use;
}

PowersUse powers_use(const CatalogueRow& row, const MethodOptions& how, PreconditionerChoice M,
                     const SolveInputs& inputs) {
  PowersUse use;
  const bool blocks = row.needs == Needs::basis, polynomial = row_of(M).applied_by == AppliedBy::powers;
  if (!row.takes_powers() && !polynomial) return use;
  if (blocks) {
    use.steps = how.steps;
    use.basis = how.basis;
  }
  if (polynomial) {
    use.chebyshev_degree = how.preconditioning.chebyshev_degree;
    use.degree_choice = how.preconditioning.degree_choice;
  }
  const PowersSetting& setting = inputs.A.powers_setting();
  const PowersTiles& tiles = setting.tiles(polynomial ? Wanted::last : Wanted::all);
  use.tile_rows = tiles.rows;
  if (tiles.rows > 0) use.tile_shape = name_of(tiles.shape);
  if (tiles.gain) {
    use.tile_gain = tiles.gain->factor;
    use.tile_pass_seconds = tiles.gain->seconds;
    use.tile_gain_products = tiles.gain->products;
    use.tile_gain_triad = tiles.gain->triad;
  }
  if (inputs.ranks.size() == 1) return use;
  use.powers_halo = setting.deep == nullptr ? PowersHalo::rounds : PowersHalo::deep;
  // With a polynomial, blocks have powers in applications of M only. Bases of blocks are of two vectors.
  const int powers = polynomial ? how.preconditioning.chebyshev_degree : powers_at_once(row, how.steps, M);
  add_traffic({powers, blocks && !polynomial ? powers - 1 : 0}, how.rhs, use, inputs);
  return use;
}

}  // namespace minikrylov
