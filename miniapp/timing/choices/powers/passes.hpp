// Passes over powers of a matrix, to be timed.
#pragma once
#include <array>
#include <vector>

#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// As many powers as a system was laid out for, as methods want them: s-step methods all powers of two vectors, of the
/// second one fewer; polynomials the last one of one.
class PowersPasses {
 public:
  PowersPasses(const System& system, int width);
  PowersPasses(const PowersPasses&) = delete;
  PowersPasses& operator=(const PowersPasses&) = delete;
  PowersPasses(PowersPasses&&) = delete;
  PowersPasses& operator=(PowersPasses&&) = delete;
  ~PowersPasses() = default;

  /// Points to vectors of this.
  [[nodiscard]] Powers pass(Wanted wanted) const;
  /// Products of that pass.
  [[nodiscard]] int products(Wanted wanted) const;

 private:
  std::vector<Vector> y_, z_;
  std::array<PowersChain, 2> chains_;
  std::vector<PowersTerm> terms_;
};

/// The time of `powers` of A on the slowest rank. Collective.
[[nodiscard]] double seconds_of(const Powers& powers, const DistributedMatrix& A, const Communicator& ranks);

}  // namespace minikrylov
