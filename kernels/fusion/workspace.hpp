// What every fused kernel needs besides its vectors: coefficient tables and room for the sums of blocks.
#pragma once
#include <vector>

#include "kernels/core/scalars.hpp"
#include "kernels/fusion/fused_body.hpp"

namespace minikrylov {

/// Scratch memory for the fused kernels over vectors of one shape.
class Workspace {
 public:
  /// `ghosts`: rows behind the others on which fused kernels run, too.
  Workspace(LocalIndex rows, LocalIndex ghosts, int width);

  [[nodiscard]] LocalIndex rows() const { return rows_; }
  [[nodiscard]] LocalIndex ghosts() const { return ghosts_; }
  [[nodiscard]] int width() const { return width_; }

  /// Lays out `coefficients` as the fused kernels of this width read them, those of the fused kernel from number
  /// `first` on. Valid until the next call with others.
  [[nodiscard]] FusedShape shape(const std::vector<Scalars>& coefficients, int first);

  /// Room for `sums` values of each block of rows, then of each block of ghosts. Host only.
  [[nodiscard]] double* block_sums(int sums);
  /// Room for the sums of one right-hand side in memory that a device writes and the host reads.
  [[nodiscard]] double* pinned() const { return pinned_.data(); }
  /// Adds up what the blocks of rows left there, in block order.
  [[nodiscard]] std::vector<double> add_blocks(int sums) const;

 private:
  LocalIndex rows_, ghosts_;
  int width_, period_;
  std::vector<int> row_of_;
  Kokkos::View<double*, Kokkos::HostSpace> host_table_;
  Array<double> table_;
  std::vector<double> block_sums_;
  Kokkos::View<double*, PinnedMemory> pinned_;
};

}  // namespace minikrylov
