// Makes rank-local solvers from a system's rows.
#include "miniapp/system/preconditioner/factored.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/arrays.hpp"
#include "kernels/formats/blocks.hpp"
#include "kernels/ordering/uncoupled.hpp"
#include "kernels/triangular/block_diagonal.hpp"
#include "kernels/triangular/ic0.hpp"
#include "kernels/triangular/kokkos_gauss_seidel.hpp"
#include "kernels/triangular/substitution.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

GlobalIndex global_number(const System& system, LocalIndex row) {
  GlobalIndex number = 0;
  Kokkos::deep_copy(number, Kokkos::subview(system.global_number, row));
  return number;
}

/// Throws on all ranks alike if the factorisation broke down on any of them. Reports the lowest rank, since other rows
/// mean nothing without its pivot. Collective.
void require_good_pivots(const std::optional<BadPivot>& bad, const System& system, const Communicator& ranks) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const double first = ranks.reduce(bad ? ranks.rank() : none, ReduceBy::minimum);
  if (first == none) return;
  const bool mine = first == ranks.rank();
  const double row =
      ranks.reduce(mine ? static_cast<double>(global_number(system, bad->row)) : -none, ReduceBy::maximum);
  const double pivot = ranks.reduce(mine ? bad->value : -none, ReduceBy::maximum);
  require(false,
          "IC(0) does not exist (the pivot of row {:.0f} is {:.3g}, and must be positive) increase the diagonal by "
          "a shift (ic0-shift), for example 0.1, or use preconditioner jacobi",
          row, pivot);
}

/// Throws on all ranks alike if a diagonal entry is zero. Collective.
void require_diagonal(const Array<double>& diagonal, const Communicator& ranks) {
  LocalIndex zeros = 0;
  Kokkos::parallel_reduce(
      "count zeros of diag(A)", Kokkos::RangePolicy<Exec>(0, diagonal.extent(0)),
      KOKKOS_LAMBDA(LocalIndex i, LocalIndex & count) { count += diagonal(i) == 0; }, zeros);
  require(ranks.reduce(zeros, ReduceBy::sum) == 0,
          "symmetric Gauss-Seidel does not exist (a diagonal entry of the matrix is zero) use preconditioner none");
}

/// Codes that narrow the numbers of the matrix without loss narrow those of triangles, too.
Narrowing narrowing_of(Compression compression) {
  const bool narrows = compression == Compression::lossless || compression == Compression::narrow;
  return narrows ? Narrowing::exact : Narrowing::none;
}

/// Substitution by rows or points of `parts`, in the format of the matrix. M = (D + L) D⁻¹ (D + Lᵀ) stays positive with
/// any L if D is positive, so that triangles only need to be in range. Collective.
std::unique_ptr<LocalSolver> substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                          const PreconditionerInputs& from) {
  const System& system = from.system;
  const Precision precision = from.how.precision;
  for (const CrsArrays& triangle : {triangles.lower, triangles.upper})
    require_range(triangle.values, precision, "--preconditioner-precision", from.ranks);
  const Narrowing narrowing = narrowing_of(system.layout.compression);
  if (row_of(system.layout.format).chunking == Chunking::none)
    return make_crs_substitution(triangles, parts, precision, narrowing);
  auto made = make_sell_substitution(triangles, parts, system.layout.chunk, precision, narrowing);
  made->prefetch(system.tuning.ahead);
  return made;
}

std::unique_ptr<Preconditioner> factored(std::unique_ptr<LocalSolver> solver, const PreconditionerInputs& from) {
  return std::make_unique<Factored>(std::move(solver), from.A, from.system.ghosts, from.how.schwarz_corrections);
}

std::unique_ptr<Preconditioner> ic0(const CrsArrays& rows, const std::vector<LocalIndex>& parts,
                                    const PreconditionerInputs& from) {
  const IncompleteCholesky ic0 = factorise_ic0(rows, parts, from.how.ic0_shift);
  require_good_pivots(ic0.bad_pivot, from.system, from.ranks);
  return factored(substitution(ic0.factors, parts, from), from);
}

/// n diagonal blocks per rank, at most one per row: block b covers rows from b/n to (b + 1)/n in the grid's numbering.
struct JacobiBlocks {
  Array<int> of_row;
  std::vector<LocalIndex> parts;  ///< the blocks themselves in the grid's ordering, otherwise the parts of the ordering
};

JacobiBlocks jacobi_blocks(const System& system, int most) {
  const int count = std::clamp(most, 1, std::max(1, system.rows));
  const auto of_row = allocate<int>("blocks", system.rows);
  const Ordering& ordering = system.ordering;
  const auto old_of_new = ordering.old_of_new;
  const bool natural = ordering.is_identity() && ordering.parts.size() == 2;
  const bool reordered = !ordering.is_identity();
  const Offset rows = system.rows;
  Kokkos::parallel_for(
      "find blocks", Kokkos::RangePolicy<Exec>(0, system.rows), KOKKOS_LAMBDA(LocalIndex i) {
        const Offset old = reordered ? old_of_new(i) : i;
        of_row(i) = static_cast<int>(old * count / rows);
      });
  JacobiBlocks blocks{of_row, ordering.parts};
  if (!natural) return blocks;
  blocks.parts.clear();
  for (Offset b = 0; b <= count; ++b) blocks.parts.push_back(static_cast<LocalIndex>((b * rows + count - 1) / count));
  return blocks;
}

/// What one correction does besides an application of the solver.
struct SchwarzCorrection {
  const Operator& A;
  Vec<0> r;
  Vec<1> z;
  Vec<2> w;
  Vec<3> c;

  [[nodiscard]] auto residual() const { return w = r - A * z; }
  [[nodiscard]] auto update() const { return z = z + c; }
};

}  // namespace

Factored::Factored(std::unique_ptr<LocalSolver> solver, const Operator& A, LocalIndex ghosts, int corrections)
    : solver_(std::move(solver)),
      A_(A),
      corrections_(corrections),
      scratch_(solver_->rows(), ghosts, "M⁻¹ (r - A z)") {}

void Factored::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  solver_->solve(r, z, progress);
  if (corrections_ == 0) return;
  auto& [k, w, c] = scratch_(z.width);
  k.poll(progress);
  const SchwarzCorrection correction{A_, {r, "r"}, {z, "z"}, {w, "w"}, {c, "M⁻¹ w"}};
  for (int i = 0; i < corrections_; ++i) {
    k.run(correction.residual());
    solver_->solve(w, c, progress);
    k.run(correction.update());
  }
}

Cost Factored::cost(int width) const {
  const Cost once = solver_->cost(width);
  if (corrections_ == 0) return once;
  auto& [k, w, c] = scratch_(width);
  const SchwarzCorrection correction{
      A_, {w, "r"}, {c, "z"}, {w, "w"}, {c, "M⁻¹ w"}};  // whichever vectors: nothing runs
  const Cost each = k.cost_of(correction.residual()) + once + k.cost_of(correction.update());
  Cost all = once;
  for (int i = 0; i < corrections_; ++i) all = all + each;
  return all;
}

std::unique_ptr<Preconditioner> make_block_lu(const PreconditionerInputs& from) {
  const System& system = from.system;
  const CrsArrays points = to_blocks(system.ordered_rows, system.dofs);
  const auto parts = parts_of_points(system.ordering.parts, system.dofs);
  const InverseBlocks inverse = invert_blocks(split_into_triangles(points, parts).diagonal, parts, system.dofs);
  require(from.ranks.reduce(inverse.first_singular < points.rows, ReduceBy::sum) == 0,
          "block-lu does not exist (the diagonal block of a point is singular) use preconditioner none");
  return factored(std::make_unique<BlockDiagonal>(inverse.numbers, system.dofs), from);
}

std::unique_ptr<Preconditioner> make_sgs(const PreconditionerInputs& from) {
  const System& system = from.system;
  const auto& parts = system.ordering.parts;
  require_diagonal(system.diagonal, from.ranks);
  const Triangles triangles = split_into_triangles(system.ordered_rows, parts);
  return factored(substitution(triangles, parts, from), from);
}

std::unique_ptr<Preconditioner> make_sgs_kokkos_kernels(const PreconditionerInputs& from) {
  require_diagonal(from.system.diagonal, from.ranks);
  return factored(make_kokkos_gauss_seidel(from.system.ordered_rows), from);
}

std::unique_ptr<Preconditioner> make_ic0(const PreconditionerInputs& from) {
  return ic0(from.system.ordered_rows, from.system.ordering.parts, from);
}

std::unique_ptr<Preconditioner> make_block_ic0(const PreconditionerInputs& from) {
  const System& system = from.system;
  return ic0(to_blocks(system.ordered_rows, system.dofs), parts_of_points(system.ordering.parts, system.dofs), from);
}

std::unique_ptr<Preconditioner> make_block_jacobi_ic0(const PreconditionerInputs& from) {
  const JacobiBlocks blocks = jacobi_blocks(from.system, from.how.jacobi_blocks);
  return ic0(uncoupled(from.system.ordered_rows, blocks.of_row), blocks.parts, from);
}

}  // namespace minikrylov
