// Moments group by group of rows.
#include "kernels/schedule/powers_moments.hpp"

#include <algorithm>
#include <concepts>

#include "kernels/core/strand_sums.hpp"
#include "kernels/core/threads.hpp"
#include "kernels/schedule/interior.hpp"

namespace minikrylov {
namespace {

constexpr LocalIndex rows_of_a_sum = GhostGroups::group_rows;

/// Rows of one group, whose inner products are weighted.
struct Group {
  LocalIndex begin, rows;
  int width;
  const double* inverse_weights;  ///< may be null

  [[nodiscard]] const double* of(const Vector& y) const { return y.data.data() + Offset{begin} * width; }
};

/// A column, and where its sums go, one per right-hand side.
struct Partner {
  const Vector& z;
  double* to;
};

/// A column x, weighted once for its products with up to four others: enough for independent sums to hide the latency
/// of additions.
class Column {
 public:
  Column(const Group& group, const Vector& x) : group_(group), x_(group.of(x)) {
    if (group.inverse_weights == nullptr) return;
    for (LocalIndex row = 0; row < group.rows; ++row) {
      const double weight = 1 / group.inverse_weights[group.begin + row];
      for (int j = 0; j < group.width; ++j) weighted_[row * group.width + j] = weight * x_[row * group.width + j];
    }
    x_ = weighted_;
  }

  template <std::same_as<Partner>... With> void times(const With&... with) const {
    if (group_.width > 1) return (sum_one_by_one(with), ...);
    constexpr int count = sizeof...(With);
    const double* const z[] = {group_.of(with.z)...};
    alignas(cache_line_bytes) double sums[count * strands];
    sum_strands(StrandSums<count>(), x_, z, group_.rows, sums);
    double* next = sums;
    ((*with.to = sum_of_strands(next), next += strands), ...);
  }

 private:
  static double sum_of_strands(double* s) {
    for (int half = strands / 2; half > 0; half /= 2)
      for (int l = 0; l < half; ++l) s[l] += s[l + half];
    return s[0];
  }

  void sum_one_by_one(const Partner& with) const {
    const double* const z = group_.of(with.z);
    double sums[max_width] = {};
    for (LocalIndex row = 0; row < group_.rows; ++row)
      for (int j = 0; j < group_.width; ++j) sums[j] += x_[row * group_.width + j] * z[row * group_.width + j];
    std::copy_n(sums, group_.width, with.to);
  }

  const Group& group_;
  const double* x_;
  double weighted_[rows_of_a_sum * max_width];
};

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
  const std::size_t length = static_cast<std::size_t>(layout_.count()) * width_;
  for (LocalIndex row = begin; row < end; row += rows_of_a_sum) {
    double* const to = sums_.data() + length * (row / rows_of_a_sum);
    if (power == 1) add_group(chains, 0, row, std::min(end, row + rows_of_a_sum), to);
    add_group(chains, power, row, std::min(end, row + rows_of_a_sum), to);
  }
}

void MomentSums::add_group(std::span<const PowersChain> chains, int power, LocalIndex begin, LocalIndex end,
                           double* to) const {
  const PowersChain &p = chains[0], &r = chains[1];
  const Group group{begin, end - begin, width_, inverse_weights_.data()};
  const auto pp = [&](int k, int n) { return Partner{p[k], to + Offset{layout_.pp() + n} * width_}; };
  const auto pr = [&](int k, int n) { return Partner{r[k], to + Offset{layout_.pr() + n} * width_}; };
  const auto rr = [&](int k, int n) { return Partner{r[k], to + Offset{layout_.rr() + n} * width_}; };
  const int k = power;
  const Column with_p(group, p[k]);
  if (k == static_cast<int>(r.size())) return with_p.times(pp(k - 1, 2 * k - 1), pp(k, 2 * k), pr(k - 1, 2 * k - 1));
  const Column with_r(group, r[k]);
  if (k == 0) {
    with_p.times(pp(0, 0), pr(0, 0));
    with_r.times(rr(0, 0));
  } else {
    with_p.times(pp(k - 1, 2 * k - 1), pp(k, 2 * k), pr(k - 1, 2 * k - 1), pr(k, 2 * k));
    with_r.times(rr(k - 1, 2 * k - 1), rr(k, 2 * k));
  }
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
