// Computation of a chosen length, to communicate behind.
#pragma once
#include <vector>

namespace minikrylov {

/// Vector updates y = y + s x in a core's first-level cache: computation that neither memory nor other ranks slow down.
class Work {
 public:
  Work();
  /// Updates so many elements, again and again the same; the compiler cannot leave it out.
  void run(long elements);
  /// Elements that take so long, by a measurement of a few milliseconds. At least 1.
  [[nodiscard]] long elements_for(double seconds);

 private:
  std::vector<double> x_, y_;
};

}  // namespace minikrylov
