// Halo messages by persistent MPI requests.
#include "comm/halo/halo_messages.hpp"

#include <dlfcn.h>

#include "comm/mpi/in_flight.hpp"
#include "comm/mpi/worlds.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {
namespace {

// Only Open MPI and MPICH have these functions; a lookup at run time needs no #ifdef.
bool library_answers_yes(const char* question) {
  using Question = int (*)();
  const auto ask = reinterpret_cast<Question>(dlsym(RTLD_DEFAULT, question));
  return ask != nullptr && ask() == 1;
}

}  // namespace

bool sends_from_device(GpuAwareMpi mode) {
  if (device_is_emulated) return false;
  if (mode != GpuAwareMpi::automatic) return mode == GpuAwareMpi::on;
  return library_answers_yes("MPIX_Query_cuda_support") || library_answers_yes("MPIX_Query_rocm_support") ||
         library_answers_yes("MPIX_Query_hip_support");
}

struct HaloMessages::Requests final : Pollable {
  std::vector<MPI_Request> all;  // receives first, so that they are posted before messages arrive
  int received = 0;              // number of messages received
  double bytes = 0;              // received in total
  double due = 0;                // when the emulated network may deliver them
  Progress progress;             // of the exchange in flight
  [[nodiscard]] int count() const { return static_cast<int>(all.size()); }

  void poll() override {
    int done = 0;
    MPI_Testall(count(), all.data(), &done, MPI_STATUSES_IGNORE);
  }
};

HaloMessages::HaloMessages(const std::vector<MessagePart>& sends, const double* send_buffer,
                           const std::vector<MessagePart>& receives, double* receive_buffer, int width)
    : requests_(std::make_unique<Requests>()) {
  const int tag = next_tag();
  const auto offset = [width](const MessagePart& part) { return static_cast<std::ptrdiff_t>(part.first) * width; };
  for (const MessagePart& part : receives)
    MPI_Recv_init(receive_buffer + offset(part), part.count * width, MPI_DOUBLE, part.rank, tag, worlds().halos,
                  &requests_->all.emplace_back());
  requests_->received = static_cast<int>(receives.size());
  for (const MessagePart& part : receives) requests_->bytes += static_cast<double>(sizeof(double)) * part.count * width;
  for (const MessagePart& part : sends)
    MPI_Send_init(send_buffer + offset(part), part.count * width, MPI_DOUBLE, part.rank, tag, worlds().halos,
                  &requests_->all.emplace_back());
}

HaloMessages::~HaloMessages() {
  for (MPI_Request& request : requests_->all) MPI_Request_free(&request);
}

void HaloMessages::start(const EmulatedNetwork& network, const Progress& progress) {
  requests_->progress = progress;
  const auto lock = progress.lock();
  requests_->due = wall_time() + network.seconds_of(requests_->received, requests_->bytes);
  if (requests_->count() == 0) return;  // Open MPI rejects a null pointer even for zero requests
  MPI_Startall(requests_->count(), requests_->all.data());
  progress.watch(*requests_);
}

void HaloMessages::progress() {
  const auto lock = requests_->progress.lock();
  requests_->poll();
}

void HaloMessages::finish() {
  {
    const auto lock = requests_->progress.lock();
    MPI_Waitall(requests_->count(), requests_->all.data(), MPI_STATUSES_IGNORE);
    requests_->progress.unwatch(*requests_);
  }
  requests_->progress = {};
  wait_until(requests_->due);
}

Leaving HaloMessages::leave() {
  const auto lock = requests_->progress.lock();
  requests_->progress.unwatch(*requests_);
  return wait_on_leaving(requests_->all);
}

}  // namespace minikrylov
