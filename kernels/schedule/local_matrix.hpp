// A sparse matrix on one device, in whichever format: what a schedule needs to know of it.
#pragma once
#include "kernels/core/vector.hpp"

namespace minikrylov {

/// Rows begin … end-1.
struct RowRange {
  LocalIndex begin = 0, end = 0;
};

/// Where a thread of a host puts the rows that it computes, from the first of them on.
struct ResultRows {
  double* rows;
  double* streamed = nullptr;         ///< where they are streamed to as well; null: nowhere
  const double* companion = nullptr;  ///< rows of another vector that are asked for meanwhile; null: none

  [[nodiscard]] ResultRows from(Offset element) const {
    return {.rows = rows + element,
            .streamed = streamed == nullptr ? nullptr : streamed + element,
            .companion = companion == nullptr ? nullptr : companion + element};
  }
};

/// Row blocks that a format may want together, at most; see LocalMatrix::blocks_together().
inline constexpr LocalIndex max_blocks_together = 3;

/// Who goes through the rows of a product in which nothing is hidden.
enum class RowLoop {
  of_schedule,  ///< threads of a host, each by multiply_rows()
  of_format     ///< multiply() itself: on a device, and in libraries
};

/// The rows of one rank. Column indices below rows() are this rank's rows, those from rows() on are ghosts. A format is
/// no more than these products: in which order rows are computed, by whom and with what around them is the schedule's.
class LocalMatrix {
 public:
  virtual ~LocalMatrix() = default;

  [[nodiscard]] virtual LocalIndex rows() const = 0;
  [[nodiscard]] virtual LocalIndex columns() const = 0;      ///< rows and ghosts
  [[nodiscard]] virtual Offset nonzeros() const = 0;         ///< entries of the matrix
  [[nodiscard]] virtual Offset stored_entries() const = 0;   ///< with padding
  [[nodiscard]] virtual Offset allocated_bytes() const = 0;  ///< of values, indices and offsets
  [[nodiscard]] virtual RowLoop row_loop() const = 0;
  /// Row blocks, up to max_blocks_together, that have to be computed together: their rows are whole groups of points.
  [[nodiscard]] virtual LocalIndex blocks_together() const { return 1; }

  /// `rows` of A x on the calling thread alone; `x` holds its ghosts. The rows begin and end with such blocks. Host
  /// only: aborts on a device.
  virtual void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const = 0;

  /// y[rows] ← A x by kernels of its own, likewise. Aborts where row_loop() is of_schedule.
  virtual void multiply(const Vector& x, const Vector& y, RowRange rows) const = 0;

  /// y[rows and ghosts] ← Aᵀ x: what falls on a ghost is for the rank that owns it. `y` has room for columns().
  /// On a host always added in the same order, by one thread; on a device the order may change from call to call.
  virtual void multiply_transposed(const Vector& x, const Vector& y) const = 0;
};

}  // namespace minikrylov
