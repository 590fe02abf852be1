// The language of the methods: statements on vectors, written as formulas. A statement is a value; nothing runs
// until it is passed to Kernels::run().
//   vector = Σ coefficient · vector   vector = A * vector        vector = transposed(A) * vector
//   vector = b - A * x                vector = M * vector        statements(…)
//   dot(vector, vector)               squared_norm(r, M⁻¹ r)     cut
// Vectors and coefficients know their letters, so that a statement can be shown as its formula.
#pragma once
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/fusion/coefficient.hpp"
#include "kernels/fusion/formula.hpp"
#include "kernels/fusion/formulation.hpp"
#include "kernels/fusion/operators.hpp"
#include "kernels/fusion/panel.hpp"

namespace minikrylov {

using Mask = std::uint64_t;             ///< a set of vectors of one method
inline constexpr int max_vectors = 40;  ///< of one method; each is a bit of a Mask

template <int I> constexpr Mask bit = Mask{1} << I;

/// Vectors from this number on may be in single precision: fused kernels on such only are compiled for both.
inline constexpr int first_of_any_precision = 20;

/// Σ cₖ xₖ.
template <int... X> struct Linear {
  Scalars c[sizeof...(X)];
  void* at[sizeof...(X)];
  TermText text[sizeof...(X)];
};

/// y = Σ cₖ xₖ.
template <int Y, int... X> struct Assign {
  static constexpr Mask reads = (bit<X> | ...), writes = bit<Y>;
  static constexpr int terms = sizeof...(X), dots = 0;
  /// Whether a term is the old value of y.
  static constexpr bool keeps(int term) {
    constexpr int id[] = {X...};
    return id[term] == Y;
  }
  Scalars c[terms];
  void* at[terms];  ///< their numbers, of either precision
  TermText text[terms];
  void* y;
  const char* name;
};

/// Σᵢ xᵢ yᵢ over the rows of this rank.
template <int X, int Y> struct Dot {
  static constexpr Mask reads = bit<X> | bit<Y>, writes = 0;
  static constexpr int terms = 0, dots = 1;
  void *x, *y;
  DotText text;
};

/// The squared norm of r by the ResidualNorm of the execution: (r,r), (r,u) or (u,u).
template <int R, int U> struct SquaredNorm {
  static constexpr Mask reads = bit<R> | bit<U>, writes = 0;
  static constexpr int terms = 0, dots = 1;
  void *r, *u;
  DotText text;
};

/// Where a paper's grouping starts a new fused kernel although the statements around it could share one.
struct Cut {
  static constexpr Mask reads = 0, writes = 0;
  static constexpr int terms = 0, dots = 0;
};
inline constexpr Cut cut;

/// y = A x.
template <int Y, int X> struct Product {
  static constexpr Mask reads = bit<X>, writes = bit<Y>;
  static constexpr int terms = 0, dots = 0;
  const Operator* A;
  Vector x, y;
  const char *name_of_x, *name;
};

/// y = Aᵀ x.
template <int Y, int X> struct TransposedProduct {
  static constexpr Mask reads = bit<X>, writes = bit<Y>;
  static constexpr int terms = 0, dots = 0;
  const Operator* A;
  Vector x, y;
  const char *name_of_x, *name;
};

/// r = b - A x: a product and an update; recurrences start from r.
template <int R, int B, int X> struct Residual {
  Product<R, X> product;
  Assign<R, B, R> update;
};

/// z = M⁻¹ r, written z = M * r.
template <int Z, int R> struct Precondition {
  static constexpr Mask reads = bit<R>, writes = bit<Z>;
  static constexpr int terms = 0, dots = 0;
  const Preconditioner* M;
  Vector r, z;
  const char *name_of_r, *name;
};

/// Aᵀ.
struct Transposed {
  const Operator* A;
};
inline Transposed transposed(const Operator& A) { return {&A}; }

template <class By, int X> struct Applied {
  By by;
  Vector x;
  const char* name_of_x;
};
template <int B, int X> struct Difference {
  Linear<B> b;
  Applied<const Operator*, X> Ax;
};

/// x + Y c.
template <int X> struct PanelSum { PanelProduct product; };

/// A vector of one method. Its number is part of its type, so reads and writes are known at compile time.
template <int I> class Vec {
 public:
  /// `name`: the paper's letter; must outlive all statements that use it.
  Vec(Vector vector, const char* name) : vector_(std::move(vector)), name_(name) {}
  Vec(const Vec&) = default;

  [[nodiscard]] const Vector& vector() const { return vector_; }
  [[nodiscard]] const char* name() const { return name_; }

  template <int... X> [[nodiscard]] Assign<I, X...> operator=(const Linear<X...>& sum) const {
    Assign<I, X...> s{};
    for (std::size_t k = 0; k < sizeof...(X); ++k) {
      s.c[k] = sum.c[k];
      s.at[k] = sum.at[k];
      s.text[k] = sum.text[k];
    }
    s.y = vector_.numbers();
    s.name = name_;
    return s;
  }
  template <int J> [[nodiscard]] Assign<I, J> operator=(const Vec<J>& x) const { return *this = linear(x); }
  template <int J> [[nodiscard]] Product<I, J> operator=(const Applied<const Operator*, J>& a) const {
    return {a.by, a.x, vector_, a.name_of_x, name_};
  }
  template <int J> [[nodiscard]] TransposedProduct<I, J> operator=(const Applied<Transposed, J>& a) const {
    return {a.by.A, a.x, vector_, a.name_of_x, name_};
  }
  template <int J> [[nodiscard]] Precondition<I, J> operator=(const Applied<const Preconditioner*, J>& a) const {
    return {a.by, a.x, vector_, a.name_of_x, name_};
  }
  template <int B, int J> [[nodiscard]] Residual<I, B, J> operator=(const Difference<B, J>& d) const {
    return {*this = d.Ax, *this = d.b - *this};
  }
  [[nodiscard]] PanelAssign operator=(const PanelProduct& Yc) const {
    return {vector_, name_, PanelAssign::From::nothing, Yc};
  }
  [[nodiscard]] PanelAssign operator=(const PanelSum<I>& sum) const {
    return {vector_, name_, PanelAssign::From::old_value, sum.product};
  }

 private:
  Vector vector_;
  const char* name_;
};

/// The same memory under another letter, for vectors that are never needed at the same time: overwriting in place saves
/// a write-allocate.
template <int I> [[nodiscard]] Vec<I> alias(const Vec<I>& x, const char* name) { return {x.vector(), name}; }

template <int I> Linear<I> linear(const Vec<I>& x) { return {{1.0}, {x.vector().numbers()}, {{x.name()}}}; }
template <int... I> const Linear<I...>& linear(const Linear<I...>& sum) { return sum; }

template <int... I, int... J> Linear<I..., J...> add(const Linear<I...>& a, double sign, const Linear<J...>& b) {
  Linear<I..., J...> sum{};
  std::size_t k = 0;
  for (std::size_t j = 0; j < sizeof...(I); ++j, ++k) {
    sum.c[k] = a.c[j];
    sum.at[k] = a.at[j];
    sum.text[k] = a.text[j];
  }
  for (std::size_t j = 0; j < sizeof...(J); ++j, ++k) {
    sum.c[k] = sign * b.c[j];
    sum.at[k] = b.at[j];
    sum.text[k] = b.text[j];
    sum.text[k].sign *= sign;
  }
  return sum;
}

template <class X> struct IsSum : std::false_type {};
template <int I> struct IsSum<Vec<I>> : std::true_type {};
template <int... I> struct IsSum<Linear<I...>> : std::true_type {};
template <class X> concept Sum = IsSum<X>::value;

template <Sum X> auto scaled(const Scalars& c, const Factor& factor, const X& x) {
  auto sum = linear(x);
  for (Scalars& ck : sum.c) ck = c * ck;
  for (TermText& text : sum.text) text = text.times(factor);
  return sum;
}

template <Sum X, Sum Y> auto operator+(const X& x, const Y& y) { return add(linear(x), 1, linear(y)); }
template <Sum X, Sum Y> auto operator-(const X& x, const Y& y) { return add(linear(x), -1, linear(y)); }
/// Only numbers and Coefficients can multiply a vector: Scalars have no letter to show.
template <Sum X> auto operator*(const Coefficient& c, const X& x) { return scaled(c, {c.letter()}, x); }
template <Sum X> auto operator*(double c, const X& x) { return scaled(c, {nullptr, c}, x); }

template <int I> PanelSum<I> operator+(const Vec<I>&, const PanelProduct& Yc) { return {Yc}; }

template <int I> Applied<const Operator*, I> operator*(const Operator& A, const Vec<I>& x) {
  return {&A, x.vector(), x.name()};
}
template <int I> Applied<Transposed, I> operator*(const Transposed& by, const Vec<I>& x) {
  return {by, x.vector(), x.name()};
}
template <int I> Applied<const Preconditioner*, I> operator*(const Preconditioner& M, const Vec<I>& r) {
  return {&M, r.vector(), r.name()};
}
template <int B, int X> Difference<B, X> operator-(const Vec<B>& b, const Applied<const Operator*, X>& Ax) {
  return {linear(b), Ax};
}

/// The inner product (x, y); Kernels::run() returns this rank's part.
template <int I, int J> Dot<I, J> dot(const Vec<I>& x, const Vec<J>& y) {
  return {x.vector().numbers(), y.vector().numbers(), {x.name(), y.name()}};
}

/// ‖r‖² in the norm of the stopping test, with u = M⁻¹ r; Kernels::run() returns this rank's part.
template <int R, int U> SquaredNorm<R, U> squared_norm(const Vec<R>& r, const Vec<U>& u) {
  return {r.vector().numbers(), u.vector().numbers(), {r.name()}};
}

/// A list of statements to be used in other lists.
template <class... S> std::tuple<S...> statements(const S&... s) { return {s...}; }

/// The result of Kernels::run(): this rank's part of D sums, their formulas, and which vectors were written.
template <std::size_t D> struct LocalSums {
  std::array<Scalars, D> value;
  std::array<DotText, D> text;
  Mask writes = 0;

  template <std::size_t K> friend const Scalars& get(const LocalSums& sums) { return sums.value[K]; }
};

}  // namespace minikrylov

template <std::size_t D> struct std::tuple_size<minikrylov::LocalSums<D>> : std::integral_constant<std::size_t, D> {};
template <std::size_t K, std::size_t D> struct std::tuple_element<K, minikrylov::LocalSums<D>> {
  using type = const minikrylov::Scalars;
};
