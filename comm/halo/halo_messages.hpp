// The messages of a halo exchange, set up once and sent many times.
#pragma once
#include <memory>
#include <vector>

#include "comm/reduction/progress.hpp"
#include "comm/runtime/emulated_network.hpp"
#include "comm/runtime/message_library.hpp"
#include "kernels/core/numbers.hpp"

namespace minikrylov {

/// Whether messages are sent and received in GPU memory or staged through the host.
enum class GpuAwareMpi {
  on,         ///< in GPU memory
  off,        ///< through pinned host memory
  automatic,  ///< in GPU memory if the library reports support for it
};

/// What `mode` means with this build and library; irrelevant without a GPU, never true of an emulated one, whose memory
/// is locked. Not collective.
[[nodiscard]] bool sends_from_device(GpuAwareMpi mode);

/// The rows of a buffer that are sent to, or received from, one rank.
struct MessagePart {
  int rank = 0;
  LocalIndex first = 0, count = 0;
};

/// Messages to and from lists of ranks, between two fixed buffers, by persistent requests.
class HaloMessages {
 public:
  /// Collective, in the same order on all ranks. Row i of a buffer begins at i·width; the buffers must outlive this
  /// object.
  HaloMessages(const std::vector<MessagePart>& sends, const double* send_buffer,
               const std::vector<MessagePart>& receives, double* receive_buffer, int width);
  /// Nothing may be in flight unless it was abandoned.
  ~HaloMessages();

  /// Sends the send buffer, which must not change, nor the receive buffer be read, until finish(). `progress` polls.
  void start(const EmulatedNetwork& network, const Progress& progress);
  void progress();                ///< Polls: lets the library progress messages; returns at once.
  void finish();                  ///< Returns once all is sent and received, and `network` has had its time.
  [[nodiscard]] Leaving leave();  ///< Called instead of finish() when the owner is destroyed.

 private:
  struct Requests;
  std::unique_ptr<Requests> requests_;
};

}  // namespace minikrylov
