// Recursive doubling as a list of steps, each with one message out, one in, or both.
#include "comm/mpi/point_to_point.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "comm/mpi/in_flight.hpp"
#include "comm/mpi/worlds.hpp"

namespace minikrylov {

PointToPointSum::PointToPointSum(int rank, int size, const EmulatedNetwork& network)
    : network_(network), tag_(next_tag()) {
  const int active = static_cast<int>(std::bit_floor(static_cast<unsigned>(size)));
  const int folded = size - active;
  const bool has_partner = rank < 2 * folded;
  if (has_partner && rank % 2 == 0) {
    steps_ = {{Action::send_terms, rank + 1}, {Action::receive_sums, rank + 1}};
  } else {
    if (has_partner) steps_.push_back({Action::receive_terms, rank - 1});
    const int active_rank = has_partner ? rank / 2 : rank - folded;
    for (int distance = 1; distance < active; distance *= 2) {
      const int partner = active_rank ^ distance;
      steps_.push_back({Action::exchange_terms, partner < folded ? 2 * partner + 1 : partner + folded});
    }
    if (has_partner) steps_.push_back({Action::send_sums, rank - 1});
  }
  step_ = steps_.size();
}

PointToPointSum::~PointToPointSum() {
  // Partners in later steps depend on this rank, so it completes all steps before it leaves.
  while (step_ < steps_.size()) {
    if (wait_on_leaving(requests_) == Leaving::abandoned) {
      abandon(std::move(sums_));
      abandon(std::move(incoming_));
      return;
    }
    complete();
  }
}

void PointToPointSum::start(std::span<double> values) {
  values_ = values;
  sums_.assign(values.begin(), values.end());
  incoming_.resize(values.size());
  step_ = 0;
  post();
}

void PointToPointSum::progress() {
  while (step_ < steps_.size()) {
    int done = 0;
    MPI_Testall(2, requests_.data(), &done, MPI_STATUSES_IGNORE);
    if (done == 0 || wall_time() < due_) return;
    complete();
  }
}

void PointToPointSum::finish() {
  while (step_ < steps_.size()) {
    MPI_Waitall(2, requests_.data(), MPI_STATUSES_IGNORE);
    wait_until(due_);
    complete();
  }
  std::copy(sums_.begin(), sums_.end(), values_.begin());
}

void PointToPointSum::post() {
  if (step_ == steps_.size()) return;
  const auto [action, partner] = steps_[step_];
  const int count = static_cast<int>(sums_.size());
  const bool receives = action != Action::send_terms && action != Action::send_sums;
  const bool sends = action != Action::receive_terms && action != Action::receive_sums;
  MPI_Comm world = worlds().reductions;
  due_ = receives ? wall_time() + network_.seconds(static_cast<double>(sizeof(double) * sums_.size())) : 0;
  if (receives) MPI_Irecv(incoming_.data(), count, MPI_DOUBLE, partner, tag_, world, &requests_[0]);
  if (sends) MPI_Isend(sums_.data(), count, MPI_DOUBLE, partner, tag_, world, &requests_[1]);
}

void PointToPointSum::complete() {
  const Action action = steps_[step_].action;
  if (action == Action::receive_terms || action == Action::exchange_terms)
    std::transform(sums_.begin(), sums_.end(), incoming_.begin(), sums_.begin(), std::plus<>());
  if (action == Action::receive_sums) sums_.swap(incoming_);
  ++step_;
  post();
}

}  // namespace minikrylov
