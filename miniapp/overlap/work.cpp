// Computation of a chosen length.
#include "miniapp/overlap/work.hpp"

#include <algorithm>

#include "comm/runtime/communicator.hpp"

namespace minikrylov {
namespace {

constexpr long cached_elements = 1024;  ///< per vector: two vectors take 16 KiB

void update(double* y, const double* x, long elements) {
  for (long i = 0; i < elements; ++i) y[i] += 1e-9 * x[i];
}

}  // namespace

Work::Work() : x_(cached_elements, 1.0), y_(cached_elements, 0.0) {}

void Work::run(long elements) {
  for (; elements > 0; elements -= cached_elements) update(y_.data(), x_.data(), std::min(elements, cached_elements));
}

long Work::elements_for(double seconds) {
  constexpr long batch = 200 * cached_elements;
  double best = 1;
  for (int k = 0; k < 10; ++k) {
    const double began = wall_time();
    run(batch);
    best = std::min(best, wall_time() - began);
  }
  return std::max(1L, static_cast<long>(seconds / best * batch));
}

}  // namespace minikrylov
