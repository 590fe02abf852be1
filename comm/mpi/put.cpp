// The pattern put, by MPI's one-sided communication.
#include "comm/mpi/put.hpp"

#include <array>
#include <string>
#include <string_view>

#include "comm/mpi/ring_pattern.hpp"
#include "kernels/core/caches.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// Whole cache lines. MPICH 4.0 with UCX 1.13 (both in Debian 12) lays the windows of a host's ranks side by side, and
/// puts into one that does not begin at a multiple of 16 bytes go astray (pmodels/mpich, pull request 6140).
MPI_Aint window_bytes(std::size_t bytes) {
  return static_cast<MPI_Aint>((bytes + cache_line_bytes - 1) / cache_line_bytes * cache_line_bytes);
}

/// One-sided; after each put an empty message notifies the neighbour. (MPI_Win_post and its relatives sometimes hang
/// in Open MPI 4.1 with three ranks on shared memory.)
class Put final : public RingPattern {
 public:
  Put(std::size_t bytes, MPI_Comm members) : RingPattern(bytes, members) {
    // Some libraries have no one-sided communication with MPI_THREAD_MULTIPLE.
    MPI_Comm_set_errhandler(members_.world(), MPI_ERRORS_RETURN);
    const int made = MPI_Win_allocate(window_bytes(received_.size() * sizeof(double)), sizeof(double), MPI_INFO_NULL,
                                      members_.world(), &receive_, &window_);
    MPI_Comm_set_errhandler(members_.world(), MPI_ERRORS_ARE_FATAL);
    if (made != MPI_SUCCESS) {
      window_ = MPI_WIN_NULL;
      receive_ = received_.data();
      objection_ = "creates no window for one-sided communication between these ranks";
      return;
    }
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    forget();
    try_once();
    forget();
  }
  Put(const Put&) = delete;
  Put& operator=(const Put&) = delete;
  ~Put() override {
    if (window_ == MPI_WIN_NULL) return;
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

  /// Why the library cannot put between these ranks, as the end of a sentence, or nothing. Equal on all members.
  [[nodiscard]] std::string_view objection() const { return objection_; }

  void run() override {
    start();
    finish();
  }
  void start() override {
    const int last = neighbours() - 1;
    for (int k = 0; k <= last; ++k)  // into the part for the opposite side of that neighbour
      MPI_Put(sent_to(k), count_, MPI_DOUBLE, neighbours_[static_cast<std::size_t>(k)], MPI_Aint{last - k} * count_,
              count_, MPI_DOUBLE, window_);
  }
  void poll() override {
    int found = 0;  // a put has no request to test, but any MPI call may progress it
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, members_.world(), &found, MPI_STATUS_IGNORE);
  }
  void finish() override {
    MPI_Win_flush_all(window_);
    for (int k = 0; k < neighbours(); ++k) {
      const int rank = neighbours_[static_cast<std::size_t>(k)];
      MPI_Isend(nullptr, 0, MPI_DOUBLE, rank, 0, members_.world(), &notified_[static_cast<std::size_t>(k)]);
    }
    for (const int rank : neighbours_) MPI_Recv(nullptr, 0, MPI_DOUBLE, rank, 0, members_.world(), MPI_STATUS_IGNORE);
    MPI_Waitall(neighbours(), notified_.data(), MPI_STATUSES_IGNORE);
    MPI_Win_sync(window_);
  }

 private:
  /// Empties the window; returns when all members have done so.
  void forget() {
    std::fill_n(receive_, received_.size(), -1.0);
    MPI_Win_sync(window_);
    MPI_Barrier(members_.world());
  }
  /// Puts what the first round puts, and objects if it does not arrive everywhere.
  void try_once() {
    run();
    int everywhere = arrived() ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &everywhere, 1, MPI_INT, MPI_MIN, members_.world());
    if (everywhere == 0) objection_ = "loses what is put into a window";
  }

  std::string_view objection_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::array<MPI_Request, 2> notified_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

}  // namespace

std::unique_ptr<Pattern> make_put(std::size_t bytes, MPI_Comm members, const Communicator& ranks) {
  auto put = members == MPI_COMM_NULL ? nullptr : std::make_unique<Put>(bytes, members);
  // Ranks that only wait refuse, too: otherwise they would wait for ever.
  for (const std::string& objection : ranks.gather(put ? std::string(put->objection()) : ""))
    require(objection.empty(), "pattern put is not possible (the MPI library {}) omit it", objection);
  return put;
}

}  // namespace minikrylov
