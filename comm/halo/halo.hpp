// The halo: ghosts, copies of other ranks' rows needed by products, and the exchange that updates them.
#pragma once
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "comm/halo/halo_messages.hpp"
#include "comm/halo/halo_observer.hpp"
#include "comm/reduction/progress.hpp"
#include "comm/runtime/communicator.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {

/// A row of another rank.
struct Ghost {
  int owner = 0;
  LocalIndex index = 0;  ///< among the owner's rows, in its natural order
};

/// Which rows each rank sends to which others. After exchange(x), row rows() + k of x holds the owner's value of ghost
/// k. The pattern need not be symmetric. At most one exchange is in flight at a time.
class Halo {
 public:
  /// Collective. `rows`: of this rank. `ghosts`: grouped by owner, owners ascending.
  /// `new_index`: this rank's rows after reordering, by natural index; empty if they were not reordered.
  /// Throws SetupError if a ghost is not a row of its owner.
  Halo(const Communicator& ranks, LocalIndex rows, const std::vector<Ghost>& ghosts, const Array<LocalIndex>& new_index,
       GpuAwareMpi gpu_aware = GpuAwareMpi::automatic);
  ~Halo();
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  /// Packs and sends. Collective. `x` has rows() rows and room for ghosts(); until finish(x) its rows must not be
  /// changed nor its ghosts used. The first exchange of a width makes its buffers and requests.
  void start(const Vector& x) const;
  /// Polls: lets the library progress messages; returns at once. No effect if nothing is in flight.
  void progress() const;
  /// Receives and unpacks into the ghosts of `x`, the vector given to start(); kernels on `on` may then read them.
  /// Collective.
  void finish(const Vector& x, const Exec& on = Exec()) const;
  /// start() and finish(). Collective.
  void exchange(const Vector& x) const;

  /// start() in two steps, so that other kernels can overlap with packing. Packing is launched on `on`; send() waits
  /// for it. `x` must be up to date on that instance. Collective.
  void pack(const Vector& x, const Exec& on) const;
  void send(const Exec& on) const;

  /// Makes the buffers and requests for vectors like `x` unless they exist. Collective.
  void prepare(const Vector& x) const;
  /// exchange() by the calling thread alone, without launching a kernel, so one thread may call it inside a kernel,
  /// after prepare(x). Collective. Host only.
  void exchange_alone(const Vector& x) const;

  /// Further exchanges take the time of `network`. Returns the previous one.
  EmulatedNetwork emulate(const EmulatedNetwork& network) { return std::exchange(network_, network); }
  /// `progress` polls the messages of further exchanges.
  void move_by(const Progress& progress) { progress_ = progress; }
  /// Sets the observer of further exchanges (null: none) and returns the previous one.
  HaloObserver* observe(HaloObserver* observer) { return std::exchange(observer_, observer); }

  /// Whether messages are staged through host memory, since MPI cannot take device memory.
  [[nodiscard]] bool is_staged() const { return staged_; }

  /// The transposed exchange: adds the ghosts of y to the rows they are copies of, on their owners; the ghosts keep
  /// their values. Collective and slow: for set-up (products with Aᵀ).
  void reverse_add(const Vector& y) const;

  [[nodiscard]] LocalIndex rows() const { return rows_; }
  [[nodiscard]] LocalIndex ghosts() const { return ghosts_; }
  [[nodiscard]] int neighbours() const;  ///< ranks that this one sends rows to or receives rows from
  [[nodiscard]] int messages() const { return static_cast<int>(sends_.size()); }  ///< sent by this rank per exchange
  [[nodiscard]] Offset bytes_sent(int width) const;                               ///< by this rank per exchange
  [[nodiscard]] Offset bytes_received(int width) const;                           ///< by this rank per exchange
  /// This rank's messages, and its rows in the order in which they are sent.
  [[nodiscard]] const std::vector<MessagePart>& sends() const { return sends_; }
  [[nodiscard]] const Array<LocalIndex>& send_rows() const { return send_rows_; }
  [[nodiscard]] Offset rows_sent() const { return static_cast<Offset>(send_rows_.extent(0)); }

 private:
  struct Channel;
  [[nodiscard]] Channel& channel(int width) const;
  void check(const Vector& x) const;  ///< throws unless an exchange of `x` may start
  void start(HaloMessages& messages) const;
  void finish(HaloMessages& messages) const;
  /// Whether this rank sends and receives nothing; then nothing is launched, and nobody waits for the device.
  [[nodiscard]] bool is_alone() const { return sends_.empty() && receives_.empty(); }

  LocalIndex rows_ = 0, ghosts_ = 0;
  std::vector<MessagePart> sends_, receives_;
  Array<LocalIndex> send_rows_;  // in the order of the send buffer
  bool staged_ = false;          // messages are staged through host memory
  EmulatedNetwork network_;
  Progress progress_;
  HaloObserver* observer_ = nullptr;
  mutable std::map<int, std::unique_ptr<Channel>> channels_;  // by width
  mutable Channel* in_flight_ = nullptr;
};

/// Lets `observer` observe the exchanges of `halo` as long as this object lives.
class ObservingHalo {
 public:
  ObservingHalo(Halo& halo, HaloObserver& observer) : halo_(halo), before_(halo.observe(&observer)) {}
  ObservingHalo(const ObservingHalo&) = delete;
  ObservingHalo& operator=(const ObservingHalo&) = delete;
  ~ObservingHalo() { halo_.observe(before_); }

 private:
  Halo& halo_;
  HaloObserver* before_;
};

}  // namespace minikrylov
