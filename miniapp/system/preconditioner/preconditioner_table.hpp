// The table of preconditioners: names, requirements and factory functions. A new one is a row of this table.
#pragma once
#include <algorithm>
#include <memory>

#include "miniapp/settings/method_options.hpp"

namespace minikrylov {

class Preconditioner;
struct PreconditionerInputs;

enum class PreconditionerChoice {
  none,
  jacobi,
  block_lu,
  sgs,
  sgs_kokkos_kernels,
  ic0,
  block_ic0,
  block_jacobi_ic0,
  chebyshev,
  newton,
  emulated
};
static_assert(PreconditionerChoice{} == PreconditionerChoice::none);  // as ChosenMethod says

/// What a preconditioner is made from: nothing of A, the operator A (its diagonal, products), or its rows, which a
/// System must keep.
enum class MadeFrom { nothing, products, rows };

/// What applies it: fused kernels, to ghosts too; itself, to own rows; products with powers of A.
enum class AppliedBy { kernels, itself, powers };

/// What it keeps of them, in double or single precision.
enum class Keeps { nothing, factors };

/// Makes a preconditioner. Collective.
using MakePreconditioner = std::unique_ptr<Preconditioner>(const PreconditionerInputs&);
MakePreconditioner make_identity, make_jacobi, make_block_lu, make_sgs, make_sgs_kokkos_kernels, make_ic0,
    make_block_ic0, make_block_jacobi_ic0, make_chebyshev, make_newton, make_emulated;

struct PreconditionerRow {
  std::string_view name;
  PreconditionerChoice choice;
  MakePreconditioner* make;
  MadeFrom made_from = MadeFrom::products;
  OrderedUnit unit =
      OrderedUnit::row;  ///< point: it treats the rows of a point as one, so orderings keep them together
  Keeps keeps = Keeps::nothing;
  AppliedBy applied_by = AppliedBy::itself;
  std::string_view symmetric_since{};  ///< what of it needs a symmetric matrix; empty: nothing
  std::string_view help;
};

inline constexpr std::array preconditioner_table = {
    PreconditionerRow{.name = "none",
                      .choice = PreconditionerChoice::none,
                      .make = make_identity,
                      .made_from = MadeFrom::nothing,
                      .applied_by = AppliedBy::kernels,
                      .help = "M = I"},
    PreconditionerRow{.name = "jacobi",
                      .choice = PreconditionerChoice::jacobi,
                      .make = make_jacobi,
                      .applied_by = AppliedBy::kernels,
                      .help = "M = diag(A); applied within fused kernels"},
    PreconditionerRow{.name = "block-lu",
                      .choice = PreconditionerChoice::block_lu,
                      .make = make_block_lu,
                      .made_from = MadeFrom::rows,
                      .unit = OrderedUnit::point,
                      .help = "M = the block of each point, inverted by full LU (elasticity)"},
    PreconditionerRow{.name = "sgs",
                      .choice = PreconditionerChoice::sgs,
                      .make = make_sgs,
                      .made_from = MadeFrom::rows,
                      .keeps = Keeps::factors,
                      .help = "symmetric Gauss-Seidel on each rank, in parallel by colours of the ordering"},
    PreconditionerRow{.name = "sgs-kokkos-kernels",
                      .choice = PreconditionerChoice::sgs_kokkos_kernels,
                      .make = make_sgs_kokkos_kernels,
                      .made_from = MadeFrom::rows,
                      .help = "symmetric Gauss-Seidel of Kokkos Kernels with its own colouring: the baseline"},
    PreconditionerRow{
        .name = "ic0",
        .choice = PreconditionerChoice::ic0,
        .make = make_ic0,
        .made_from = MadeFrom::rows,
        .keeps = Keeps::factors,
        .symmetric_since = "a Cholesky factorisation",
        .help = "incomplete Cholesky without fill-in on each rank, in parallel by colours of the ordering"},
    PreconditionerRow{.name = "block-ic0",
                      .choice = PreconditionerChoice::block_ic0,
                      .make = make_block_ic0,
                      .made_from = MadeFrom::rows,
                      .unit = OrderedUnit::point,
                      .keeps = Keeps::factors,
                      .symmetric_since = "a Cholesky factorisation",
                      .help = "the same on the dense degrees-of-freedom blocks (elasticity)"},
    PreconditionerRow{.name = "block-jacobi-ic0",
                      .choice = PreconditionerChoice::block_jacobi_ic0,
                      .make = make_block_jacobi_ic0,
                      .made_from = MadeFrom::rows,
                      .keeps = Keeps::factors,
                      .symmetric_since = "a Cholesky factorisation",
                      .help = "ic0 of several blocks of rows per rank; in natural ordering all run in parallel"},
    PreconditionerRow{.name = "chebyshev",
                      .choice = PreconditionerChoice::chebyshev,
                      .make = make_chebyshev,
                      .applied_by = AppliedBy::powers,
                      .symmetric_since = "its interval of eigenvalues",
                      .help = "Chebyshev polynomial in diag(A)⁻¹ A: products only, no sums over ranks"},
    PreconditionerRow{.name = "newton",
                      .choice = PreconditionerChoice::newton,
                      .make = make_newton,
                      .applied_by = AppliedBy::powers,
                      .help = "the polynomial of GMRES in diag(A)⁻¹ A, by its roots; for any matrix"},
    PreconditionerRow{.name = "emulated",
                      .choice = PreconditionerChoice::emulated,
                      .make = make_emulated,
                      .made_from = MadeFrom::nothing,
                      .help = "M = I at a given cost in vectors moved, for execution-time models"},
};

template <> struct Names<PreconditionerChoice> {
  static constexpr std::string_view noun = "preconditioner";
  static constexpr auto table = names_from(preconditioner_table, &PreconditionerRow::choice);
};

[[nodiscard]] constexpr const PreconditionerRow& row_of(PreconditionerChoice choice) {
  return *std::find_if(preconditioner_table.begin(), preconditioner_table.end(),
                       [choice](const PreconditionerRow& row) { return row.choice == choice; });
}

}  // namespace minikrylov
