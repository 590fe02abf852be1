// The results of `minikrylov merging`: plain data, one row per group of updates, place and width.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// The three runs of Krasnopolsky 2019, figure 2.
enum class UpdateGroup {
  separate,     ///< y = a x + b y; z = b x + a z; z = b y + c z, a kernel each
  two_merged,   ///< the first two in one kernel
  three_merged  ///< all three in one kernel
};
template <> struct Names<UpdateGroup> {
  static constexpr std::string_view noun = "group";
  static constexpr std::array table = {
      Name<UpdateGroup>{"separate", UpdateGroup::separate, "run #1: three updates, a kernel each"},
      Name<UpdateGroup>{"two-merged", UpdateGroup::two_merged, "run #2: the first two updates in one kernel"},
      Name<UpdateGroup>{"three-merged", UpdateGroup::three_merged, "run #3: all three updates in one kernel"},
  };
};

/// Where the vectors of a measurement are.
enum class VectorsIn { memory, cache };
template <> struct Names<VectorsIn> {
  static constexpr std::string_view noun = "place";
  static constexpr std::array table = {
      Name<VectorsIn>{"memory", VectorsIn::memory, "vectors larger than all caches"},
      Name<VectorsIn>{"cache", VectorsIn::cache, "vectors that fit into the level-2 cache of their core"},
  };
};

/// One group of updates on vectors of one length.
struct MergingRow {
  UpdateGroup group = UpdateGroup::separate;
  VectorsIn place = VectorsIn::memory;
  int rhs = 1;
  std::int64_t rows = 0;     ///< of each rank
  double vectors_moved = 0;  ///< read and written, counted: 9, 5, 5
  double flops_per_row = 0;  ///< and right-hand side: 9, 6, 9
  std::int64_t samples = 0;
  double seconds = 0, seconds_low = 0, seconds_high = 0;  ///< median of the slowest rank's times, 99 % interval
  double bytes_per_second = 0;                            ///< of all ranks
  double saved = 0;                                       ///< time of run #1 over this time
};

struct MergingRecord {
  RunRecord run;
  std::vector<MergingRow> rows;
};

}  // namespace minikrylov
