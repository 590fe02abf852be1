// Scratch memory of fused kernels: coefficient tables and room for block sums.
#pragma once
#include <vector>

#include "kernels/core/pinned_sums.hpp"
#include "kernels/core/scalars.hpp"
#include "kernels/fusion/fused_body.hpp"

namespace minikrylov {

/// Scratch memory of the fused kernels over vectors of one shape.
class Workspace {
 public:
  /// `ghosts`: ghost rows on which fused kernels run as well.
  Workspace(LocalIndex rows, LocalIndex ghosts, int width, const Tuning& tuning = {});

  [[nodiscard]] LocalIndex rows() const { return rows_; }
  [[nodiscard]] LocalIndex ghosts() const { return ghosts_; }
  [[nodiscard]] int width() const { return width_; }

  /// Lays out `coefficients` for fused kernels of this width; those of the kernel start at number `first`. Valid until
  /// the next call with other coefficients.
  [[nodiscard]] FusedShape shape(const std::vector<Scalars>& coefficients, int first);

  /// Room for `sums` values per block of rows, then per block of ghosts. Host only.
  [[nodiscard]] double* block_sums(int sums);
  /// Where a device puts sums.
  [[nodiscard]] PinnedSums& pinned() { return pinned_; }
  /// Adds up the sums of the blocks of rows, in block order.
  [[nodiscard]] std::vector<double> add_blocks(int sums) const;

 private:
  [[nodiscard]] LocalIndex periods_together() const;

  LocalIndex rows_, ghosts_;
  int width_, period_;
  Tuning tuning_;
  std::vector<int> row_of_;
  Kokkos::View<double*, Kokkos::HostSpace> host_table_;
  Array<double> table_;
  std::vector<double> block_sums_;
  PinnedSums pinned_;
};

}  // namespace minikrylov
