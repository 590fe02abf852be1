// Times groups of vector updates, separate and merged.
#include "miniapp/merging/measure.hpp"

#include <algorithm>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// A sample lasts at least this long: short loops are repeated.
constexpr double sample_seconds = 1e-3;

/// The vectors and numbers of figure 2. Repeated updates neither grow nor vanish.
class Updates {
 public:
  Updates(LocalIndex rows, int width)
      : merged_(rows, width, {}),
        basic_(rows, width, {.formulation = Formulation::basic}),
        x_(make_vector("x", rows, 0, width)),
        y_(make_vector("y", rows, 0, width, 1)),
        z_(make_vector("z", rows, 0, width, 2)),
        a_("a", Scalars(width, 0.5)),
        b_("b", Scalars(width, 0.25)),
        c_("c", Scalars(width, 0.5)) {
    Kokkos::deep_copy(x_.data, 1.0);
  }

  void run(UpdateGroup group) {
    const Vec<0> x(x_, "x");
    const Vec<1> y(y_, "y");
    const Vec<2> z(z_, "z");
    switch (group) {
      case UpdateGroup::separate:
        return static_cast<void>(basic_.run(y = a_ * x + b_ * y, z = b_ * x + a_ * z, z = b_ * y + c_ * z));
      case UpdateGroup::two_merged:
        return static_cast<void>(merged_.run(y = a_ * x + b_ * y, z = b_ * x + a_ * z));
      case UpdateGroup::three_merged:
        return static_cast<void>(merged_.run(y = a_ * x + b_ * y, z = b_ * x + a_ * z, z = b_ * y + c_ * z));
    }
  }

  /// Vectors read and written by one run.
  double moved(UpdateGroup group) {
    const auto so_far = [&] {
      const TrafficCounters a = merged_.traffic(), b = basic_.traffic();
      return a.vectors_read + a.vectors_written + b.vectors_read + b.vectors_written;
    };
    const long before = so_far();
    run(group);
    return static_cast<double>(so_far() - before);
  }

 private:
  Kernels merged_, basic_;
  Vector x_, y_, z_;
  Coefficient a_, b_, c_;
};

/// Seconds of `repeats` runs on the slowest rank. Collective.
double time_of(Updates& updates, UpdateGroup group, int repeats, const Communicator& ranks) {
  Exec().fence("before updates");
  ranks.barrier();
  const double began = wall_time();
  for (int k = 0; k < repeats; ++k) updates.run(group);
  Exec().fence("after updates");
  return ranks.reduce(wall_time() - began, ReduceBy::maximum);
}

constexpr UpdateGroup all_groups[] = {UpdateGroup::separate, UpdateGroup::two_merged, UpdateGroup::three_merged};

}  // namespace

std::vector<MergingRow> measure_merging(const MergingCase& how, const Communicator& ranks) {
  Updates updates(how.rows, how.rhs);
  std::vector<MergingRow> rows;
  for (const UpdateGroup group : all_groups)
    rows.push_back({.group = group,
                    .place = how.place,
                    .rhs = how.rhs,
                    .rows = how.rows,
                    .vectors_moved = updates.moved(group),
                    .flops_per_row = group == UpdateGroup::two_merged ? 6.0 : 9.0,
                    .samples = how.samples});
  const double once = time_of(updates, UpdateGroup::separate, 1, ranks);
  const int repeats = std::max(1, static_cast<int>(sample_seconds / std::max(once, 1e-7)));
  const std::vector<std::vector<double>> times = interleaved_times(
      std::size(all_groups), [&](std::size_t g) { return time_of(updates, all_groups[g], repeats, ranks) / repeats; },
      {.warm_up = 0, .timed = how.samples});
  const double elements = ranks.reduce(static_cast<double>(how.rows) * how.rhs, ReduceBy::sum);
  for (std::size_t g = 0; g < std::size(all_groups); ++g) {
    const Summary summary = summarise(times[g]);
    rows[g].seconds = summary.median;
    rows[g].seconds_low = summary.interval.low;
    rows[g].seconds_high = summary.interval.high;
    rows[g].bytes_per_second = 8 * elements * rows[g].vectors_moved / summary.median;
    rows[g].saved = rows[0].seconds / summary.median;
  }
  return rows;
}

}  // namespace minikrylov
