// The products of two powers of two chains, group by group of rows, strands of sums in registers.
#pragma once
#include <algorithm>

#include "kernels/core/common_multiple.hpp"
#include "kernels/core/strand_sums.hpp"
#include "kernels/schedule/interior.hpp"

namespace minikrylov::moments {

inline constexpr LocalIndex rows_of_a_sum = GhostGroups::group_rows;

/// Which moments a power adds: its columns' inner products with each other and with those of the power before.
enum class Adds { of_start, of_both_chains, of_the_longer_chain };

/// Columns of a power and of the one before, from some row on, those of the power as they are and times the weights.
struct Factors {
  const double *weighted_p, *weighted_r, *p, *r, *before_p, *before_r;
};

/// Where the moments (y_k, z_k) of power k begin, after those of (y_k, z_{k-1}); `count`: from group to group.
struct Places {
  double *pp, *pr, *rr;
  Offset count;
};

/// Halves are added up. Written out: a loop stores what it loads in other sizes next, and each such pair stalls.
MINIKRYLOV_ALWAYS_INLINE double sum_of_strands(const double* s) {
  static_assert(strands == 8);
  const double s0 = s[0] + s[4], s1 = s[1] + s[5], s2 = s[2] + s[6], s3 = s[3] + s[7];
  return (s0 + s2) + (s1 + s3);
}

/// One product's strands, as many of them as a register has lanes.
class StrandSum {
 public:
  MINIKRYLOV_ALWAYS_INLINE void add(const Simd& x, const Simd& z) { sum_ = sum_ + x * z; }
  MINIKRYLOV_ALWAYS_INLINE void copy_to(double* to) const { store(sum_, to); }

 private:
  Simd sum_ = Simd(0.0);
};

inline constexpr int most_products = 6;

/// `count` strands of each product of so many elements, a multiple of them; strands are a multiple of the lanes. Each
/// column is loaded once, and so many independent sums hide the latency of additions. Not in arrays, which compilers
/// keep in memory.
template <Adds adds>
MINIKRYLOV_ALWAYS_INLINE void sum_whole(const Factors& of, LocalIndex elements, int count, double* sums) {
  for (int first = 0; first < count; first += lanes) {
    StrandSum s0, s1, s2, s3, s4, s5;
    for (LocalIndex e = first; e < elements; e += count) {
      const Simd weighted_p = load<Simd>(of.weighted_p + e), p = load<Simd>(of.p + e);
      if constexpr (adds == Adds::of_start) {
        const Simd r = load<Simd>(of.r + e);
        s1.add(weighted_p, p);
        s3.add(weighted_p, r);
        s5.add(load<Simd>(of.weighted_r + e), r);
      } else {
        const Simd before_p = load<Simd>(of.before_p + e), before_r = load<Simd>(of.before_r + e);
        s0.add(weighted_p, before_p);
        s1.add(weighted_p, p);
        s2.add(weighted_p, before_r);
        if constexpr (adds == Adds::of_both_chains) {
          const Simd weighted_r = load<Simd>(of.weighted_r + e), r = load<Simd>(of.r + e);
          s3.add(weighted_p, r);
          s4.add(weighted_r, before_r);
          s5.add(weighted_r, r);
        }
      }
    }
    s0.copy_to(sums + first);
    s1.copy_to(sums + count + first);
    s2.copy_to(sums + 2 * count + first);
    s3.copy_to(sums + 3 * count + first);
    s4.copy_to(sums + 4 * count + first);
    s5.copy_to(sums + 5 * count + first);
  }
}

/// The last elements of a group, fewer than there are strands, from `first` on.
template <Adds adds> void sum_left(const Factors& of, LocalIndex first, LocalIndex elements, int count, double* sums) {
  const auto add = [&](int product, const double* x, const double* z) {
    for (LocalIndex e = first; e < elements; ++e) sums[product * count + (e - first)] += x[e] * z[e];
  };
  constexpr bool has_r = adds != Adds::of_the_longer_chain, has_before = adds != Adds::of_start;
  if (has_before) add(0, of.weighted_p, of.before_p);
  add(1, of.weighted_p, of.p);
  if (has_before) add(2, of.weighted_p, of.before_r);
  if (has_r) add(3, of.weighted_p, of.r);
  if (has_r && has_before) add(4, of.weighted_r, of.before_r);
  if (has_r) add(5, of.weighted_r, of.r);
}

/// The products of one right-hand side, group by group. Not inlined: among other loops, registers would not do.
template <Adds adds> [[gnu::noinline]] void sum_groups(const Factors& from, LocalIndex rows, const Places& places) {
  constexpr bool has_r = adds != Adds::of_the_longer_chain, has_before = adds != Adds::of_start;
  Factors of = from;
  Places to = places;
  for (LocalIndex left = rows; left > 0; left -= rows_of_a_sum) {
    alignas(cache_line_bytes) double sums[most_products * strands];
    const LocalIndex count = std::min(left, rows_of_a_sum), whole = count / strands * strands;
    if (count == rows_of_a_sum) {
      sum_whole<adds>(of, rows_of_a_sum, strands, sums);  // whose number compilers know
    } else {
      sum_whole<adds>(of, whole, strands, sums);
      sum_left<adds>(of, whole, count, strands, sums);
    }
    if (has_before) to.pp[-1] = sum_of_strands(sums);
    to.pp[0] = sum_of_strands(sums + strands);
    if (has_before) to.pr[-1] = sum_of_strands(sums + 2 * strands);
    if (has_r) to.pr[0] = sum_of_strands(sums + 3 * strands);
    if (has_r && has_before) to.rr[-1] = sum_of_strands(sums + 4 * strands);
    if (has_r) to.rr[0] = sum_of_strands(sums + 5 * strands);
    of.weighted_p += rows_of_a_sum, of.weighted_r += rows_of_a_sum;
    of.p += rows_of_a_sum, of.r += rows_of_a_sum;
    of.before_p += rows_of_a_sum, of.before_r += rows_of_a_sum;
    to.pp += to.count, to.pr += to.count, to.rr += to.count;
  }
}

/// The products of one group for several right-hand sides: as many strands as fill registers and belong to one of them
/// each. Not inlined, as above.
template <Adds adds>
[[gnu::noinline]] void sum_together(const Factors& of, LocalIndex rows, int width, const Places& to) {
  const int count = common_multiple(width, strands);
  alignas(cache_line_bytes) double sums[most_products * max_width * strands];
  const LocalIndex elements = rows * width, whole = elements / count * count;
  sum_whole<adds>(of, whole, count, sums);
  sum_left<adds>(of, whole, elements, count, sums);
  const auto put = [&](int product, double* place) {
    const double* const from = sums + product * count;
    std::copy_n(from, width, place);
    for (int e = width; e < count; ++e) place[e % width] += from[e];
  };
  constexpr bool has_r = adds != Adds::of_the_longer_chain, has_before = adds != Adds::of_start;
  if (has_before) put(0, to.pp - width);
  put(1, to.pp);
  if (has_before) put(2, to.pr - width);
  if (has_r) put(3, to.pr);
  if (has_r && has_before) put(4, to.rr - width);
  if (has_r) put(5, to.rr);
}

}  // namespace minikrylov::moments
