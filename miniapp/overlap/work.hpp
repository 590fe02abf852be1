// Computation of a chosen length to hide communication behind.
#pragma once
#include <vector>

namespace minikrylov {

/// Vector updates y = y + s x in a core's level-1 cache: computation that neither memory nor other ranks slow down.
class Work {
 public:
  Work();
  /// Updates `elements` elements, repeating the same ones; not optimised away by the compiler.
  void run(long elements);
  /// The number of elements that take `seconds`, from a measurement of a few milliseconds. At least 1.
  [[nodiscard]] long elements_for(double seconds);

 private:
  std::vector<double> x_, y_;
};

}  // namespace minikrylov
