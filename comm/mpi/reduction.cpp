// Sums over ranks by MPI's own reductions. Send and receive buffers are always two: MPI_IN_PLACE in MPI_Iallreduce is
// wrong in some releases of Open MPI (their issue 9385).
#include "comm/reduction.hpp"

#include <stdexcept>
#include <vector>

#include "comm/mpi/in_flight.hpp"
#include "comm/mpi/point_to_point.hpp"
#include "comm/mpi/worlds.hpp"

namespace minikrylov {
namespace {

class BlockingReduction : public Reduction {
 public:
  void start(std::span<double> values) override {
    terms_.assign(values.begin(), values.end());
    MPI_Allreduce(terms_.data(), values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                  worlds().reductions);
  }
  void finish() override {}
  void progress() override {}

 private:
  std::vector<double> terms_;
};

class NonblockingReduction : public Reduction {
 public:
  NonblockingReduction() = default;
  NonblockingReduction(const NonblockingReduction&) = delete;
  NonblockingReduction& operator=(const NonblockingReduction&) = delete;
  ~NonblockingReduction() override {
    if (request_ == MPI_REQUEST_NULL || wait_on_leaving({&request_, 1}) == Leaving::complete) return;
    abandon(std::move(terms_));
    abandon(std::move(sums_));
  }

  void start(std::span<double> values) override {
    if (in_flight_) throw std::logic_error("a sum was started while another was in flight");
    in_flight_ = true;
    values_ = values;
    terms_.assign(values.begin(), values.end());
    sums_.resize(values.size());
    MPI_Iallreduce(terms_.data(), sums_.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                   worlds().reductions, &request_);
  }

  void finish() override {
    if (!in_flight_) return;
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
    std::copy(sums_.begin(), sums_.end(), values_.begin());
    in_flight_ = false;
  }

  void progress() override {
    int done = 0;
    if (request_ != MPI_REQUEST_NULL) MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }

 private:
  std::span<double> values_;
  std::vector<double> terms_, sums_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool in_flight_ = false;  // request_ may be done long before finish() hands the sums over
};

}  // namespace

std::unique_ptr<Reduction> make_reduction(ReductionKind kind, const Communicator& ranks) {
  if (kind == ReductionKind::blocking) return std::make_unique<BlockingReduction>();
  if (kind == ReductionKind::nonblocking) return std::make_unique<NonblockingReduction>();
  return std::make_unique<PointToPointReduction>(ranks.rank(), ranks.size());
}

}  // namespace minikrylov
