// Communication patterns by MPI.
#include "comm/halo/pattern.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "comm/mpi/worlds.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// A communicator of the members only, ranks unchanged. Made and freed collectively.
class Members {
 public:
  explicit Members(MPI_Comm members) : members_(members) {
    MPI_Comm_rank(members_, &rank_);
    MPI_Comm_size(members_, &size_);
  }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;
  ~Members() { MPI_Comm_free(&members_); }

  [[nodiscard]] MPI_Comm world() const { return members_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

 private:
  MPI_Comm members_;
  int rank_ = 0, size_ = 1;
};

/// The previous and the next rank of the ring, once if they are the same.
std::vector<int> neighbours_of(const Members& members) {
  const int size = members.size(), next = (members.rank() + 1) % size, previous = (members.rank() + size - 1) % size;
  return next == previous ? std::vector{next} : std::vector{previous, next};
}

/// Halo-like patterns: each neighbour has a part of each buffer. A rank sends its number plus the number of the round.
class RingPattern : public Pattern {
 public:
  RingPattern(std::size_t bytes, MPI_Comm members)
      : members_(members),
        count_(static_cast<int>(bytes / sizeof(double))),
        neighbours_(neighbours_of(members_)),
        sent_(neighbours_.size() * bytes / sizeof(double), members_.rank()),
        received_(sent_.size(), -1.0),
        receive_(received_.data()) {}

  bool verify() override {
    bool right = true;
    for (std::size_t k = 0; k < received_.size(); ++k)
      right = right && receive_[k] == neighbours_[k / static_cast<std::size_t>(count_)] + round_;
    ++round_;
    std::fill(sent_.begin(), sent_.end(), members_.rank() + round_);
    return right;
  }

 protected:
  [[nodiscard]] int neighbours() const { return static_cast<int>(neighbours_.size()); }
  [[nodiscard]] double* sent_to(int k) { return sent_.data() + static_cast<std::ptrdiff_t>(k) * count_; }
  [[nodiscard]] double* received_from(int k) { return receive_ + static_cast<std::ptrdiff_t>(k) * count_; }

  Members members_;
  int count_;
  std::vector<int> neighbours_;
  std::vector<double> sent_, received_;
  double* receive_;  ///< received_, or memory owned by MPI

 private:
  double round_ = 0;
};

class PointToPoint final : public RingPattern {
 public:
  PointToPoint(std::size_t bytes, MPI_Comm members)
      : RingPattern(bytes, members), requests_(2 * neighbours_.size(), MPI_REQUEST_NULL) {}

  void run() override {
    const int last = neighbours() - 1;
    for (int k = 0; k <= last; ++k)  // send to one side while receiving from the other
      MPI_Sendrecv(sent_to(k), count_, MPI_DOUBLE, neighbours_[static_cast<std::size_t>(k)], 0, received_from(last - k),
                   count_, MPI_DOUBLE, neighbours_[static_cast<std::size_t>(last - k)], 0, members_.world(),
                   MPI_STATUS_IGNORE);
  }
  void start() override {
    for (int k = 0; k < neighbours(); ++k) {
      const auto place = static_cast<std::size_t>(k);
      MPI_Irecv(received_from(k), count_, MPI_DOUBLE, neighbours_[place], 0, members_.world(), &requests_[place]);
      MPI_Isend(sent_to(k), count_, MPI_DOUBLE, neighbours_[place], 0, members_.world(),
                &requests_[neighbours_.size() + place]);
    }
  }
  void poll() override {
    int done = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
  }
  void finish() override { MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

 private:
  std::vector<MPI_Request> requests_;
};

class Neighbourhood final : public RingPattern {
 public:
  Neighbourhood(std::size_t bytes, MPI_Comm members) : RingPattern(bytes, members) {
    MPI_Dist_graph_create_adjacent(members_.world(), neighbours(), neighbours_.data(), MPI_UNWEIGHTED, neighbours(),
                                   neighbours_.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring_);
  }
  Neighbourhood(const Neighbourhood&) = delete;
  Neighbourhood& operator=(const Neighbourhood&) = delete;
  ~Neighbourhood() override { MPI_Comm_free(&ring_); }

  void run() override {
    MPI_Neighbor_alltoall(sent_.data(), count_, MPI_DOUBLE, received_.data(), count_, MPI_DOUBLE, ring_);
  }
  void start() override {
    MPI_Ineighbor_alltoall(sent_.data(), count_, MPI_DOUBLE, received_.data(), count_, MPI_DOUBLE, ring_, &request_);
  }
  void poll() override {
    int done = 0;
    MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }
  void finish() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }

 private:
  MPI_Comm ring_ = MPI_COMM_NULL;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// One-sided; after each put an empty message notifies the neighbour. (MPI_Win_post and its relatives sometimes hang
/// in Open MPI 4.1 with three ranks on shared memory.)
class Put final : public RingPattern {
 public:
  Put(std::size_t bytes, MPI_Comm members) : RingPattern(bytes, members) {
    // Some libraries have no one-sided communication with MPI_THREAD_MULTIPLE.
    MPI_Comm_set_errhandler(members_.world(), MPI_ERRORS_RETURN);
    const auto size = static_cast<MPI_Aint>(received_.size() * sizeof(double));
    const bool made =
        MPI_Win_allocate(size, sizeof(double), MPI_INFO_NULL, members_.world(), &receive_, &window_) == MPI_SUCCESS;
    MPI_Comm_set_errhandler(members_.world(), MPI_ERRORS_ARE_FATAL);
    require(made,
            "pattern put is not possible (the MPI library creates no window for one-sided communication between "
            "these ranks) omit it");
    std::copy(received_.begin(), received_.end(), receive_);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    MPI_Barrier(members_.world());
  }
  Put(const Put&) = delete;
  Put& operator=(const Put&) = delete;
  ~Put() override {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

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
  MPI_Win window_ = MPI_WIN_NULL;
  std::array<MPI_Request, 2> notified_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

class Allreduce final : public Pattern {
 public:
  Allreduce(std::size_t bytes, MPI_Comm members)
      : members_(members),
        count_(static_cast<int>(bytes / sizeof(double))),
        terms_(bytes / sizeof(double), members_.rank()),
        sums_(terms_.size(), -1.0) {}

  void run() override { MPI_Allreduce(terms_.data(), sums_.data(), count_, MPI_DOUBLE, MPI_SUM, members_.world()); }
  void start() override {
    MPI_Iallreduce(terms_.data(), sums_.data(), count_, MPI_DOUBLE, MPI_SUM, members_.world(), &request_);
  }
  void poll() override {
    int done = 0;
    MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }
  void finish() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }
  bool verify() override {
    const double size = members_.size(), expected = size * (size - 1) / 2 + size * round_;
    const bool right = std::all_of(sums_.begin(), sums_.end(), [&](double sum) { return sum == expected; });
    ++round_;
    std::fill(terms_.begin(), terms_.end(), members_.rank() + round_);
    return right;
  }

 private:
  Members members_;
  int count_;
  double round_ = 0;
  std::vector<double> terms_, sums_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace

std::unique_ptr<Pattern> make_pattern(PatternKind kind, std::size_t bytes, int members, const Communicator& ranks) {
  MPI_Comm world = MPI_COMM_NULL;
  MPI_Comm_split(worlds().halos, ranks.rank() < members ? 0 : MPI_UNDEFINED, ranks.rank(), &world);
  if (world == MPI_COMM_NULL) return nullptr;
  switch (kind) {
    case PatternKind::point_to_point:
      return std::make_unique<PointToPoint>(bytes, world);
    case PatternKind::neighbourhood:
      return std::make_unique<Neighbourhood>(bytes, world);
    case PatternKind::put:
      return std::make_unique<Put>(bytes, world);
    default:
      return std::make_unique<Allreduce>(bytes, world);
  }
}

}  // namespace minikrylov
