// Checks of MPI_Iallreduce.
#include "comm/runtime/preflight.hpp"

#include <array>

#include "comm/halo/halo_messages.hpp"
#include "comm/mpi/worlds.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {
namespace {

/// Whether several sums of `count` values in flight at once all come out right. Terms are integers, so sums are exact.
template <class Space> bool sums_are_right(SumBuffers buffers, int count, const Communicator& ranks) {
  constexpr int at_once = 3;
  const double size = ranks.size();
  std::array<MPI_Request, at_once> requests{};
  std::array<Kokkos::View<double*, Space>, at_once> terms, sums;
  for (int s = 0; s < at_once; ++s) {
    terms[s] = Kokkos::View<double*, Space>("terms", count);
    sums[s] = buffers == SumBuffers::in_place ? terms[s] : Kokkos::View<double*, Space>("sums", count);
    const auto host = Kokkos::create_mirror_view(terms[s]);
    for (int k = 0; k < count; ++k) host(k) = (ranks.rank() + 1.0) * (k + 1) + s;
    Kokkos::deep_copy(terms[s], host);
  }
  Kokkos::fence();
  for (int s = 0; s < at_once; ++s)
    MPI_Iallreduce(buffers == SumBuffers::in_place ? MPI_IN_PLACE : terms[s].data(), sums[s].data(), count, MPI_DOUBLE,
                   MPI_SUM, worlds().reductions, &requests[s]);
  MPI_Waitall(at_once, requests.data(), MPI_STATUSES_IGNORE);
  bool right = true;
  for (int s = 0; s < at_once; ++s) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums[s]);
    for (int k = 0; k < count; ++k) right = right && host(k) == size * (size + 1) / 2 * (k + 1) + size * s;
  }
  return right;
}

}  // namespace

SumCheck check_nonblocking_sums(SumBuffers buffers, SumMemory memory, int most, const Communicator& ranks) {
  if (memory == SumMemory::device && (on_host || !sends_from_device(GpuAwareMpi::automatic)))
    return SumCheck::not_possible;
  // NOLINTNEXTLINE(misc-redundant-expression): the two differ on a device
  const auto check = memory == SumMemory::host ? sums_are_right<Kokkos::HostSpace> : sums_are_right<Memory>;
  bool right = true;
  for (int count = 1; count <= most; ++count) right = check(buffers, count, ranks) && right;
  return ranks.reduce(right ? 1.0 : 0.0, ReduceBy::minimum) == 1 ? SumCheck::right : SumCheck::wrong;
}

}  // namespace minikrylov
