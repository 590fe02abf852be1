// Moments group by group of rows.
#include "kernels/schedule/powers_moments.hpp"

#include <algorithm>

#include "kernels/core/threads.hpp"
#include "kernels/schedule/moment_products.hpp"

namespace minikrylov {
namespace {

using namespace moments;

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
      sum_together<adds>(of, group.end - begin, group.width, to);
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
