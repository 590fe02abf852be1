// An observer of halo exchanges.
#pragma once

namespace minikrylov {

/// Observes each exchange of one halo on this rank, on the thread that exchanges.
class HaloObserver {
 public:
  virtual ~HaloObserver() = default;
  virtual void halo_started(int messages) = 0;  ///< they are about to leave; sent and received ones
  virtual void halo_awaited() = 0;              ///< from now on nothing else is done
  virtual void halo_finished() = 0;             ///< all have arrived
};

}  // namespace minikrylov
