// Compares sums of integers with the expected result, which each rank computes locally.
#include "miniapp/accept/checks/sums.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/reduction/reduction.hpp"
#include "kernels/core/digest.hpp"
#include "miniapp/accept/checks/on_ranks.hpp"

namespace minikrylov {
namespace {

/// An integer of either sign, at most 2³¹ in magnitude, so that sums over up to 2²² ranks are exact.
double check_term(int rank, int place) {
  const std::uint64_t random = mixed(static_cast<std::uint64_t>(rank) * 1024 + static_cast<std::uint64_t>(place) + 1);
  return static_cast<double>(static_cast<std::int64_t>(random >> 32U) - (std::int64_t{1} << 31U));
}

constexpr int longest_list = 160;

/// Lengths that occur in solves: a few dot products of 1 or 16 right-hand sides.
std::vector<int> list_lengths() {
  std::vector<int> list;
  for (int count = 1; count <= 32; ++count) list.push_back(count);
  for (int count = 48; count <= longest_list; count += 16) list.push_back(count);
  return list;
}

struct ExpectedSums {
  std::vector<double> terms = std::vector<double>(longest_list), sums = terms, minima = terms, maxima = terms;

  explicit ExpectedSums(const Communicator& ranks) {
    for (int k = 0; k < longest_list; ++k) {
      terms[k] = minima[k] = maxima[k] = check_term(ranks.rank(), k);
      for (int rank = 0; rank < ranks.size(); ++rank) {
        sums[k] += check_term(rank, k);
        minima[k] = std::min(minima[k], check_term(rank, k));
        maxima[k] = std::max(maxima[k], check_term(rank, k));
      }
    }
  }
};

bool starts_with(const std::vector<double>& whole, const std::vector<double>& list) {
  return std::equal(list.begin(), list.end(), whole.begin());
}

bool is_right(Reduction& reduction, const ExpectedSums& expected) {
  bool right = true;
  for (const int count : list_lengths()) {
    std::vector<double> values(expected.terms.begin(), expected.terms.begin() + count);
    reduction.start(values, "check");
    reduction.finish();
    right = right && starts_with(expected.sums, values);
  }
  return right;
}

bool of_setup_right(const ExpectedSums& expected, const Communicator& ranks) {
  return ranks.reduce(expected.terms, ReduceBy::sum) == expected.sums &&
         ranks.reduce(expected.terms, ReduceBy::minimum) == expected.minima &&
         ranks.reduce(expected.terms, ReduceBy::maximum) == expected.maxima &&
         ranks.reduce(expected.terms[0], ReduceBy::sum) == expected.sums[0];
}

}  // namespace

CheckRow check_sums(std::string_view when, NonblockingSums nonblocking, const Communicator& ranks) {
  const ExpectedSums expected(ranks);
  RankFlags wrong(ranks);
  for (const ReductionKind kind : {ReductionKind::blocking, ReductionKind::nonblocking}) {
    if (kind == ReductionKind::nonblocking && nonblocking == NonblockingSums::wrong) continue;
    const auto reduction = make_reduction(kind, ranks);
    wrong.raise(!is_right(*reduction, expected), std::string(name_of(kind)));
  }
  wrong.raise(!of_setup_right(expected, ranks), "those of set-up");
  return wrong.row("MPI", fmt::format("sums over ranks are exact, {}", when));
}

}  // namespace minikrylov
