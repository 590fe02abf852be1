// Kinds of communication whose overlap with computation is measured.
#pragma once
#include <memory>

#include "comm/communicator.hpp"
#include "comm/progress.hpp"

namespace minikrylov {

enum class PatternKind { point_to_point, neighbourhood, put, allreduce };

/// One communication of its members, the first ranks of all, that is repeated, between buffers of its own. All but
/// allreduce are halo-like: members stand in a ring, and each sends so many bytes to both neighbours (to the other one,
/// if there are two; to itself, if it is alone). Collective means: over the members.
class Pattern : public Pollable {
 public:
  /// Collective. The blocking form, as a whole.
  virtual void run() = 0;
  /// Collective. The non-blocking form; at most one is in flight.
  virtual void start() = 0;
  /// Collective. Returns when what start() began is complete on this rank.
  virtual void finish() = 0;
  /// Whether what came last is what was sent. Changes what is sent next. Not collective.
  [[nodiscard]] virtual bool verify() = 0;
};

/// Collective over all ranks; null on those that are no members. `bytes`: a message, a positive multiple of 8.
/// `members`: 1 to all ranks. Throws a SetupError on members if the MPI library cannot do it.
[[nodiscard]] std::unique_ptr<Pattern> make_pattern(PatternKind kind, std::size_t bytes, int members,
                                                    const Communicator& ranks);

}  // namespace minikrylov
