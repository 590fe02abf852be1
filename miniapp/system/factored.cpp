// From a system's rows to rank-local solvers.
#include "miniapp/system/factored.hpp"

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
          "--ic0-shift, for example 0.1, or use --preconditioner jacobi",
          row, pivot);
}

/// Throws on all ranks alike if a diagonal entry is zero. Collective.
void require_diagonal(const Array<double>& diagonal, const Communicator& ranks) {
  LocalIndex zeros = 0;
  Kokkos::parallel_reduce(
      "count zeros of diag(A)", Kokkos::RangePolicy<Exec>(0, diagonal.extent(0)),
      KOKKOS_LAMBDA(LocalIndex i, LocalIndex & count) { count += diagonal(i) == 0; }, zeros);
  require(ranks.reduce(zeros, ReduceBy::sum) == 0,
          "symmetric Gauss-Seidel does not exist (a diagonal entry of the matrix is zero) use --preconditioner none");
}

/// Substitution by rows or points of `parts`, in the format of the matrix.
std::unique_ptr<LocalSolver> substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                          const System& system, Precision precision) {
  return system.layout.format == MatrixFormat::crs
             ? make_crs_substitution(triangles, parts, precision)
             : make_sell_substitution(triangles, parts, system.layout.chunk, precision);
}

std::unique_ptr<LocalSolver> ic0(const CrsArrays& rows, const std::vector<LocalIndex>& parts,
                                 const PreconditionerOptions& how, const System& system, const Communicator& ranks) {
  const IncompleteCholesky ic0 = factorise_ic0(rows, parts, how.ic0_shift);
  require_good_pivots(ic0.bad_pivot, system, ranks);
  return substitution(ic0.factors, parts, system, how.precision);
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

std::unique_ptr<LocalSolver> block_lu(const System& system, const Communicator& ranks) {
  const CrsArrays points = to_blocks(system.ordered_rows, system.dofs);
  const auto parts = parts_of_points(system.ordering.parts, system.dofs);
  const InverseBlocks inverse = invert_blocks(split_into_triangles(points, parts).diagonal, parts, system.dofs);
  require(ranks.reduce(inverse.first_singular < points.rows, ReduceBy::sum) == 0,
          "block-lu does not exist (the diagonal block of a point is singular) use --preconditioner none");
  return std::make_unique<BlockDiagonal>(inverse.numbers, system.dofs);
}

std::unique_ptr<LocalSolver> make_solver(PreconditionerChoice choice, const PreconditionerOptions& how,
                                         const System& system, const Communicator& ranks) {
  const CrsArrays& rows = system.ordered_rows;
  const auto& parts = system.ordering.parts;
  switch (choice) {
    case PreconditionerChoice::sgs:
      require_diagonal(system.diagonal, ranks);
      return substitution(split_into_triangles(rows, parts), parts, system, how.precision);
    case PreconditionerChoice::sgs_kokkos_kernels:
      require_diagonal(system.diagonal, ranks);
      return make_kokkos_gauss_seidel(rows);
    case PreconditionerChoice::block_lu:
      return block_lu(system, ranks);
    case PreconditionerChoice::block_ic0:
      return ic0(to_blocks(rows, system.dofs), parts_of_points(parts, system.dofs), how, system, ranks);
    case PreconditionerChoice::block_jacobi_ic0: {
      const JacobiBlocks blocks = jacobi_blocks(system, how.jacobi_blocks);
      return ic0(uncoupled(rows, blocks.of_row), blocks.parts, how, system, ranks);
    }
    default:
      return ic0(rows, parts, how, system, ranks);
  }
}

}  // namespace

Factored::Factored(std::unique_ptr<LocalSolver> solver, const Operator& A, LocalIndex ghosts, int corrections)
    : solver_(std::move(solver)), A_(A), corrections_(corrections), scratch_(ghosts, "M⁻¹ (r - A z)") {}

void Factored::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  solver_->solve(r, z, progress);
  if (corrections_ == 0) return;
  auto& [k, w_data, c_data] = scratch_(z);
  k.poll(progress);
  const Vec<0> residual(r, "r");
  const Vec<1> sum(z, "z");
  const Vec<2> w(w_data, "w");
  const Vec<3> c(c_data, "M⁻¹ w");
  for (int i = 0; i < corrections_; ++i) {
    k.run(w = residual - A_ * sum);
    solver_->solve(w_data, c_data, progress);
    k.run(sum = sum + c);
  }
}

Cost Factored::cost(int width) const {
  const Cost once = solver_->cost(width);
  Cost all = once;
  const double vector = static_cast<double>(solver_->rows()) * width;
  for (int i = 0; i < corrections_; ++i) all = all + once + A_.cost(width) + Cost{32 * vector, 16 * vector, 2 * vector};
  return all;
}

std::unique_ptr<Preconditioner> make_factored(PreconditionerChoice choice, const PreconditionerOptions& how,
                                              const System& system, const Operator& A, const Communicator& ranks) {
  return std::make_unique<Factored>(make_solver(choice, how, system, ranks), A, system.ghosts, how.schwarz_corrections);
}

}  // namespace minikrylov
