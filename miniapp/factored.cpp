// IC(0) and symmetric Gauss-Seidel: from the rows of a system to substitutions.
#include "miniapp/factored.hpp"

#include <cmath>
#include <limits>

#include "kernels/ic0.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

std::unique_ptr<Substitution> make_substitution(const Triangles& triangles, const System& system) {
  const auto& parts = system.ordering.parts;
  return system.layout.format == MatrixFormat::sell ? make_sell_substitution(triangles, parts, system.layout.chunk)
                                                    : make_crs_substitution(triangles, parts);
}

GlobalIndex global_number(const System& system, LocalIndex row) {
  GlobalIndex number = 0;
  Kokkos::deep_copy(number, Kokkos::subview(system.global_number, row));
  return number;
}

/// Complains on all ranks alike if a rank has no factorisation: of the rank that comes first, since another's row means
/// nothing without its pivot. Collective.
void require_good_pivots(const std::optional<BadPivot>& bad, const System& system, const Communicator& ranks) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const double first = ranks.reduce(bad ? ranks.rank() : none, ReduceBy::minimum);
  if (first == none) return;
  const bool mine = first == ranks.rank();
  const double row =
      ranks.reduce(mine ? static_cast<double>(global_number(system, bad->row)) : -none, ReduceBy::maximum);
  const double pivot = ranks.reduce(mine ? bad->value : -none, ReduceBy::maximum);
  require(false,
          "IC(0) does not exist (the pivot of row {:.0f} is {:.3g}, and must be positive) make the diagonal larger by "
          "--ic0-shift, for example 0.1, or use --preconditioner jacobi",
          row, pivot);
}

/// Complains on all ranks alike if a diagonal entry is zero. Collective.
void require_diagonal(const Array<double>& diagonal, const Communicator& ranks) {
  LocalIndex zeros = 0;
  Kokkos::parallel_reduce(
      "count zeros of diag(A)", Kokkos::RangePolicy<Exec>(0, diagonal.extent(0)),
      KOKKOS_LAMBDA(LocalIndex i, LocalIndex & count) { count += diagonal(i) == 0; }, zeros);
  require(ranks.reduce(zeros, ReduceBy::sum) == 0,
          "symmetric Gauss-Seidel does not exist (a diagonal entry of the matrix is zero) use --preconditioner none");
}

Triangles factorise(PreconditionerChoice choice, const PreconditionerOptions& how, const System& system,
                    const Communicator& ranks) {
  if (choice == PreconditionerChoice::sgs) {
    require_diagonal(system.diagonal, ranks);
    return split_into_triangles(system.ordered_rows, system.ordering.parts);
  }
  const IncompleteCholesky ic0 = factorise_ic0(system.ordered_rows, system.ordering.parts, how.ic0_shift);
  require_good_pivots(ic0.bad_pivot, system, ranks);
  return ic0.factors;
}

}  // namespace

Factored::Factored(std::unique_ptr<Substitution> substitution, const Operator& A, LocalIndex ghosts, int corrections)
    : substitution_(std::move(substitution)), A_(A), ghosts_(ghosts), corrections_(corrections) {}

void Factored::apply(const Vector& r, const Vector& z) const {
  substitution_->solve(r, z);
  if (corrections_ == 0) return;
  auto& [k, w_data, c_data] = scratch(z);
  const Vec<0> residual(r);
  const Vec<1> sum(z);
  const Vec<2> w(w_data);
  const Vec<3> c(c_data);
  for (int i = 0; i < corrections_; ++i) {
    k.run("w = r - A z", w = A_ * sum, w = residual - w);
    substitution_->solve(w_data, c_data);
    k.run("z = z + M⁻¹ w", sum = sum + c);
  }
}

Factored::Scratch& Factored::scratch(const Vector& like) const {
  const auto found = scratch_.find(like.width);
  if (found != scratch_.end()) return found->second;
  const auto vector = [&](const char* name) { return make_vector(name, like.rows, ghosts_, like.width); };
  Scratch scratch{Kernels(like.rows, like.width), vector("r - A z"), vector("M⁻¹ (r - A z)")};
  return scratch_.emplace(like.width, std::move(scratch)).first->second;
}

Cost Factored::cost(int width) const {
  const Cost once = substitution_->cost(width);
  Cost all = once;
  const double vector = static_cast<double>(substitution_->rows()) * width;
  for (int i = 0; i < corrections_; ++i) all = all + once + A_.cost(width) + Cost{32 * vector, 16 * vector, 2 * vector};
  return all;
}

std::unique_ptr<Preconditioner> make_factored(PreconditionerChoice choice, const PreconditionerOptions& how,
                                              const System& system, const Operator& A, const Communicator& ranks) {
  return std::make_unique<Factored>(make_substitution(factorise(choice, how, system, ranks), system), A, system.ghosts,
                                    how.schwarz_corrections);
}

}  // namespace minikrylov
