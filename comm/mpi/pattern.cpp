// Communication patterns by MPI.
#include "comm/halo/pattern.hpp"

#include <algorithm>
#include <vector>

#include "comm/mpi/put.hpp"
#include "comm/mpi/ring_pattern.hpp"
#include "comm/mpi/worlds.hpp"

namespace minikrylov {
namespace {

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
  if (kind == PatternKind::put) return make_put(bytes, world, ranks);
  if (world == MPI_COMM_NULL) return nullptr;
  switch (kind) {
    case PatternKind::point_to_point:
      return std::make_unique<PointToPoint>(bytes, world);
    case PatternKind::neighbourhood:
      return std::make_unique<Neighbourhood>(bytes, world);
    default:
      return std::make_unique<Allreduce>(bytes, world);
  }
}

}  // namespace minikrylov
