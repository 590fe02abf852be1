// Observer of halo exchanges.
#pragma once

namespace minikrylov {

/// Observes the exchanges of one halo on this rank, on the exchanging thread.
class HaloObserver {
 public:
  virtual ~HaloObserver() = default;
  virtual void halo_started(int messages) = 0;  ///< about to start; messages sent and received
  virtual void halo_awaited() = 0;              ///< from now on this thread only waits
  virtual void halo_finished() = 0;             ///< all messages have arrived
};

}  // namespace minikrylov
