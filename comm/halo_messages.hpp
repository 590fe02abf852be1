// The messages of one halo exchange, made ready once and sent many times.
#pragma once
#include <memory>
#include <vector>

#include "comm/emulated_network.hpp"
#include "comm/message_library.hpp"
#include "kernels/core/numbers.hpp"

namespace minikrylov {

/// Whether messages leave and arrive in the memory of a GPU, or are copied to the host first.
enum class GpuAwareMpi {
  on,         ///< in GPU memory
  off,        ///< by way of pinned host memory
  automatic,  ///< in GPU memory if the library says that it can
};

/// What `mode` means in this build with this library. Not collective. Without a GPU the question does not arise.
[[nodiscard]] bool sends_from_device(GpuAwareMpi mode);

/// The rows of a buffer that go to, or come from, one rank.
struct MessagePart {
  int rank = 0;
  LocalIndex first = 0, count = 0;
};

/// One message to or from each of a list of ranks, between two fixed buffers. Persistent requests.
class HaloMessages {
 public:
  /// Collective, in the same order on all ranks. Row i of a buffer stands at i·width; the buffers must outlive this.
  HaloMessages(const std::vector<MessagePart>& sends, const double* send_buffer,
               const std::vector<MessagePart>& receives, double* receive_buffer, int width);
  /// Nothing may be in flight, unless it was abandoned.
  ~HaloMessages();

  /// The send buffer is ready; it must not change, nor the other be read, until finish().
  void start(const EmulatedNetwork& network);
  void progress();                ///< Gives the library a chance to move messages; returns at once.
  void finish();                  ///< Returns once everything is sent and received, not before the network allows it.
  [[nodiscard]] Leaving leave();  ///< Instead of finish(), when the owner ends.

 private:
  struct Requests;
  std::unique_ptr<Requests> requests_;
};

}  // namespace minikrylov
