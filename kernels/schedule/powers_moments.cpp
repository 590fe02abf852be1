// Moments group by group of rows.
#include "kernels/schedule/powers_moments.hpp"

#include <algorithm>

#include "kernels/core/strand_sums.hpp"
#include "kernels/core/threads.hpp"
#include "kernels/schedule/interior.hpp"

namespace minikrylov {
namespace {

constexpr LocalIndex rows_of_a_sum = GhostGroups::group_rows;

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

constexpr int most_products = 6;

/// Strands of the products of `rows` rows, a multiple of them. Each column is loaded once, and so many independent sums
/// hide the latency of additions. Not in arrays, which compilers keep in memory.
template <Adds adds> MINIKRYLOV_ALWAYS_INLINE void sum_whole(const Factors& of, LocalIndex rows, double* sums) {
  for (int first = 0; first < strands; first += lanes) {
    StrandSum s0, s1, s2, s3, s4, s5;
    for (LocalIndex e = first; e < rows; e += strands) {
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
    s1.copy_to(sums + strands + first);
    s2.copy_to(sums + 2 * strands + first);
    s3.copy_to(sums + 3 * strands + first);
    s4.copy_to(sums + 4 * strands + first);
    s5.copy_to(sums + 5 * strands + first);
  }
}

/// The last rows of a group, fewer than there are strands, from row `first` on.
template <Adds adds> void sum_left(const Factors& of, LocalIndex first, LocalIndex rows, double* sums) {
  const auto add = [&](int product, const double* x, const double* z) {
    for (LocalIndex e = first; e < rows; ++e) sums[product * strands + (e - first)] += x[e] * z[e];
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
      sum_whole<adds>(of, rows_of_a_sum, sums);  // whose number compilers know
    } else {
      sum_whole<adds>(of, whole, sums);
      sum_left<adds>(of, whole, count, sums);
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

/// The products of one group for several right-hand sides.
template <Adds adds> void sum_in_turn(const Factors& of, LocalIndex rows, int width, const Places& to) {
  const auto sum = [&](const double* x, const double* z, double* place) {
    double sums[max_width] = {};
    for (LocalIndex row = 0; row < rows; ++row)
      for (int j = 0; j < width; ++j) sums[j] += x[row * width + j] * z[row * width + j];
    std::copy_n(sums, width, place);
  };
  constexpr bool has_r = adds != Adds::of_the_longer_chain, has_before = adds != Adds::of_start;
  if (has_before) sum(of.weighted_p, of.before_p, to.pp - width);
  sum(of.weighted_p, of.p, to.pp);
  if (has_before) sum(of.weighted_p, of.before_r, to.pr - width);
  if (has_r) sum(of.weighted_p, of.r, to.pr);
  if (has_r && has_before) sum(of.weighted_r, of.before_r, to.rr - width);
  if (has_r) sum(of.weighted_r, of.r, to.rr);
}

/// Rows from the beginning of a group on, and their weights w as 1/w, if they have any.
struct GroupRows {
  LocalIndex begin, end;
  int width;
  const double* inverse_weights;

  /// A column; any other one where there is none, as it is not read.
  [[nodiscard]] const double* of(PowersChain y, int k) const {
    const bool is_there = k >= 0 && k < static_cast<int>(y.size());
    return y[is_there ? k : 0].data.data() + Offset{begin} * width;
  }
  /// x times w, in `to`.
  const double* weighted(const double* x, double* to) const {
    for (LocalIndex row = begin; row < end; ++row) {
      const double weight = 1 / inverse_weights[row];
      for (int j = 0; j < width; ++j, ++x, ++to) *to = weight * *x;
    }
    return to - Offset{end - begin} * width;
  }
};

/// The moments that power k adds on such rows; `places`: those of the first group.
template <Adds adds> void add_groups(PowersChain p, PowersChain r, int k, const GroupRows& all, const Places& places) {
  const auto factors = [&](const GroupRows& rows) -> Factors {
    return {.weighted_p = rows.of(p, k),
            .weighted_r = rows.of(r, k),
            .p = rows.of(p, k),
            .r = rows.of(r, k),
            .before_p = rows.of(p, k - 1),
            .before_r = rows.of(r, k - 1)};
  };
  if (all.width == 1 && all.inverse_weights == nullptr)
    return sum_groups<adds>(factors(all), all.end - all.begin, places);
  double room[2][rows_of_a_sum * max_width];
  Places to = places;
  for (LocalIndex begin = all.begin; begin < all.end; begin += rows_of_a_sum) {
    const GroupRows group{begin, std::min(all.end, begin + rows_of_a_sum), all.width, all.inverse_weights};
    Factors of = factors(group);
    if (group.inverse_weights != nullptr) {
      of.weighted_p = group.weighted(of.p, room[0]);
      of.weighted_r = group.weighted(of.r, room[1]);
    }
    if (group.width == 1)
      sum_groups<adds>(of, group.end - begin, to);
    else
      sum_in_turn<adds>(of, group.end - begin, group.width, to);
    to.pp += to.count, to.pr += to.count, to.rr += to.count;
  }
}

}  // namespace

bool are_chebyshev(std::span<const PowersTerm> terms) {
  if (terms.empty()) return false;
  const PowersTerm& first = terms.front();
  return first.c == 0 && first.d == 0 && std::all_of(terms.begin() + 1, terms.end(), [&first](const PowersTerm& term) {
           return term.a == 2 * first.a && term.b == 2 * first.b && term.c == -1 && term.d == 0;
         });
}

void MomentSums::begin(std::span<const PowersChain> chains, Array<double> inverse_weights) {
  const Vector& y = chains.front()[0];
  layout_.of_p = static_cast<int>(chains.front().size());
  groups_ = (y.rows + rows_of_a_sum - 1) / rows_of_a_sum;
  width_ = y.width;
  inverse_weights_ = std::move(inverse_weights);
  sums_.resize(static_cast<std::size_t>(groups_) * layout_.count() * width_);
}

void MomentSums::add(std::span<const PowersChain> chains, int power, LocalIndex begin, LocalIndex end) {
  const PowersChain &p = chains[0], &r = chains[1];
  const Offset count = Offset{layout_.count()} * width_;
  double* const to = sums_.data() + count * (begin / rows_of_a_sum);
  const auto places = [&](int k) -> Places {
    const auto place = [&](int first) { return to + Offset{first + 2 * k} * width_; };
    return {.pp = place(layout_.pp()), .pr = place(layout_.pr()), .rr = place(layout_.rr()), .count = count};
  };
  const GroupRows rows{begin, end, width_, inverse_weights_.data()};
  if (power == 1) add_groups<Adds::of_start>(p, r, 0, rows, places(0));
  if (power < static_cast<int>(r.size()))
    add_groups<Adds::of_both_chains>(p, r, power, rows, places(power));
  else
    add_groups<Adds::of_the_longer_chain>(p, r, power, rows, places(power));
}

void MomentSums::add_all(const Powers& powers, ProgressHook* progress) {
  const LocalIndex rows = powers.chains.front()[0].rows;
  for_shares(
      "moments", 0, groups_,
      [&, this](LocalIndex group) {
        for (int power = 1; power <= powers.powers(); ++power)
          add(powers.chains, power, group * rows_of_a_sum, std::min(rows, (group + 1) * rows_of_a_sum));
      },
      progress);
}

std::vector<double> MomentSums::total() const {
  // Few enough parts to be added up one after the other.
  constexpr LocalIndex groups_per_part = 64, most_parts = 256;
  const std::size_t length = static_cast<std::size_t>(layout_.count()) * width_;
  const LocalIndex parts = std::clamp(groups_ / groups_per_part, 1, most_parts);
  std::vector<double> sums(length * parts, 0);
  for_shares("sums of moments", 0, parts, [&, this](LocalIndex part) {
    for (LocalIndex g = share_begin(groups_, part, parts); g < share_begin(groups_, part + 1, parts); ++g)
      for (std::size_t k = 0; k < length; ++k) sums[length * part + k] += sums_[length * g + k];
  });
  for (LocalIndex part = 1; part < parts; ++part)
    for (std::size_t k = 0; k < length; ++k) sums[k] += sums[length * part + k];
  sums.resize(length);
  return sums;
}

Cost MomentSums::cost(const Powers& powers, Reads reads) {
  double columns = 0;
  for (const PowersChain& chain : powers.chains) columns += static_cast<double>(chain.size());
  const auto elements = static_cast<double>(powers.chains.front()[0].elements());
  const MomentLayout layout{static_cast<int>(powers.chains.front().size())};
  return {reads == Reads::again ? 8 * columns * elements : 0, 0, 2.0 * layout.count() * elements};
}

}  // namespace minikrylov
