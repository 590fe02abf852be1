// The messages of a step by MPI_Isend and MPI_Irecv.
#include "comm/embedded/step_message.hpp"

#include <array>

#include "comm/mpi/in_flight.hpp"
#include "comm/mpi/worlds.hpp"

namespace minikrylov {

struct StepMessage::Requests {
  explicit Requests(const EmulatedNetwork& given) : network(given) {}

  EmulatedNetwork network;
  int tag = next_tag();
  std::array<MPI_Request, 2> both = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};  // receive, send
  double due = 0;                                                          // when the emulated network may deliver them
};

StepMessage::StepMessage(const EmulatedNetwork& network) : requests_(std::make_unique<Requests>(network)) {}

StepMessage::~StepMessage() = default;

void StepMessage::start(int send_to, int receive_from) {
  const int tag = requests_->tag;
  requests_->due = wall_time() + requests_->network.seconds(static_cast<double>(sizeof(double) * in.size()));
  MPI_Irecv(in.data(), static_cast<int>(in.size()), MPI_DOUBLE, receive_from, tag, worlds().reductions,
            &requests_->both[0]);
  MPI_Isend(out.data(), static_cast<int>(out.size()), MPI_DOUBLE, send_to, tag, worlds().reductions,
            &requests_->both[1]);
}

bool StepMessage::arrived() {
  int done = 0;
  MPI_Testall(2, requests_->both.data(), &done, MPI_STATUSES_IGNORE);
  return done != 0 && wall_time() >= requests_->due;
}

void StepMessage::finish() {
  MPI_Waitall(2, requests_->both.data(), MPI_STATUSES_IGNORE);
  wait_until(requests_->due);
}

Leaving StepMessage::leave() {
  const Leaving how = wait_on_leaving(requests_->both);
  if (how == Leaving::abandoned) {
    abandon(std::move(out));
    abandon(std::move(in));
  }
  return how;
}

}  // namespace minikrylov
