// The messages of one step of an embedded exchange.
#pragma once
#include <memory>
#include <vector>

#include "comm/runtime/emulated_network.hpp"
#include "comm/runtime/message_library.hpp"

namespace minikrylov {

/// One message out and one in per step, all with one tag.
class StepMessage {
 public:
  /// Collective; all ranks construct theirs in the same order.
  explicit StepMessage(const EmulatedNetwork& network);
  ~StepMessage();
  StepMessage(const StepMessage&) = delete;
  StepMessage& operator=(const StepMessage&) = delete;

  std::vector<double> out, in;  ///< not to be touched while a step is in flight

  /// Sends all of `out` and fills `in`.
  void start(int send_to, int receive_from);
  /// Whether both messages are complete; returns at once.
  [[nodiscard]] bool arrived();
  void finish();
  [[nodiscard]] Leaving leave();  ///< Called instead of finish() when the owner is destroyed.

 private:
  struct Requests;
  std::unique_ptr<Requests> requests_;
};

}  // namespace minikrylov
