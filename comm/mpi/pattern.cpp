// Kinds of communication by MPI.
#include "comm/pattern.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "comm/mpi/worlds.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// The next and the previous rank of the ring, each once.
std::vector<int> neighbours_of(const Communicator& ranks) {
  const int size = ranks.size(), next = (ranks.rank() + 1) % size, previous = (ranks.rank() + size - 1) % size;
  return next == previous ? std::vector{next} : std::vector{previous, next};
}

/// Halo-like patterns: a part of each buffer for each neighbour. A rank sends its number plus a count of rounds.
class RingPattern : public Pattern {
 public:
  RingPattern(std::size_t bytes, const Communicator& ranks)
      : count_(static_cast<int>(bytes / sizeof(double))),
        rank_(ranks.rank()),
        neighbours_(neighbours_of(ranks)),
        sent_(neighbours_.size() * bytes / sizeof(double), rank_),
        received_(sent_.size(), -1.0),
        receive_(received_.data()) {}

  bool came_right() override {
    bool right = true;
    for (std::size_t k = 0; k < received_.size(); ++k)
      right = right && receive_[k] == neighbours_[k / static_cast<std::size_t>(count_)] + round_;
    ++round_;
    std::fill(sent_.begin(), sent_.end(), rank_ + round_);
    return right;
  }

 protected:
  [[nodiscard]] int neighbours() const { return static_cast<int>(neighbours_.size()); }
  [[nodiscard]] double* sent_to(int k) { return sent_.data() + static_cast<std::ptrdiff_t>(k) * count_; }
  [[nodiscard]] double* received_from(int k) { return receive_ + static_cast<std::ptrdiff_t>(k) * count_; }

  int count_;

 private:
  int rank_;

 protected:
  std::vector<int> neighbours_;
  std::vector<double> sent_, received_;
  double* receive_;  ///< received_, or memory of the library's

 private:
  double round_ = 0;
};

class PointToPoint final : public RingPattern {
 public:
  PointToPoint(std::size_t bytes, const Communicator& ranks)
      : RingPattern(bytes, ranks), tag_(next_tag()), requests_(2 * neighbours_.size(), MPI_REQUEST_NULL) {}

  void run() override {
    const int last = neighbours() - 1;
    for (int k = 0; k <= last; ++k)  // what goes to one side comes from the other
      MPI_Sendrecv(sent_to(k), count_, MPI_DOUBLE, neighbours_[static_cast<std::size_t>(k)], tag_,
                   received_from(last - k), count_, MPI_DOUBLE, neighbours_[static_cast<std::size_t>(last - k)], tag_,
                   worlds().halos, MPI_STATUS_IGNORE);
  }
  void start() override {
    for (int k = 0; k < neighbours(); ++k) {
      const auto place = static_cast<std::size_t>(k);
      MPI_Irecv(received_from(k), count_, MPI_DOUBLE, neighbours_[place], tag_, worlds().halos, &requests_[place]);
      MPI_Isend(sent_to(k), count_, MPI_DOUBLE, neighbours_[place], tag_, worlds().halos,
                &requests_[neighbours_.size() + place]);
    }
  }
  void poke() override {
    int done = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
  }
  void finish() override { MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

 private:
  int tag_;
  std::vector<MPI_Request> requests_;
};

class Neighbourhood final : public RingPattern {
 public:
  Neighbourhood(std::size_t bytes, const Communicator& ranks) : RingPattern(bytes, ranks) {
    MPI_Dist_graph_create_adjacent(worlds().halos, neighbours(), neighbours_.data(), MPI_UNWEIGHTED, neighbours(),
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
  void poke() override {
    int done = 0;
    MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }
  void finish() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }

 private:
  MPI_Comm ring_ = MPI_COMM_NULL;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// One-sided, with a message behind each put that tells the neighbour of it. (Windows that are opened and closed by
/// MPI_Win_post and its kin now and then hang in the shared memory of Open MPI 4.1 with three ranks.)
class Put final : public RingPattern {
 public:
  Put(std::size_t bytes, const Communicator& ranks) : RingPattern(bytes, ranks) {
    // Some libraries have no one-sided communication where several threads may call them.
    MPI_Comm_dup(worlds().halos, &world_);
    MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN);
    const auto size = static_cast<MPI_Aint>(received_.size() * sizeof(double));
    const bool made = MPI_Win_allocate(size, sizeof(double), MPI_INFO_NULL, world_, &receive_, &window_) == MPI_SUCCESS;
    MPI_Comm_set_errhandler(world_, MPI_ERRORS_ARE_FATAL);
    if (!made) MPI_Comm_free(&world_);
    require(made,
            "--pattern put is not possible (the MPI library makes no window for one-sided communication between "
            "these ranks) leave it out");
    std::copy(received_.begin(), received_.end(), receive_);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    ranks.barrier();
  }
  Put(const Put&) = delete;
  Put& operator=(const Put&) = delete;
  ~Put() override {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
    MPI_Comm_free(&world_);
  }

  void run() override {
    start();
    finish();
  }
  void start() override {
    const int last = neighbours() - 1;
    for (int k = 0; k <= last; ++k)  // this rank stands on the other side of its neighbour
      MPI_Put(sent_to(k), count_, MPI_DOUBLE, neighbours_[static_cast<std::size_t>(k)], MPI_Aint{last - k} * count_,
              count_, MPI_DOUBLE, window_);
  }
  void poke() override {
    int found = 0;  // a put has no request to test, but any call may move it
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, worlds().halos, &found, MPI_STATUS_IGNORE);
  }
  void finish() override {
    MPI_Win_flush_all(window_);
    for (int k = 0; k < neighbours(); ++k) {
      const int rank = neighbours_[static_cast<std::size_t>(k)];
      MPI_Isend(nullptr, 0, MPI_DOUBLE, rank, 0, world_, &told_[static_cast<std::size_t>(k)]);
    }
    for (const int rank : neighbours_) MPI_Recv(nullptr, 0, MPI_DOUBLE, rank, 0, world_, MPI_STATUS_IGNORE);
    MPI_Waitall(neighbours(), told_.data(), MPI_STATUSES_IGNORE);
    MPI_Win_sync(window_);
  }

 private:
  MPI_Comm world_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  std::array<MPI_Request, 2> told_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

class Allreduce final : public Pattern {
 public:
  Allreduce(int members, std::size_t bytes, const Communicator& ranks)
      : count_(static_cast<int>(bytes / sizeof(double))),
        rank_(ranks.rank()),
        size_(members),
        terms_(bytes / sizeof(double), rank_),
        sums_(terms_.size(), -1.0) {
    MPI_Comm_split(worlds().reductions, ranks.rank() < members ? 0 : MPI_UNDEFINED, ranks.rank(), &members_);
  }
  Allreduce(const Allreduce&) = delete;
  Allreduce& operator=(const Allreduce&) = delete;
  ~Allreduce() override {
    if (members_ != MPI_COMM_NULL) MPI_Comm_free(&members_);
  }

  void run() override { MPI_Allreduce(terms_.data(), sums_.data(), count_, MPI_DOUBLE, MPI_SUM, members_); }
  void start() override {
    MPI_Iallreduce(terms_.data(), sums_.data(), count_, MPI_DOUBLE, MPI_SUM, members_, &request_);
  }
  void poke() override {
    int done = 0;
    MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }
  void finish() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }
  bool came_right() override {
    const double expected = size_ * (size_ - 1) / 2 + size_ * round_;
    const bool right = std::all_of(sums_.begin(), sums_.end(), [&](double sum) { return sum == expected; });
    ++round_;
    std::fill(terms_.begin(), terms_.end(), rank_ + round_);
    return right;
  }

 private:
  int count_;
  double rank_, size_, round_ = 0;
  std::vector<double> terms_, sums_;
  MPI_Comm members_ = MPI_COMM_NULL;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace

std::unique_ptr<Pattern> make_pattern(PatternKind kind, std::size_t bytes, const Communicator& ranks) {
  switch (kind) {
    case PatternKind::point_to_point:
      return std::make_unique<PointToPoint>(bytes, ranks);
    case PatternKind::neighbourhood:
      return std::make_unique<Neighbourhood>(bytes, ranks);
    case PatternKind::put:
      return std::make_unique<Put>(bytes, ranks);
    default:
      return std::make_unique<Allreduce>(ranks.size(), bytes, ranks);
  }
}

std::unique_ptr<Pattern> make_allreduce_of(int members, std::size_t bytes, const Communicator& ranks) {
  return std::make_unique<Allreduce>(members, bytes, ranks);
}

}  // namespace minikrylov
