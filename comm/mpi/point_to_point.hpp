// A sum over ranks by point-to-point messages: recursive doubling, advanced by polling.
#pragma once
#include <mpi.h>

#include <array>
#include <span>
#include <vector>

#include "comm/runtime/emulated_network.hpp"

namespace minikrylov {

/// Recursive doubling, one sum at a time, for any number of ranks. With p ranks and 2ᵏ ≤ p < 2ᵏ⁺¹, the first p - 2ᵏ
/// even ranks send their terms to their right neighbours, 2ᵏ ranks exchange and add in k steps, and the even ranks get
/// the sums back. Both partners of a step add the same two numbers, so the result is bitwise equal on all ranks. The
/// order is that of MPICH's and Open MPI's blocking allreduce for short messages (R. Thakur, R. Rabenseifner, W. Gropp,
/// IJHPCA 19 (2005) 49-66).
class PointToPointSum {
 public:
  /// Collective; all ranks construct their sums in the same order.
  PointToPointSum(int rank, int size, const EmulatedNetwork& network);
  PointToPointSum(const PointToPointSum&) = delete;
  PointToPointSum& operator=(const PointToPointSum&) = delete;
  ~PointToPointSum();

  void start(std::span<double> values);
  void finish();
  void progress();

 private:
  enum class Action { send_terms, receive_terms, exchange_terms, send_sums, receive_sums };
  struct Step {
    Action action;
    int partner;
  };

  void post();      // starts the messages of the current step
  void complete();  // uses them once they have arrived

  EmulatedNetwork network_;
  std::vector<Step> steps_;
  std::size_t step_ = 0;  // the step in flight; steps_.size() if none is
  double due_ = 0;        // when the emulated network may deliver its message
  int tag_ = 0;
  std::span<double> values_;
  std::vector<double> sums_, incoming_;
  std::array<MPI_Request, 2> requests_ = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};  // receive, send
};

}  // namespace minikrylov
