// A sum over ranks by messages of our own: recursive doubling, moved on whenever someone pokes it.
#pragma once
#include <mpi.h>

#include <array>
#include <vector>

#include "comm/reduction.hpp"

namespace minikrylov {

/// Recursive doubling for any number of ranks. With p ranks and 2ᵏ ≤ p < 2ᵏ⁺¹, the first p - 2ᵏ even ranks hand their
/// terms to their right neighbours, 2ᵏ ranks exchange and add in k steps, and the sums go back to the even ranks.
/// Both partners of a step add the same two numbers, so all ranks get the same bits. The order is that of MPICH's and
/// Open MPI's blocking allreduce for short messages (R. Thakur, R. Rabenseifner, W. Gropp, IJHPCA 19 (2005) 49-66).
class PointToPointReduction : public Reduction {
 public:
  /// All ranks construct their reductions in the same order.
  PointToPointReduction(int rank, int size);
  PointToPointReduction(const PointToPointReduction&) = delete;
  PointToPointReduction& operator=(const PointToPointReduction&) = delete;
  ~PointToPointReduction() override;

  void start(std::span<double> values) override;
  void finish() override;
  void progress() override;

 private:
  enum class Action { send_terms, receive_terms, exchange_terms, send_sums, receive_sums };
  struct Step {
    Action action;
    int partner;
  };

  void post();      // the messages of the current step
  void complete();  // what follows once they have arrived

  std::vector<Step> steps_;
  std::size_t step_ = 0;  // the step in flight; steps_.size() if there is none
  int tag_ = 0;
  std::span<double> values_;
  std::vector<double> sums_, incoming_;
  std::array<MPI_Request, 2> requests_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};  // receive, send
  bool in_flight_ = false;  // from start() to finish(), though the last message may have arrived before
};

}  // namespace minikrylov
