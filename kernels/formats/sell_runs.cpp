// Finding runs of chunks alike.
#include "kernels/formats/sell_runs.hpp"

#include <limits>

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

/// Counts the chunks of the run that begins with a chunk, if one does.
struct CountRun {
  SellArrays sell;
  SellColumns compact;
  Array<std::uint8_t> runs;

  KOKKOS_FUNCTION Offset entries(LocalIndex c) const { return sell.offsets(c + 1) - sell.offsets(c); }
  KOKKOS_FUNCTION bool is_regular(LocalIndex c) const {
    return entries(c) > 0 && (compact.begins(c + 1) - compact.begins(c)) * sell.chunk == entries(c);
  }
  KOKKOS_FUNCTION bool goes_on(LocalIndex c) const {
    return c + 1 < static_cast<LocalIndex>(runs.extent(0)) && is_regular(c + 1) && entries(c + 1) == entries(c);
  }
  KOKKOS_FUNCTION void operator()(LocalIndex c) const {
    constexpr LocalIndex most = std::numeric_limits<std::uint8_t>::max();
    runs(c) = 0;
    if (!is_regular(c)) return;
    LocalIndex count = 1;
    while (count < most && goes_on(c + count - 1)) ++count;
    runs(c) = static_cast<std::uint8_t>(count);
  }
};

}  // namespace

Array<std::uint8_t> runs_of_chunks(const SellArrays& sell, const SellColumns& compact) {
  const auto runs = allocate<std::uint8_t>("runs of chunks", static_cast<std::size_t>(sell.chunks()));
  Kokkos::parallel_for(
      "runs of chunks",
      Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(0, sell.chunks()),
      CountRun{sell, compact, runs});
  Exec().fence("runs_of_chunks");
  return runs;
}

}  // namespace minikrylov
