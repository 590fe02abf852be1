// Communication patterns on a ring of ranks, by MPI: what they have in common.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "comm/halo/pattern.hpp"

namespace minikrylov {

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
inline std::vector<int> neighbours_of(const Members& members) {
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
    const bool right = arrived();
    ++round_;
    std::fill(sent_.begin(), sent_.end(), members_.rank() + round_);
    return right;
  }

 protected:
  /// Whether the values of this round have been received.
  [[nodiscard]] bool arrived() const {
    bool right = true;
    for (std::size_t k = 0; k < received_.size(); ++k)
      right = right && receive_[k] == neighbours_[k / static_cast<std::size_t>(count_)] + round_;
    return right;
  }
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

}  // namespace minikrylov
