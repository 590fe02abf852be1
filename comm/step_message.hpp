// The messages of one step of an exchange of our own: one out, one in.
#pragma once
#include <memory>
#include <vector>

#include "comm/emulated_network.hpp"
#include "comm/message_library.hpp"

namespace minikrylov {

/// One message out and one in, step after step, with one tag.
class StepMessage {
 public:
  /// All ranks construct theirs in the same order.
  explicit StepMessage(const EmulatedNetwork& network);
  ~StepMessage();
  StepMessage(const StepMessage&) = delete;
  StepMessage& operator=(const StepMessage&) = delete;

  std::vector<double> out, in;  ///< not to be touched while a step is in flight

  /// Sends all of `out`, and receives as much as `in` holds.
  void start(int send_to, int receive_from);
  /// True once both messages are through; returns at once.
  [[nodiscard]] bool arrived();
  void finish();
  [[nodiscard]] Leaving leave();  ///< Instead of finish(), when the owner ends.

 private:
  struct Requests;
  std::unique_ptr<Requests> requests_;
};

}  // namespace minikrylov
