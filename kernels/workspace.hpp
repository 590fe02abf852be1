// What every sweep needs besides its vectors: coefficient tables and room for the sums of blocks.
#pragma once
#include <vector>

#include "kernels/scalars.hpp"
#include "kernels/sweep.hpp"

namespace minikrylov {

/// Scratch memory for the sweeps over vectors of one shape.
class Workspace {
 public:
  Workspace(LocalIndex rows, int width);

  [[nodiscard]] LocalIndex rows() const { return rows_; }
  [[nodiscard]] int width() const { return width_; }

  /// Lays out `coefficients` as the sweeps of this width read them. Valid until the next call.
  [[nodiscard]] SweepShape shape(const std::vector<Scalars>& coefficients);

  /// Room for `sums` values of each block of rows. Host only.
  [[nodiscard]] double* block_sums(int sums);
  /// Room for the sums of one right-hand side in memory that a device writes and the host reads.
  [[nodiscard]] double* pinned() const { return pinned_.data(); }
  /// Adds up what the blocks left there, in block order.
  [[nodiscard]] std::vector<double> add_blocks(int sums) const;

 private:
  LocalIndex rows_;
  int width_, period_;
  std::vector<int> row_of_;
  Kokkos::View<double*, Kokkos::HostSpace> host_table_;
  Array<double> table_;
  std::vector<double> block_sums_;
  Kokkos::View<double*, PinnedMemory> pinned_;
};

}  // namespace minikrylov
