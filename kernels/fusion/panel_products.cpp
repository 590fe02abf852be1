// Inner products of the columns of panels, each column read once.
#include <algorithm>
#include <span>

#include "kernels/core/strand_sums.hpp"
#include "kernels/core/threads.hpp"
#include "kernels/fusion/product_tiles.hpp"

namespace minikrylov {
namespace {

/// wᵢᵖ from 1/wᵢ.
struct Weight {
  const double* inverse;
  int power;
  KOKKOS_FORCEINLINE_FUNCTION double operator()(LocalIndex row) const {
    if (inverse == nullptr) return 1;
    const double weight = 1 / inverse[row];
    return power == 1 ? weight : weight * weight;
  }
};

/// Rows are summed in parts that do not depend on the number of threads, so that results do not, either: at most this
/// many, more than threads of any host, and few enough to be added up one after the other.
constexpr LocalIndex most_parts = 1024;
/// Elements per column that stay in the first-level cache while all products are summed: 1 KiB, 9 KiB for the nine
/// columns of s = 4 and 17 KiB for the 17 of CA-BiCGStab.
constexpr Offset elements_at_a_time = 128;
/// Prefetched that far, into the second-level cache: the first one has no room for the next elements beside these, of
/// 17 columns.
constexpr Offset elements_ahead = 4 * elements_at_a_time;
/// Products of one column that are summed together, so that it is loaded once for all: their sums take 8 of the 32
/// registers of processors with 8 lanes, and 8 of 16 with 4 lanes.
constexpr int columns_together = lanes < strands ? 4 : 8;

/// Inner products as kernels take them.
struct Products {
  Columns x, y;
  Weight weight;
};

/// Whether the next elements of a column are prefetched. The hardware prefetcher does not follow so many columns, from
/// each of which so few elements are read at a time.
enum class Reads { as_needed, ahead };

/// Sums of the products of x with `some` columns, no more than N, as with each of them alone.
template <int N> void sum_together(int some, const double* x, const double* const* z, Offset count, double* sums) {
  if constexpr (N > 1)
    if (some < N) return sum_together<N - 1>(some, x, z, count, sums);
  sum_strands(StrandSums<N>(sums), x, z, count, sums);
}

/// Sums for one part of the rows.
class PartSums {
 public:
  PartSums(const Products& of, Reads reads)
      : x_(of.x),
        y_(of.y),
        weight_(of.weight),
        reads_(reads),
        per_product_(y_.width == 1 ? strands : y_.width),
        sums_(static_cast<std::size_t>(Gram::count(y_.count)) * per_product_, 0) {}

  void add(LocalIndex begin, LocalIndex end) {
    const Offset first = Offset{begin} * y_.width, count = Offset{end - begin} * y_.width;
    double weights[elements_at_a_time], weighted[elements_at_a_time];
    if (weight_.inverse != nullptr)
      for (LocalIndex row = begin; row < end; ++row) weights[row - begin] = weight_(row);
    const double* z[max_columns];
    for (int j = 0; j < y_.count; ++j) z[j] = y_.at[j] + first;
    double* to = sums_.data();
    for (int i = 0; i < y_.count; ++i) {
      const double* x = x_.at[i] + first;
      if (reads_ == Reads::ahead) prefetch<elements_at_a_time, used_later>(x + elements_ahead);
      if (weight_.inverse != nullptr) {
        for (Offset e = 0; e < count; ++e) weighted[e] = weights[e / y_.width] * x[e];
        x = weighted;
      }
      if (y_.width == 1) {
        for (int j = 0; j <= i; j += columns_together)
          sum_together<columns_together>(std::min(i + 1 - j, columns_together), x, z + j, count, to + j * strands);
        to += (i + 1) * strands;
      } else {
        for (int j = 0; j <= i; ++j, to += y_.width)
          for (Offset e = 0; e < count; e += y_.width)
            for (int column = 0; column < y_.width; ++column) to[column] += x[e + column] * z[j][e + column];
      }
    }
  }

  /// One number per product and right-hand side.
  void copy_to(double* to) const {
    if (y_.width > 1) {
      std::copy(sums_.begin(), sums_.end(), to);
      return;
    }
    for (std::size_t k = 0; k < sums_.size(); k += strands) {
      double all = 0;
      for (int l = 0; l < strands; ++l) all += sums_[k + l];
      to[k / strands] = all;
    }
  }

 private:
  const Columns &x_, &y_;
  const Weight& weight_;
  Reads reads_;
  int per_product_;
  std::vector<double> sums_;
};

/// As many lists of one length, from one list.
std::vector<std::vector<double>> in_lists(const double* sums, std::size_t length, std::size_t count) {
  std::vector<std::vector<double>> lists;
  for (; lists.size() < count; sums += length) lists.emplace_back(sums, sums + length);
  return lists;
}

/// One list for each of those wanted; columns are read once for all of them.
std::vector<std::vector<double>> products_on_host(std::span<const Products> wanted, LocalIndex rows,
                                                  const Execution& how) {
  const int width = wanted.front().y.width;
  const std::size_t length = static_cast<std::size_t>(Gram::count(wanted.front().y.count)) * width,
                    of_all = length * wanted.size();
  constexpr LocalIndex smallest_part = 1024;  // rows; many times the work of clearing and adding a part's sums
  const LocalIndex parts = std::clamp(rows / smallest_part, 1, most_parts);
  std::vector<double> sums(of_all * parts, 0);
  const Reads reads = prefetch_distance(wanted.front().y, rows, how.tuning) > 0 ? Reads::ahead : Reads::as_needed;
  const auto rows_at_a_time = static_cast<LocalIndex>(elements_at_a_time / width);
  for_shares(
      "YᵀY", 0, parts,
      [&](LocalIndex part) {
        std::vector<PartSums> own;
        for (const Products& one : wanted) own.emplace_back(one, reads);
        const LocalIndex end = share_begin(rows, part + 1, parts);
        for (LocalIndex row = share_begin(rows, part, parts); row < end; row += rows_at_a_time)
          for (PartSums& one : own) one.add(row, std::min(end, row + rows_at_a_time));
        for (std::size_t w = 0; w < own.size(); ++w) own[w].copy_to(sums.data() + of_all * part + length * w);
      },
      how.progress);
  for (LocalIndex part = 1; part < parts; ++part)
    for (std::size_t k = 0; k < of_all; ++k) sums[k] += sums[of_all * part + k];
  return in_lists(sums.data(), length, wanted.size());
}

/// One list for each of those wanted. The host waits once, for all of them.
[[maybe_unused]] std::vector<std::vector<double>> products_on_device(std::span<const Products> wanted, LocalIndex rows,
                                                                     PinnedSums& pinned) {
  const std::size_t length = static_cast<std::size_t>(Gram::count(wanted.front().y.count)) * wanted.front().y.width;
  std::vector<ProductTiles<Weight>> tiles;
  for (const auto& [x, y, weight] : wanted) tiles.emplace_back(x, y, weight, rows);
  const std::size_t each = tiles.front().sums();
  double* const sums = pinned.room(each * wanted.size());
  for (std::size_t w = 0; w < wanted.size(); ++w) tiles[w].start(sums + w * each);
  Exec().fence("inner products");
  std::vector<std::vector<double>> lists(wanted.size(), std::vector<double>(length));
  for (std::size_t w = 0; w < wanted.size(); ++w) tiles[w].copy_to(sums + w * each, lists[w].data());
  return lists;
}

}  // namespace

std::vector<std::vector<double>> inner_products(std::span<const InnerProducts> wanted, PinnedSums& pinned,
                                                const Execution& how) {
  const LocalIndex rows = wanted.front().Y.columns.front().rows;
  std::vector<Products> each;
  for (const InnerProducts& one : wanted)
    each.push_back({columns_of(one.X), columns_of(one.Y), {one.weights.inverse.data(), one.weights.power}});
  std::vector<std::vector<double>> products;
  if constexpr (on_host)
    products = products_on_host(each, rows, how);
  else
    products = products_on_device(each, rows, pinned);
  for (std::size_t w = 0; w < wanted.size(); ++w)
    for (double& product : products[w]) product *= wanted[w].weights.factor;
  return products;
}

}  // namespace minikrylov
