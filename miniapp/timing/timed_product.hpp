// Products, timed one at a time.
#pragma once
#include <optional>

#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// Times y = A x with one right-hand side, whose halo is exchanged without emulated delays. All must outlive this. Its
/// vectors are allocated on first use.
class TimedProduct {
 public:
  TimedProduct(const Operator& A, const System& system, const Communicator& ranks)
      : A_(A), system_(system), ranks_(ranks) {}

  /// Seconds until the last rank is done, halo included. Collective.
  [[nodiscard]] double sample() const {
    if (!vectors_) vectors_.emplace(Vectors{vector("x"), vector("y")});
    const EmulatedNetwork emulated = system_.halo->emulate({});
    ranks_.barrier();
    const double began = wall_time();
    A_.apply(vectors_->x, vectors_->y, {});
    Exec().fence("product");
    const double seconds = wall_time() - began;
    system_.halo->emulate(emulated);
    return ranks_.reduce(seconds, ReduceBy::maximum);
  }

 private:
  struct Vectors {
    Vector x, y;
  };

  [[nodiscard]] Vector vector(const char* name) const { return make_vector(name, system_.rows, system_.ghosts, 1); }

  const Operator& A_;
  const System& system_;
  const Communicator& ranks_;
  mutable std::optional<Vectors> vectors_;
};

}  // namespace minikrylov
