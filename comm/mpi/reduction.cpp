// Sums over ranks by MPI's own reductions. Send and receive buffers are always separate: MPI_Iallreduce with
// MPI_IN_PLACE is wrong in some releases of Open MPI (issue 9385).
#include "comm/reduction/reduction.hpp"

#include <deque>
#include <functional>
#include <stdexcept>
#include <vector>

#include "comm/mpi/in_flight.hpp"
#include "comm/mpi/point_to_point.hpp"
#include "comm/mpi/worlds.hpp"

namespace minikrylov {
namespace {

class BlockingReduction : public Reduction {
 public:
  void start(std::span<double> values, std::string_view /*label*/) override {
    terms_.assign(values.begin(), values.end());
    MPI_Allreduce(terms_.data(), values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                  worlds().reductions);
  }
  void finish() override {}
  void progress() override {}

 private:
  std::vector<double> terms_;
};

/// One MPI_Iallreduce at a time.
class NonblockingSum {
 public:
  NonblockingSum() = default;
  NonblockingSum(const NonblockingSum&) = delete;
  NonblockingSum& operator=(const NonblockingSum&) = delete;
  ~NonblockingSum() {
    if (request_ == MPI_REQUEST_NULL || wait_on_leaving({&request_, 1}) == Leaving::complete) return;
    abandon(std::move(terms_));
    abandon(std::move(sums_));
  }

  void start(std::span<double> values) {
    values_ = values;
    terms_.assign(values.begin(), values.end());
    sums_.resize(values.size());
    MPI_Iallreduce(terms_.data(), sums_.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                   worlds().reductions, &request_);
  }

  void finish() {
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
    std::copy(sums_.begin(), sums_.end(), values_.begin());
  }

  void progress() {
    int done = 0;
    if (request_ != MPI_REQUEST_NULL) MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }

 private:
  std::span<double> values_;
  std::vector<double> terms_, sums_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// A queue of Sum objects, each good for one sum in flight: first started, first finished.
template <class Sum> class Queue final : public Reduction {
 public:
  explicit Queue(std::function<std::unique_ptr<Sum>()> make) : make_(std::move(make)) {}

  void start(std::span<double> values, std::string_view /*label*/) override {
    if (idle_.empty()) idle_.push_back(make_());
    in_flight_.push_back(std::move(idle_.back()));
    idle_.pop_back();
    in_flight_.back()->start(values);
  }
  void finish() override {
    if (in_flight_.empty()) return;
    in_flight_.front()->finish();
    idle_.push_back(std::move(in_flight_.front()));
    in_flight_.pop_front();
  }
  void progress() override {
    for (const auto& sum : in_flight_) sum->progress();
  }

 private:
  std::function<std::unique_ptr<Sum>()> make_;
  std::vector<std::unique_ptr<Sum>> idle_;
  std::deque<std::unique_ptr<Sum>> in_flight_;
};

}  // namespace

std::unique_ptr<Reduction> make_reduction(ReductionKind kind, const Communicator& ranks,
                                          const EmulatedNetwork& network) {
  if (kind == ReductionKind::embedded) throw std::logic_error("an embedded reduction is made with its halo");
  if (kind == ReductionKind::blocking) return std::make_unique<BlockingReduction>();
  if (kind == ReductionKind::nonblocking)
    return std::make_unique<Queue<NonblockingSum>>([] { return std::make_unique<NonblockingSum>(); });
  return std::make_unique<Queue<PointToPointSum>>([rank = ranks.rank(), size = ranks.size(), network] {
    return std::make_unique<PointToPointSum>(rank, size, network);
  });
}

}  // namespace minikrylov
