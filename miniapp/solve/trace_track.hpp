// The tracks of a trace, and their names.
#pragma once
#include "miniapp/settings/named.hpp"

namespace minikrylov {

/// What a span in a trace shows.
enum class TraceTrack { iteration, kernel, sum_start, sum_wait, sum_flight, halo_wait, halo_flight };
template <> struct Names<TraceTrack> {
  static constexpr std::string_view noun = "track";
  static constexpr std::array table = {
      Name<TraceTrack>{"iteration", TraceTrack::iteration, "from one stopping test to the next"},
      Name<TraceTrack>{"kernel", TraceTrack::kernel, "a fused kernel, a product or a preconditioner"},
      Name<TraceTrack>{"sum start", TraceTrack::sum_start, "the call that starts a sum over ranks"},
      Name<TraceTrack>{"sum wait", TraceTrack::sum_wait, "the call that finishes it"},
      Name<TraceTrack>{"sum in flight", TraceTrack::sum_flight, "from the first call until the second returns"},
      Name<TraceTrack>{"halo wait", TraceTrack::halo_wait, "the call that waits for the messages of a halo exchange"},
      Name<TraceTrack>{"halo in flight", TraceTrack::halo_flight, "from sending these messages to their arrival"},
  };
};

}  // namespace minikrylov
