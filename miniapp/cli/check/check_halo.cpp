// Checks that what is said about halos can have an effect.
#include "miniapp/cli/check/check_halo.hpp"

#include <algorithm>

#include "miniapp/solve/plan.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

bool applies_powers(PreconditionerChoice choice) { return row_of(choice).applied_by == AppliedBy::powers; }

/// Whether a method computes powers of the matrix instead of products.
bool takes_powers(const ChosenMethod& chosen, std::span<const CatalogueRow> catalogue) {
  if (applies_powers(chosen.preconditioner)) return false;  // which comes between its products
  return std::any_of(catalogue.begin(), catalogue.end(),
                     [&chosen](const CatalogueRow& row) { return row.name == chosen.name && row.takes_powers(); });
}

/// Ghosts several rows deep are those of several powers.
void check_deep_halo(const SolveOptions& options, int ranks, Complaints& complaints) {
  const int powers = layout_of(options.matrix, options.ordering, options.halo, options.method).powers;
  complaints.unless(on_host, "--powers-halo deep has no effect (a GPU computes powers one after the other) omit it");
  if (!on_host) return;
  complaints.unless(options.matrix.format != MatrixFormat::crs,
                    "--powers-halo deep has no effect (format crs computes powers one after the other) omit it or "
                    "use --format {}",
                    name_of(MatrixFormat::sell));
  complaints.unless(ranks > 1, "--powers-halo deep has no effect (a single rank has no ghosts) omit it or use several");
  complaints.unless(powers > 1,
                    "--powers-halo deep has no effect (powers of the matrix are computed one at a time) omit it or "
                    "use a larger --s-step or --chebyshev-degree");
}

/// Chunks are of products, ghosts of several powers are of powers.
void check_powers(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  const auto& methods = options.method.methods;
  if (methods.empty()) return;
  const auto by_powers = [&](const ChosenMethod& chosen) { return takes_powers(chosen, surroundings.methods); };
  const bool shared_out = on_host && options.matrix.format != MatrixFormat::crs;
  complaints.unless(
      !hands_out_chunks(options.halo.overlap) || !shared_out || !std::all_of(methods.begin(), methods.end(), by_powers),
      "--overlap {} has no effect (powers of the matrix are shared out among threads in advance) "
      "use --overlap static",
      name_of(options.halo.overlap));
  const PowersHalo ghosts = options.halo.powers_halo;
  const bool powers =
      std::any_of(methods.begin(), methods.end(), by_powers) || any_preconditioner(options.method, applies_powers);
  complaints.unless(ghosts == PowersHalo::automatic || powers,
                    "--powers-halo {} has no effect (no method computes powers of the matrix) omit it or use an "
                    "s-step method or --preconditioner chebyshev or newton",
                    name_of(ghosts));
  if (ghosts == PowersHalo::deep && powers) check_deep_halo(options, surroundings.ranks, complaints);
}

}  // namespace

void check_halo(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  const HaloOptions& halo = options.halo;
  complaints.unless(hands_out_chunks(halo.overlap) || !halo.chunk_rows,
                    "--chunk-rows has no effect (only --overlap dynamic and guided hand out chunks) omit it or use "
                    "--overlap dynamic");
  complaints.unless(on_host || halo.overlap != Overlap::guided,
                    "--overlap guided is not possible (a GPU computes all interior rows at once) use --overlap "
                    "dynamic");
  complaints.unless(on_host || !halo.chunk_rows,
                    "--chunk-rows has no effect (a GPU computes all interior rows at once) omit it");
  complaints.unless(!device_is_emulated || halo.gpu_aware_mpi != GpuAwareMpi::on,
                    "--gpu-aware-mpi on does not suit this build (the memory of its emulated device is locked for MPI) "
                    "omit it");
  check_powers(options, surroundings, complaints);
}

}  // namespace minikrylov
