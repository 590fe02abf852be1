// Lists of statements, cut into fused kernels at compile time.
#pragma once
#include <algorithm>
#include <array>
#include <tuple>

#include "kernels/fusion/statements.hpp"

namespace minikrylov::lists {

using Kind = PreconditionerKind;

template <class S> inline constexpr bool is_product = false;
template <int Y, int X> inline constexpr bool is_product<Product<Y, X>> = true;

template <class S> inline constexpr bool is_transposed = false;
template <int Y, int X> inline constexpr bool is_transposed<TransposedProduct<Y, X>> = true;

template <class S> inline constexpr bool is_precondition = false;
template <int Z, int R> inline constexpr bool is_precondition<Precondition<Z, R>> = true;

template <class S> inline constexpr bool is_squared_norm = false;
template <int R, int U> inline constexpr bool is_squared_norm<SquaredNorm<R, U>> = true;

template <class List, std::size_t I> using At = std::remove_cvref_t<std::tuple_element_t<I, List>>;

template <class List> inline constexpr bool has_precondition = false;
template <class... S> inline constexpr bool has_precondition<std::tuple<const S&...>> = (is_precondition<S> || ...);

template <class S> inline constexpr bool is_residual = false;
template <int R, int B, int X> inline constexpr bool is_residual<Residual<R, B, X>> = true;

/// The statements in one argument of Kernels::run().
template <class S> std::tuple<const S&> parts(const S& s) { return {s}; }
template <class... S> const std::tuple<S...>& parts(const std::tuple<S...>& list) { return list; }
template <int R, int B, int X>
std::tuple<const Product<R, X>&, const Assign<R, B, R>&> parts(const Residual<R, B, X>& s) {
  return {s.product, s.update};
}

/// The position of the first cut in S..., or the length of S... if there is none.
template <class... S> constexpr std::size_t place_of_cut() {
  std::size_t place = 0;
  static_cast<void>(((std::is_same_v<S, Cut> || (++place, false)) || ...));
  return place;
}

/// Whether a fused kernel has to end before statement S if M is of kind K.
template <Kind K, class S>
inline constexpr bool ends_fused_kernel = is_product<S> || is_transposed<S> ||
                                          (is_precondition<S> && K == Kind::general);

/// The first statement from I on that ends a fused kernel, or the list's length.
template <Kind K, class List, std::size_t I> constexpr std::size_t next_end() {
  if constexpr (I == std::tuple_size_v<List>)
    return I;
  else if constexpr (ends_fused_kernel<K, At<List, I>>)
    return I;
  else
    return next_end<K, List, I + 1>();
}

/// The end of the statements from I on that may be fused to the product y = A x before them: they do not change x.
template <Kind K, class List, std::size_t I, Mask X> constexpr std::size_t end_of_fused() {
  if constexpr (I == std::tuple_size_v<List>)
    return I;
  else if constexpr (ends_fused_kernel<K, At<List, I>> || (At<List, I>::writes & X) != 0)
    return I;
  else
    return end_of_fused<K, List, I + 1, X>();
}

/// Whether the statements B … E-1 may run by look-ahead: there are some, and none of them is a sum.
template <class List, std::size_t B, std::size_t E> constexpr bool may_run_ahead() {
  if constexpr (B == E)
    return false;
  else
    return At<List, B>::dots == 0 && (B + 1 == E || may_run_ahead<List, B + 1, E>());
}

/// The number of the first of these vectors where they are renumbered.
template <int... X>
inline constexpr int first_number = ((X >= first_of_any_precision) && ...) ? first_of_any_precision : 0;

/// The same statement with renumbered vectors, so that statements of one shape are compiled only once: the result is
/// the first, the k-th operand k + 1 after it (or the same if it is the result, or the number of its first occurrence).
template <int Y, int... X> auto renumbered(const Assign<Y, X...>& s) {
  constexpr std::array ids{X...};
  constexpr auto number = [ids](std::size_t k) {
    const auto place = static_cast<int>(std::find(ids.begin(), ids.end(), ids[k]) - ids.begin());
    return first_number<Y, X...> + (ids[k] == Y ? 0 : 1 + place);
  };
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    Assign<first_number<Y, X...>, number(K)...> same{};
    ((same.c[K] = s.c[K], same.at[K] = s.at[K], same.text[K] = s.text[K]), ...);
    same.y = s.y;
    same.name = s.name;
    return same;
  }
  (std::make_index_sequence<sizeof...(X)>{});
}
template <int X, int Y> auto renumbered(const Dot<X, Y>& s) {
  constexpr int first = first_number<X, Y>;
  return Dot<first, first + (X == Y ? 0 : 1)>{s.x, s.y, s.text};
}
template <int R, int U> auto renumbered(const SquaredNorm<R, U>& s) {
  constexpr int first = first_number<R, U>;
  return SquaredNorm<first, first + (R == U ? 0 : 1)>{s.r, s.u, s.text};
}
template <int Z, int R> auto renumbered(const Precondition<Z, R>& s) {
  constexpr int first = first_number<Z, R>;
  return Precondition<first, first + 1>{s.M, s.r, s.z, s.name_of_r, s.name};
}

/// Appends the formula of a statement to `formula`.
template <int Y, int... X> void write(const Assign<Y, X...>& s, Formula& formula) {
  formula.add_update(s.name, s.text);
}
template <int X, int Y> void write(const Dot<X, Y>& s, Formula& formula) { formula.dots.push_back(s.text); }
template <int R, int U> void write(const SquaredNorm<R, U>& s, Formula& formula) { formula.dots.push_back(s.text); }
template <int Y, int X> void write(const Product<Y, X>& s, Formula& formula) {
  formula.add_operation(s.name, "A", s.name_of_x);
}
template <int Y, int X> void write(const TransposedProduct<Y, X>& s, Formula& formula) {
  formula.add_operation(s.name, "Aᵀ", s.name_of_x);
}
template <int Z, int R> void write(const Precondition<Z, R>& s, Formula& formula) {
  formula.add_operation(s.name, "M⁻¹", s.name_of_r);
}

/// The formula of some statements.
template <class... S> Formula formula_of(const S&... s) {
  Formula formula;
  (write(s, formula), ...);
  return formula;
}

/// Calls use(statement B, …, statement E-1).
template <std::size_t B, std::size_t E, class List, class Use> void select(const List& list, const Use& use) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { use(std::get<B + I>(list)...); }
  (std::make_index_sequence<E - B>{});
}

/// Calls use() with all statements except the one at position P.
template <std::size_t P, class List, class Use> void select_without(const List& list, const Use& use) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { use(std::get<(I < P ? I : I + 1)>(list)...); }
  (std::make_index_sequence<std::tuple_size_v<List> - 1>{});
}

/// The kind of the preconditioner in a list; identity if there is none.
template <class... S> Kind kind_in(const std::tuple<const S&...>& list) {
  Kind kind = Kind::identity;
  const auto look = [&](const auto& s) {
    if constexpr (is_precondition<std::remove_cvref_t<decltype(s)>>) kind = s.M->kind();
  };
  std::apply([&](const auto&... s) { (look(s), ...); }, list);
  return kind;
}

/// The factors of the preconditioner in some statements; none if there is none or it is not diagonal.
template <class... S> RowFactors factors_in(const S&... s) {
  RowFactors found;
  const auto look = [&](const auto& one) {
    if constexpr (is_precondition<std::remove_cvref_t<decltype(one)>>) found = one.M->factors();
  };
  (look(s), ...);
  return found;
}

}  // namespace minikrylov::lists
