// Who is told when halo messages travel.
#pragma once

namespace minikrylov {

/// Told of each exchange of this rank, on the thread that exchanges.
class HaloObserver {
 public:
  virtual ~HaloObserver() = default;
  virtual void halo_started(int messages) = 0;  ///< they are about to leave; sent and received ones
  virtual void halo_awaited() = 0;              ///< from now on nothing else is done
  virtual void halo_finished() = 0;             ///< all have arrived
};

/// The one that is told now, or null. Not for use by several threads.
[[nodiscard]] HaloObserver* halo_observer();

/// As long as it lives, `observer` is told.
class ObservingHalo {
 public:
  explicit ObservingHalo(HaloObserver& observer);
  ObservingHalo(const ObservingHalo&) = delete;
  ObservingHalo& operator=(const ObservingHalo&) = delete;
  ~ObservingHalo();

 private:
  HaloObserver* before_;
};

}  // namespace minikrylov
