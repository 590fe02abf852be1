// Communication patterns whose overlap with computation is measured.
#pragma once
#include <memory>

#include "comm/reduction/progress.hpp"
#include "comm/runtime/communicator.hpp"

namespace minikrylov {

enum class PatternKind { point_to_point, neighbourhood, put, allreduce };

/// A repeatable communication among the members, which are the first ranks, with its own buffers. All but allreduce
/// are halo-like: members form a ring, and each sends a message to both neighbours (with two members to the other one,
/// with one to itself). Collective here means over the members.
class Pattern : public Pollable {
 public:
  /// Collective. The blocking form.
  virtual void run() = 0;
  /// Collective. The non-blocking form; at most one is in flight.
  virtual void start() = 0;
  /// Collective. Completes what start() began, on this rank.
  virtual void finish() = 0;
  /// Whether the values received last are right. Changes the values to send next. Not collective.
  [[nodiscard]] virtual bool verify() = 0;
};

/// Collective over all ranks; null on non-members. `bytes`: per message, a positive multiple of 8. `members`: from 1 to
/// all ranks. Throws a SetupError on all ranks if the MPI library does not support the pattern.
[[nodiscard]] std::unique_ptr<Pattern> make_pattern(PatternKind kind, std::size_t bytes, int members,
                                                    const Communicator& ranks);

}  // namespace minikrylov
