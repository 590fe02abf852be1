// Rows of matrix powers that are finished in registers: what the loops over chunks with one right-hand side take
// instead of addresses, so that these loops are the same for products and for powers.
#pragma once
#include <array>
#include <span>

#include "kernels/formats/row_sums.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov::sell {

/// Whether powers of chunks of C rows are compiled: of the usual height only, since there are as many loops as codes.
template <int C> inline constexpr bool finishes_in_registers = C == 8 && C % lanes == 0;

/// y_{k-1} of `count` chains.
template <int count> struct Operands {
  static constexpr int vectors = count;
  std::array<const double*, count> of;

  friend MINIKRYLOV_ALWAYS_INLINE const double* vector_of(const Operands& x, int v) { return x.of[v]; }
  MINIKRYLOV_ALWAYS_INLINE Operands& operator+=(Offset rows) {
    for (const double*& one : of) one += rows;
    return *this;
  }
  MINIKRYLOV_ALWAYS_INLINE Operands operator+(Offset rows) const {
    Operands from = *this;
    return from += rows;
  }

  /// Prefetches what the next chunks of C rows read at the last of their columns, which on a grid no other row has read
  /// before: there a ring, or a layer that the second-level cache has lost, would be waited for.
  template <int C> MINIKRYLOV_ALWAYS_INLINE void prefetch_ahead_of(Offset last_column) const {
    constexpr Offset rows_ahead = 64;
    for (const double* one : of) prefetch<C>(one + last_column + rows_ahead);
  }
};

/// Where the sums of a product become rows of y_k, of `count` chains with the same term: D⁻¹ and the recurrence are
/// applied while they are in registers, in the order of PowersElement::of(). Which vectors join is asked for each
/// register: all rows of a power answer alike, so that branches are predicted, and loops need not be compiled for each
/// combination of vectors besides each code.
template <int count> class FinishedRows {
 public:
  /// `chains`: from the first of the rows on.
  explicit FinishedRows(std::span<const PowersElement> chains)
      : elements_(chains.data()),
        inverse_diagonal_(chains[0].inverse_diagonal),
        a_(chains[0].term.a),
        b_(chains[0].term.b),
        c_(chains[0].term.c),
        d_(chains[0].term.d) {
    for (int v = 0; v < count; ++v) {
      const PowersElement& at = chains[v];
      of_[v] = {at.term.b == 0 ? nullptr : at.last, at.before, at.first, at.y, at.kept};
    }
  }

  MINIKRYLOV_ALWAYS_INLINE FinishedRows& operator+=(Offset rows) {
    from_ += rows;
    return *this;
  }
  MINIKRYLOV_ALWAYS_INLINE FinishedRows operator+(Offset rows) const {
    FinishedRows from = *this;
    return from += rows;
  }

  /// A register of sums, from `row` on.
  friend MINIKRYLOV_ALWAYS_INLINE void put(const Simd& sums, const FinishedRows& to, int v, LocalIndex row) {
    const Rows& at = to.of_[v];
    const Offset e = to.from_ + row;
    Simd y = sums;
    if (to.inverse_diagonal_ != nullptr) y = load<Simd>(to.inverse_diagonal_ + e) * y;
    y = to.a_ * y;
    if (at.last != nullptr) y = y + to.b_ * load<Simd>(at.last + e);
    if (at.before != nullptr) y = y + to.c_ * load<Simd>(at.before + e);
    if (at.first != nullptr) y = y + to.d_ * load<Simd>(at.first + e);
    store(y, at.y + e);
    if (at.kept != nullptr) y.stream_to(at.kept + e);
  }
  /// Any number of sums.
  friend MINIKRYLOV_ALWAYS_INLINE void put_rows(const double* sums, LocalIndex rows, const FinishedRows& to, int v,
                                                LocalIndex row) {
    LocalIndex i = 0;
    for (; i + lanes <= rows; i += lanes) put(load<Simd>(sums + i), to, v, row + i);
    const PowersElement& at = to.elements_[v];
    for (; i < rows; ++i) {
      const Offset e = to.from_ + row + i;
      at.y[e] = at.of(sums[i], e);
      if (at.kept != nullptr) at.kept[e] = at.y[e];
    }
  }

 private:
  struct Rows {
    const double *last, *before, *first;
    double *y, *kept;
  };
  const PowersElement* elements_;
  std::array<Rows, count> of_{};  ///< the same, null where they do not join
  const double* inverse_diagonal_;
  Simd a_, b_, c_, d_;
  Offset from_ = 0;
};

/// What multiply_chunks_by_one() takes instead of ResultRows.
template <int count> struct PowersRows {
  FinishedRows<count> rows;
  Prefetching ahead;
};

/// use(x, rows) for one chain or two; `first`: of the rows.
template <class Use>
void with_powers_rows(std::span<const PowersElement> chains, LocalIndex first, const Prefetching& ahead,
                      const Use& use) {
  const auto x = [&](int v) { return chains[v].last - first; };
  if (chains.size() == 1)
    use(Operands<1>{{x(0)}}, PowersRows<1>{FinishedRows<1>(chains), ahead});
  else if (chains.size() == 2)
    use(Operands<2>{{x(0), x(1)}}, PowersRows<2>{FinishedRows<2>(chains), ahead});
  else
    Kokkos::abort("powers of more chains at once than loops are compiled for take one or two");
}

}  // namespace minikrylov::sell
