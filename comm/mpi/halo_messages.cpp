// Halo messages by MPI's persistent requests.
#include "comm/halo_messages.hpp"

#include <dlfcn.h>

#include "comm/halo_observer.hpp"
#include "comm/mpi/in_flight.hpp"
#include "comm/mpi/worlds.hpp"

namespace minikrylov {
namespace {

// Open MPI and MPICH have these functions, others do not: asked at run time, one program text serves all.
bool library_answers_yes(const char* question) {
  using Question = int (*)();
  const auto ask = reinterpret_cast<Question>(dlsym(RTLD_DEFAULT, question));
  return ask != nullptr && ask() == 1;
}

}  // namespace

bool sends_from_device(GpuAwareMpi mode) {
  if (mode != GpuAwareMpi::automatic) return mode == GpuAwareMpi::on;
  return library_answers_yes("MPIX_Query_cuda_support") || library_answers_yes("MPIX_Query_rocm_support") ||
         library_answers_yes("MPIX_Query_hip_support");
}

struct HaloMessages::Requests {
  std::vector<MPI_Request> all;  // receives first, so that they are posted before messages come
  [[nodiscard]] int count() const { return static_cast<int>(all.size()); }
};

HaloMessages::HaloMessages(const std::vector<MessagePart>& sends, const double* send_buffer,
                           const std::vector<MessagePart>& receives, double* receive_buffer, int width)
    : requests_(std::make_unique<Requests>()) {
  const int tag = next_tag();
  const auto offset = [width](const MessagePart& part) { return static_cast<std::ptrdiff_t>(part.first) * width; };
  for (const MessagePart& part : receives)
    MPI_Recv_init(receive_buffer + offset(part), part.count * width, MPI_DOUBLE, part.rank, tag, worlds().halos,
                  &requests_->all.emplace_back());
  for (const MessagePart& part : sends)
    MPI_Send_init(send_buffer + offset(part), part.count * width, MPI_DOUBLE, part.rank, tag, worlds().halos,
                  &requests_->all.emplace_back());
}

HaloMessages::~HaloMessages() {
  for (MPI_Request& request : requests_->all) MPI_Request_free(&request);
}

void HaloMessages::start() {
  if (halo_observer() != nullptr) halo_observer()->halo_started(requests_->count());
  // Open MPI takes no null pointer here, not even for no requests.
  if (requests_->count() > 0) MPI_Startall(requests_->count(), requests_->all.data());
}

void HaloMessages::progress() {
  int done = 0;
  MPI_Testall(requests_->count(), requests_->all.data(), &done, MPI_STATUSES_IGNORE);
}

void HaloMessages::finish() {
  if (halo_observer() != nullptr) halo_observer()->halo_awaited();
  MPI_Waitall(requests_->count(), requests_->all.data(), MPI_STATUSES_IGNORE);
  if (halo_observer() != nullptr) halo_observer()->halo_finished();
}

Leaving HaloMessages::leave() { return wait_on_leaving(requests_->all); }

}  // namespace minikrylov
