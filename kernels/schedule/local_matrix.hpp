// A sparse matrix on one device, in whichever format: what a product needs to know of it.
#pragma once
#include "kernels/core/vector.hpp"

namespace minikrylov {

/// What a product does besides storing a block in y; only if streams().
struct Beside {
  double* rows = nullptr;         ///< unless null, the rows of the block are put there, and streamed into y
  const double* asked = nullptr;  ///< a vector whose rows are asked for meanwhile; null: none
};

/// The rows of one rank. Column indices below rows() are this rank's rows, those from rows() on are ghosts.
class LocalMatrix {
 public:
  virtual ~LocalMatrix() = default;

  [[nodiscard]] virtual LocalIndex rows() const = 0;
  [[nodiscard]] virtual LocalIndex columns() const = 0;      ///< rows and ghosts
  [[nodiscard]] virtual Offset nonzeros() const = 0;         ///< entries of the matrix
  [[nodiscard]] virtual Offset stored_entries() const = 0;   ///< with padding
  [[nodiscard]] virtual Offset allocated_bytes() const = 0;  ///< of values, indices and offsets

  /// y[rows of the blocks first … last-1] ← A x, with RowBlocks::of(rows(), x.width); `x` holds its ghosts.
  /// `after` (host only, may be null) is called for each block once its rows are written, if fuses().
  virtual void multiply(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block,
                        const BlockTask* after) const = 0;

  /// The same for one block, on the calling thread alone: for loops over blocks that the caller runs. Host only.
  virtual void multiply_block(const Vector& x, const Vector& y, LocalIndex block, const Beside& beside) const = 0;

  /// y[rows and ghosts] ← Aᵀ x: what falls on a ghost is for the rank that owns it. `y` has room for columns().
  /// On a host always added in the same order, by one thread; on a device the order may change from call to call.
  virtual void multiply_transposed(const Vector& x, const Vector& y) const = 0;

  /// True if multiply() calls `after`; otherwise the caller runs a sweep of its own.
  [[nodiscard]] virtual bool fuses() const = 0;
  /// True if multiply_block() can stream.
  [[nodiscard]] virtual bool streams() const { return false; }
};

}  // namespace minikrylov
