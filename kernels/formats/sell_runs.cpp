// Finding runs of chunks alike.
#include "kernels/formats/sell_runs.hpp"

#include <limits>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

constexpr LocalIndex longest_run = std::numeric_limits<std::uint8_t>::max();

/// Counts, for as many adjacent chunks, the chunks of the runs that begin with them: from the last one back, each run
/// being longer by one than that of the next chunk if both are alike.
struct CountRuns {
  SellArrays sell;
  SellColumns compact;
  Array<std::uint8_t> runs;

  KOKKOS_FUNCTION Offset entries(LocalIndex c) const { return sell.offsets(c + 1) - sell.offsets(c); }
  KOKKOS_FUNCTION bool is_regular(LocalIndex c) const {
    return entries(c) > 0 && (compact.begins(c + 1) - compact.begins(c)) * sell.chunk == entries(c);
  }
  KOKKOS_FUNCTION void operator()(LocalIndex piece) const {
    const auto chunks = static_cast<LocalIndex>(runs.extent(0));
    const LocalIndex begin = piece * longest_run, end = Kokkos::min(chunks, begin + longest_run);
    LocalIndex run = 0;  // from the chunk after c on
    if (end < chunks)
      while (run < longest_run && end + run < chunks && is_regular(end + run) && entries(end + run) == entries(end))
        ++run;
    for (LocalIndex c = end - 1; c >= begin; --c) {
      const bool goes_on = run > 0 && entries(c) == entries(c + 1);
      run = !is_regular(c) ? 0 : !goes_on ? 1 : run < longest_run ? run + 1 : run;
      runs(c) = static_cast<std::uint8_t>(run);
    }
  }
};

}  // namespace

Array<std::uint8_t> runs_of_chunks(const SellArrays& sell, const SellColumns& compact) {
  const auto runs = allocate<std::uint8_t>("runs of chunks", static_cast<std::size_t>(sell.chunks()));
  Kokkos::parallel_for("runs of chunks",
                       Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(
                           0, (sell.chunks() + longest_run - 1) / longest_run),
                       CountRuns{sell, compact, runs});
  Exec().fence("runs_of_chunks");
  return runs;
}

}  // namespace minikrylov
