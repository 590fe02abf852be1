// The language of the methods: statements on vectors, written as formulas. A statement is a value; nothing runs
// until Kernels::run() runs it.
//   vector = Σ scalar · vector        vector = A * vector        vector = M * vector
//   dot(vector, vector)               squared_norm(r, M⁻¹ r)     cut
#pragma once
#include <bit>
#include <type_traits>
#include <utility>

#include "kernels/core/scalars.hpp"
#include "kernels/fusion/formulation.hpp"
#include "kernels/fusion/operators.hpp"

namespace minikrylov {

using Mask = std::uint64_t;             ///< a set of vectors of one method
inline constexpr int max_vectors = 40;  ///< of one method; each is a bit of a Mask

template <int I> constexpr Mask bit = Mask{1} << I;

/// Σ cₖ xₖ.
template <int... X> struct Linear {
  Scalars c[sizeof...(X)];
  double* at[sizeof...(X)];
};

/// y = Σ cₖ xₖ.
template <int Y, int... X> struct Assign {
  static constexpr Mask reads = (bit<X> | ...), writes = bit<Y>;
  static constexpr int terms = sizeof...(X), dots = 0;
  /// True for the one term that carries y's old value.
  static constexpr bool keeps(int term) {
    constexpr int id[] = {X...};
    return id[term] == Y;
  }
  Scalars c[terms];
  double* at[terms];
  double* y;
};

/// Σᵢ xᵢ yᵢ over the rows of this rank.
template <int X, int Y> struct Dot {
  static constexpr Mask reads = bit<X> | bit<Y>, writes = 0;
  static constexpr int terms = 0, dots = 1;
  double *x, *y;
};

/// The square of r's norm, by what the execution says a norm is: (r,r), (r,u) or (u,u).
template <int R, int U> struct SquaredNorm {
  static constexpr Mask reads = bit<R> | bit<U>, writes = 0;
  static constexpr int terms = 0, dots = 1;
  double *r, *u;
};

/// Where a paper's grouping begins a new sweep, though the statements around it could share one.
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
};

/// z = M⁻¹ r, written z = M * r.
template <int Z, int R> struct Precondition {
  static constexpr Mask reads = bit<R>, writes = bit<Z>;
  static constexpr int terms = 0, dots = 0;
  const Preconditioner* M;
  Vector r, z;
};

template <class By, int X> struct Applied {
  const By* by;
  Vector x;
};

/// A vector of one method. Its number is part of its type, so reads and writes are known at compile time.
template <int I> class Vec {
 public:
  explicit Vec(Vector vector) : vector_(std::move(vector)) {}
  Vec(const Vec&) = default;

  [[nodiscard]] const Vector& vector() const { return vector_; }

  template <int... X> [[nodiscard]] Assign<I, X...> operator=(const Linear<X...>& sum) const {
    Assign<I, X...> s{};
    for (std::size_t k = 0; k < sizeof...(X); ++k) {
      s.c[k] = sum.c[k];
      s.at[k] = sum.at[k];
    }
    s.y = vector_.data.data();
    return s;
  }
  template <int J> [[nodiscard]] Assign<I, J> operator=(const Vec<J>& x) const {
    return *this = Linear<J>{{1.0}, {x.vector().data.data()}};
  }
  template <int J> [[nodiscard]] Product<I, J> operator=(const Applied<Operator, J>& a) const {
    return {a.by, a.x, vector_};
  }
  template <int J> [[nodiscard]] Precondition<I, J> operator=(const Applied<Preconditioner, J>& a) const {
    return {a.by, a.x, vector_};
  }

 private:
  Vector vector_;
};

template <int I> Linear<I> linear(const Vec<I>& x) { return {{1.0}, {x.vector().data.data()}}; }
template <int... I> const Linear<I...>& linear(const Linear<I...>& sum) { return sum; }

template <int... I, int... J> Linear<I..., J...> add(const Linear<I...>& a, double sign, const Linear<J...>& b) {
  Linear<I..., J...> sum{};
  std::size_t k = 0;
  for (std::size_t j = 0; j < sizeof...(I); ++j, ++k) {
    sum.c[k] = a.c[j];
    sum.at[k] = a.at[j];
  }
  for (std::size_t j = 0; j < sizeof...(J); ++j, ++k) {
    sum.c[k] = sign * b.c[j];
    sum.at[k] = b.at[j];
  }
  return sum;
}

template <class X> struct IsSum : std::false_type {};
template <int I> struct IsSum<Vec<I>> : std::true_type {};
template <int... I> struct IsSum<Linear<I...>> : std::true_type {};
template <class X> concept Sum = IsSum<X>::value;

template <Sum X, Sum Y> auto operator+(const X& x, const Y& y) { return add(linear(x), 1, linear(y)); }
template <Sum X, Sum Y> auto operator-(const X& x, const Y& y) { return add(linear(x), -1, linear(y)); }
template <Sum X> auto operator*(const Scalars& c, const X& x) {
  auto sum = linear(x);
  for (Scalars& ck : sum.c) ck = c * ck;
  return sum;
}
template <int I> Applied<Operator, I> operator*(const Operator& A, const Vec<I>& x) { return {&A, x.vector()}; }
template <int I> Applied<Preconditioner, I> operator*(const Preconditioner& M, const Vec<I>& r) {
  return {&M, r.vector()};
}

/// The inner product (x, y), of which Kernels::run() returns this rank's part.
template <int I, int J> Dot<I, J> dot(const Vec<I>& x, const Vec<J>& y) {
  return {x.vector().data.data(), y.vector().data.data()};
}

/// ‖r‖² in the norm of the stopping test, where u = M⁻¹ r; Kernels::run() returns this rank's part.
template <int R, int U> SquaredNorm<R, U> squared_norm(const Vec<R>& r, const Vec<U>& u) {
  return {r.vector().data.data(), u.vector().data.data()};
}

// --- what a list of statements moves: derived from its types, so it cannot disagree with what runs -----------------

struct Counts {
  int reads = 0, writes = 0, flops = 0;  ///< vectors read, vectors written, operations a row and right-hand side
  int fills = 0;                         ///< of those written, the ones that were not read before
};

/// One sweep over all statements: a value that an earlier statement computed is still in a register.
/// Vectors `in_cache` are not counted as read.
template <class... S> constexpr Counts merged_counts(Mask in_cache = 0) {
  Mask read = 0, written = 0;
  ((read |= S::reads & ~written, written |= S::writes), ...);
  return {std::popcount(read & ~in_cache), std::popcount(written),
          ((S::terms ? 2 * S::terms - 1 : 2 * S::dots) + ... + 0), std::popcount(written & ~read)};
}

}  // namespace minikrylov
