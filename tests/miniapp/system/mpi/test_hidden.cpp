// Interior rows are computed before a late neighbour sends: the exchange does not come first.
#include <mpi.h>

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <thread>

#include "miniapp/system/product/operators.hpp"
#include "tests/miniapp/ring.hpp"

namespace minikrylov::test {
namespace {

/// A flag shared by all ranks of a host.
class SharedFlag {
 public:
  SharedFlag() {
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host_);
    int rank = 0, unit = 0;
    MPI_Comm_rank(host_, &rank);
    void* base = nullptr;
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, host_, &base, &window_);
    MPI_Aint size = 0;
    MPI_Win_shared_query(window_, 0, &size, &unit, &base);
    flag_ = static_cast<int*>(base);
    if (rank == 0) *flag_ = 0;
    MPI_Barrier(host_);
  }
  ~SharedFlag() {
    MPI_Win_free(&window_);
    MPI_Comm_free(&host_);
  }
  SharedFlag(const SharedFlag&) = delete;
  SharedFlag& operator=(const SharedFlag&) = delete;

  void raise() const { std::atomic_ref(*flag_).store(1); }
  /// True once the flag is raised; false if that takes too long.
  [[nodiscard]] bool wait() const {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::atomic_ref(*flag_).load() == 0) {
      if (std::chrono::steady_clock::now() > patience) return false;
      std::this_thread::yield();
    }
    return true;
  }

 private:
  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  int* flag_ = nullptr;
};

/// Raises the flag when a block has been computed.
class RaiseFlag final : public BlockTask {
 public:
  explicit RaiseFlag(const SharedFlag& flag) : flag_(flag) {}
  void run(LocalIndex, LocalIndex, LocalIndex) const override { flag_.raise(); }

 private:
  const SharedFlag& flag_;
};

}  // namespace

TEST_CASE("interior rows do not wait for a late neighbour", "[overlap]") {
  const Communicator ranks;
  if (ranks.size() == 1 || !on_host) SKIP("needs a neighbour that can be late");
  constexpr LocalIndex rows = 8 * 1024;
  const Ring ring(rows);
  for (const HaloOverlap& overlap : {HaloOverlap{Overlap::fixed}, HaloOverlap{Overlap::dynamic, 1024},
                                     HaloOverlap{Overlap::dynamic, 100}, HaloOverlap{Overlap::guided, 1}}) {
    const DistributedMatrix A(*ring.matrix, *ring.halo, ring.groups, overlap);
    const Vector x = ring.sample_x(1), y = make_vector("y", rows, 0, 1);
    const SharedFlag flag;
    const RaiseFlag raise(flag);
    const bool seen = ranks.rank() == 0 || flag.wait();  // other ranks send only after rank 0 has computed a block
    A.apply(x, y, {.after = ranks.rank() == 0 ? &raise : nullptr});
    INFO(name_of(overlap.mode) << ", chunks of " << overlap.chunk_rows);
    CHECK(ranks.reduce(seen ? 0 : 1, ReduceBy::sum) == 0);
    CHECK(ranks.reduce(ring.wrong_elements(y), ReduceBy::sum) == 0);
  }
}

}  // namespace minikrylov::test
