// Products and applications of M, timed one at a time.
#pragma once
#include <map>

#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// Times operators on vectors of its own, whose halos are exchanged without emulated delays. All must outlive this.
class TimedOperators {
 public:
  TimedOperators(const System& system, const Communicator& ranks) : system_(system), ranks_(ranks) {}

  /// Seconds of y = A x with one right-hand side until the last rank is done, halo included. Collective.
  [[nodiscard]] double product(const Operator& A) const {
    return seconds_of(1, [&](const Vectors& v) { A.apply(v.x, v.y, {}); });
  }
  /// The same of y = M⁻¹ x with `width` right-hand sides.
  [[nodiscard]] double application(const Preconditioner& M, int width) const {
    return seconds_of(width, [&](const Vectors& v) { M.apply(v.x, v.y, nullptr); });
  }

 private:
  struct Vectors {
    Vector x, y;
  };

  template <class Run> [[nodiscard]] double seconds_of(int width, const Run& run) const {
    const Vectors& vectors = vectors_of(width);
    const EmulatedNetwork emulated = system_.halo->emulate({});
    ranks_.barrier();
    const double began = wall_time();
    run(vectors);
    Exec().fence("operator");
    const double seconds = wall_time() - began;
    system_.halo->emulate(emulated);
    return ranks_.reduce(seconds, ReduceBy::maximum);
  }

  [[nodiscard]] const Vectors& vectors_of(int width) const {
    const auto found = vectors_.find(width);
    if (found != vectors_.end()) return found->second;
    const auto vector = [&](const char* name) { return make_vector(name, system_.rows, system_.ghosts, width); };
    return vectors_.emplace(width, Vectors{vector("x"), vector("y")}).first->second;
  }

  const System& system_;
  const Communicator& ranks_;
  mutable std::map<int, Vectors> vectors_;  ///< by width, allocated on first use
};

}  // namespace minikrylov
