// Compares the speeds of ranks.
#include "miniapp/accept/checks/speeds.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "comm/runtime/simulation.hpp"
#include "kernels/core/arrays.hpp"
#include "miniapp/accept/checks/on_ranks.hpp"

namespace minikrylov {
namespace {

constexpr LocalIndex numbers_per_worker = on_host ? 2048 : 64;  // per thread; 16 KiB on a host, within any L1 cache
constexpr int passes_of_work = on_host ? 64 : 512;

LocalIndex workers() { return on_host ? host_threads() : 64 * 1024; }

/// Repeats x ← x/2 + 1, whose fixed point 2 is the initial value.
struct HalveAndAdd {
  Array<double> numbers;
  KOKKOS_FUNCTION void operator()(LocalIndex worker) const {
    double* const own = numbers.data() + Offset{worker} * numbers_per_worker;
    for (int pass = 0; pass < passes_of_work; ++pass)
      for (LocalIndex i = 0; i < numbers_per_worker; ++i) own[i] = 0.5 * own[i] + 1;
  }
};

}  // namespace

std::vector<int> slow_ranks(const std::vector<double>& seconds, const std::vector<double>& earlier) {
  std::vector<double> sorted = seconds;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  std::vector<int> slow;
  for (std::size_t rank = 0; rank < seconds.size(); ++rank) {
    const bool than_others = seconds[rank] > slow_factor * *middle,
               than_before = !earlier.empty() && seconds[rank] > slow_factor * earlier[rank];
    if (than_others || than_before) slow.push_back(static_cast<int>(rank));
  }
  return slow;
}

RankSpeeds::RankSpeeds(const Communicator& ranks)
    : ranks_(ranks),
      numbers_(allocate<double>("work of a rank", static_cast<std::size_t>(workers()) * numbers_per_worker)) {
  Kokkos::deep_copy(numbers_, 2.0);
}

double RankSpeeds::seconds_of_work() const {
  Exec().fence("before the work of a rank");
  const double began = wall_time();
  Kokkos::parallel_for("work of a rank", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, workers()),
                       HalveAndAdd{numbers_});
  Exec().fence("work of a rank");
  return wall_time() - began;
}

void RankSpeeds::look(std::string_view when) {
  if (!found_.empty()) return;  // one finding is enough
  constexpr int most_rounds = 1000, at_a_time = 5, first_round = 1, patient_round = 20;
  constexpr double pause_seconds = 0.05;  // other processes may leave the cores meanwhile
  double minimum = std::numeric_limits<double>::infinity();
  std::vector<double> seconds;
  std::vector<int> slow;
  for (int round = 0; round < most_rounds; ++round) {
    if (round >= patient_round) pause(pause_seconds);
    ranks_.barrier();
    for (int k = 0; k < at_a_time; ++k) minimum = std::min(minimum, seconds_of_work());
    seconds = ranks_.gather(minimum);
    slow = slow_ranks(seconds, fastest_);
    if (slow.empty() && round >= first_round) break;
  }
  if (!slow.empty()) {
    const double worst = *std::max_element(seconds.begin(), seconds.end()),
                 best = *std::min_element(seconds.begin(), seconds.end());
    double than_before = 1;
    for (std::size_t rank = 0; rank < fastest_.size(); ++rank)
      than_before = std::max(than_before, seconds[rank] / fastest_[rank]);
    found_.push_back(fmt::format("{} {} ({:.2f} times the fastest, {:.2f} times what it took before)", name_ranks(slow),
                                 when, worst / best, than_before));
  }
  if (fastest_.empty()) fastest_ = seconds;
  for (std::size_t rank = 0; rank < seconds.size(); ++rank) fastest_[rank] = std::min(fastest_[rank], seconds[rank]);
}

CheckRow RankSpeeds::row() const {
  return {.problem = "ranks",
          .check = "equally fast, and as fast as before",
          .finding = found_.empty() ? "yes" : fmt::format("slow: {}", fmt::join(found_, ", ")),
          .wanted = fmt::format("none {} times as slow", slow_factor),
          .result = result_of(found_.empty())};
}

}  // namespace minikrylov
