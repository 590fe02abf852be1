// Halo messages in a build without MPI: a single rank can only be its own neighbour.
#include "comm/halo/halo_messages.hpp"

#include <algorithm>

namespace minikrylov {

bool sends_from_device(GpuAwareMpi /*mode*/) { return false; }

struct HaloMessages::Requests {
  const double* begin;
  const double* end;
  double* destination;
};

HaloMessages::HaloMessages(const std::vector<MessagePart>& sends, const double* send_buffer,
                           const std::vector<MessagePart>& /*receives*/, double* receive_buffer, int width)
    : requests_(new Requests{send_buffer, send_buffer, receive_buffer}) {
  for (const MessagePart& part : sends) requests_->end += static_cast<std::ptrdiff_t>(part.count) * width;
}

HaloMessages::~HaloMessages() = default;

void HaloMessages::start(const EmulatedNetwork& /*network*/, const Progress& /*progress*/) {
  std::copy(requests_->begin, requests_->end, requests_->destination);
}

void HaloMessages::progress() {}

void HaloMessages::finish() {}

Leaving HaloMessages::leave() { return Leaving::complete; }

}  // namespace minikrylov
