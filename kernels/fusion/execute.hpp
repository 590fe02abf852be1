// One statement on some elements of its vectors, which are in registers.
#pragma once
#include <bit>

#include "kernels/core/simd.hpp"
#include "kernels/fusion/statements.hpp"

namespace minikrylov {

/// The number of right-hand sides a fused kernel is compiled for: one, or known only at run time.
enum class Width { one, any };

namespace fused_detail {

template <class S> struct Type {};

/// The data of the elements on which a statement runs, besides vectors: coefficients per term, the diagonal, the norm.
template <Width W, PreconditionerKind M, class V> struct Position {
  const std::conditional_t<W == Width::one, double, V>* c;  ///< any: coefficients of these elements
  int stride;                                               ///< any: distance between terms
  V diagonal;                                               ///< of M⁻¹ at these elements
  ResidualNorm norm;
  KOKKOS_FORCEINLINE_FUNCTION V coefficient(int term) const {
    if constexpr (W == Width::one)
      return V(c[term]);
    else
      return c[static_cast<Offset>(term) * stride];
  }
};

template <int Y, int... X, class P, class V>
KOKKOS_FORCEINLINE_FUNCTION void execute(Type<Assign<Y, X...>>, const P& at, int term, V* v, V*) {
  constexpr int id[] = {X...};
  V sum = at.coefficient(term) * v[id[0]];
  for (int k = 1; k < static_cast<int>(sizeof...(X)); ++k) sum = sum + at.coefficient(term + k) * v[id[k]];
  v[Y] = sum;
}
template <int X, int Y, class P, class V>
KOKKOS_FORCEINLINE_FUNCTION void execute(Type<Dot<X, Y>>, const P&, int, V* v, V* sum) {
  *sum = *sum + v[X] * v[Y];
}
template <int R, int U, class P, class V>
KOKKOS_FORCEINLINE_FUNCTION void execute(Type<SquaredNorm<R, U>>, const P& at, int, V* v, V* sum) {
  if (at.norm == ResidualNorm::unpreconditioned)
    *sum = *sum + v[R] * v[R];
  else if (at.norm == ResidualNorm::natural)
    *sum = *sum + v[R] * v[U];
  else
    *sum = *sum + v[U] * v[U];
}
template <int Z, int R, class P, class V>
KOKKOS_FORCEINLINE_FUNCTION void execute(Type<Precondition<Z, R>>, const P& at, int, V* v, V*) {
  v[Z] = at.diagonal * v[R];
}

template <class Real, int Y, int... X> void bind(const Assign<Y, X...>& s, Real** at) {
  int k = 0;
  ((at[X] = static_cast<Real*>(s.at[k++])), ...);
  at[Y] = static_cast<Real*>(s.y);
}
template <class Real, int X, int Y> void bind(const Dot<X, Y>& s, Real** at) {
  at[X] = static_cast<Real*>(s.x);
  at[Y] = static_cast<Real*>(s.y);
}
template <class Real, int R, int U> void bind(const SquaredNorm<R, U>& s, Real** at) {
  at[R] = static_cast<Real*>(s.r);
  at[U] = static_cast<Real*>(s.u);
}
template <class Real, int Z, int R> void bind(const Precondition<Z, R>& s, Real** at) {
  at[R] = static_cast<Real*>(s.r.numbers());
  at[Z] = static_cast<Real*>(s.z.numbers());
}

/// The vector that a statement writes. A constant, since nvcc warns of each call of a host function in device code,
/// even where the compiler evaluates it.
template <class S> inline constexpr int written_by = std::countr_zero(S::writes);

/// Rounds what a statement has written to the precision of its vector, so that this kernel goes on with the numbers
/// that others will read.
template <class Real, class S, class V> KOKKOS_FORCEINLINE_FUNCTION void round_written(V* v) {
  if constexpr (!std::is_same_v<Real, double> && S::writes != 0) {
    constexpr int Y = written_by<S>;
    static_assert(std::is_same_v<Real, float>);
    if constexpr (std::is_same_v<V, double>)
      v[Y] = rounded_to_single(v[Y]);
    else
      v[Y] = v[Y].in_single();
  }
}

}  // namespace fused_detail

}  // namespace minikrylov
