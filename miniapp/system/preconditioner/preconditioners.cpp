// Identity, Jacobi and the emulated preconditioner, and the choice among all.
#include "miniapp/system/preconditioner/preconditioners.hpp"

#include <algorithm>

#include "kernels/core/arrays.hpp"
#include "kernels/fusion/blas.hpp"
#include "miniapp/settings/repeats.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// Writes 1/d of each row (1 where d = 0), first touched by the threads that will use it. Returns the first row with
/// d = 0, or `rows` if there is none.
LocalIndex invert(const Array<double>& diagonal, const Array<double>& inverse) {
  const auto rows = static_cast<LocalIndex>(diagonal.extent(0));
  LocalIndex first_zero = rows;
  Kokkos::parallel_reduce(
      "d = 1 / diag(A)", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, rows),
      KOKKOS_LAMBDA(LocalIndex i, LocalIndex & first) {
        if (diagonal(i) == 0 && i < first) first = i;
        inverse(i) = diagonal(i) == 0 ? 1 : 1 / diagonal(i);
      },
      Kokkos::Min<LocalIndex>(first_zero));
  return Kokkos::min(first_zero, rows);
}

/// The value of all elements on all ranks, if it is the same. Collective.
std::optional<double> same_everywhere(const Array<double>& values, const Communicator& ranks) {
  Kokkos::MinMaxScalar<double> here{};
  Kokkos::parallel_reduce(
      "range of diag(A)", Kokkos::RangePolicy<Exec>(0, values.extent(0)),
      KOKKOS_LAMBDA(Offset i, Kokkos::MinMaxScalar<double> & range) {
        range.min_val = Kokkos::min(range.min_val, values(i));
        range.max_val = Kokkos::max(range.max_val, values(i));
      },
      Kokkos::MinMax<double>(here));
  const std::vector<double> ends = ranks.reduce(std::vector<double>{-here.min_val, here.max_val}, ReduceBy::maximum);
  return -ends[0] == ends[1] ? std::optional<double>(ends[1]) : std::nullopt;
}

}  // namespace

Cost Identity::cost(int width) const {
  (void)width;
  return {};
}

Jacobi::Jacobi(Array<double> diagonal, ZeroDiagonal zeros, std::optional<double> same)
    : inverse_diagonal_(allocate<double>("diag(A)⁻¹", diagonal.extent(0))) {
  const LocalIndex row = invert(diagonal, inverse_diagonal_);
  require(zeros == ZeroDiagonal::one || row == static_cast<LocalIndex>(diagonal.extent(0)),
          "the Jacobi preconditioner does not exist (the diagonal entry of this rank's row {} is zero) use "
          "preconditioner none, or zero-diagonal one",
          row);
  if (same) factor_ = *same == 0 ? 1 : 1 / *same;
}

void Jacobi::apply(const Vector& r, const Vector& z, ProgressHook*) const { blas::scale(inverse_diagonal_, r, z); }

Cost Jacobi::cost(int width) const {
  const auto rows = static_cast<double>(inverse_diagonal_.extent(0));
  return {8 * rows * (width + 1), 8 * rows * width, rows * width};
}

void Emulated::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  auto found = scratch_.find(z.width);
  if (found == scratch_.end()) found = scratch_.emplace(z.width, make_vector("w", z.rows, 0, z.width)).first;
  const Vector& w = found->second;
  // The last copy must end in z.
  const Vector* from = &r;
  for (int left = copies_; left > 0; --left) {
    const Vector& to = left % 2 == 1 ? z : w;
    copy(*from, to, progress);
    from = &to;
  }
}

Cost Emulated::cost(int width) const {
  const double bytes = 8.0 * rows_ * width * copies_;
  return {bytes, bytes, 0};
}

std::unique_ptr<Preconditioner> make_identity(const PreconditionerInputs& /*from*/) {
  return std::make_unique<Identity>();
}

Jacobi inverse_diagonal_of(const PreconditionerInputs& from, ZeroDiagonal zeros) {
  const auto same = same_everywhere(from.system.diagonal, from.ranks);  // before a rank may refuse its rows
  Jacobi inverse(from.system.diagonal, zeros, same);
  if (stores_repeats_once(compression_of(from.system))) inverse.store_repeats_once(from.system.rows);
  return inverse;
}

std::unique_ptr<Preconditioner> make_jacobi(const PreconditionerInputs& from) {
  return std::make_unique<Jacobi>(inverse_diagonal_of(from, from.how.zero_diagonal));
}

std::unique_ptr<Preconditioner> make_emulated(const PreconditionerInputs& from) {
  return std::make_unique<Emulated>(from.how.emulated_cost, from.system.rows);
}

std::unique_ptr<Preconditioner> make_preconditioner(PreconditionerChoice choice, const PreconditionerOptions& how,
                                                    const System& system, const Operator& A,
                                                    const Communicator& ranks) {
  return row_of(choice).make({how, system, A, ranks});
}

bool needs_ordered_rows(PreconditionerChoice choice) { return row_of(choice).made_from == MadeFrom::rows; }

bool stores_factors(PreconditionerChoice choice) { return row_of(choice).keeps == Keeps::factors; }

bool needs_points(PreconditionerChoice choice) { return row_of(choice).unit == OrderedUnit::point; }

bool any_preconditioner(const MethodOptions& options, bool (*is_such)(PreconditionerChoice)) {
  return std::any_of(options.methods.begin(), options.methods.end(),
                     [is_such](const ChosenMethod& chosen) { return is_such(chosen.preconditioner); });
}

}  // namespace minikrylov
