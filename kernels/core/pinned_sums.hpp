// Memory for sums that a device writes and the host reads.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Kept between kernels, since the host would wait for the device to allocate or to free it.
class PinnedSums {
 public:
  /// Room for `count` sums. Valid until the next call.
  [[nodiscard]] double* room(std::size_t count) {
    if (sums_.extent(0) < count) sums_ = Kokkos::View<double*, PinnedMemory>("sums", count);
    return sums_.data();
  }

 private:
  Kokkos::View<double*, PinnedMemory> sums_;
};

}  // namespace minikrylov
