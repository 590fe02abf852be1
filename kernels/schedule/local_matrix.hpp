// The interface of sparse matrix formats: a matrix on one device.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/core/tuning.hpp"
#include "kernels/core/vector.hpp"
#include "kernels/schedule/powers_element.hpp"

namespace minikrylov {

/// Rows begin … end-1.
struct RowRange {
  LocalIndex begin = 0, end = 0;
};

/// Where a host thread stores the rows it computes, and what it prefetches; all pointers are to the first of these
/// rows.
struct ResultRows {
  double* rows;                       ///< with streamed rows that are finished in registers it may be null
  double* streamed = nullptr;         ///< if not null, they are also streamed to this address
  const double* companion = nullptr;  ///< if not null, rows of another vector to prefetch meanwhile
  Prefetching ahead = {};             ///< of the matrix and of x

  [[nodiscard]] ResultRows from(Offset element) const {
    return {.rows = rows + element,
            .streamed = streamed == nullptr ? nullptr : streamed + element,
            .companion = companion == nullptr ? nullptr : companion + element,
            .ahead = ahead};
  }
};

/// The maximum of LocalMatrix::blocks_together() over all formats.
inline constexpr LocalIndex max_blocks_together = 3;

/// Where the loop over rows of a product without overlap is.
enum class RowLoop {
  of_schedule,  ///< in the schedule: host threads call multiply_rows()
  of_format     ///< in multiply(): on a device, and in libraries
};

/// Where the recurrence of matrix powers is applied to a product, and from where rows are streamed.
enum class Finishing {
  of_stored_rows,  ///< where multiply_rows() has left them
  in_registers     ///< in multiply_and_finish(), before they are stored
};

/// The rows of one rank. Column indices below rows() are this rank's rows, the others ghosts. A format provides only
/// these products; the schedule decides the order of rows, the threads that compute them and what is fused to them.
class LocalMatrix {
 public:
  virtual ~LocalMatrix() = default;

  [[nodiscard]] virtual LocalIndex rows() const = 0;
  [[nodiscard]] virtual LocalIndex columns() const = 0;      ///< rows and ghosts
  [[nodiscard]] virtual Offset nonzeros() const = 0;         ///< entries without padding
  [[nodiscard]] virtual Offset stored_entries() const = 0;   ///< entries with padding
  [[nodiscard]] virtual Offset allocated_bytes() const = 0;  ///< of values, indices and offsets
  [[nodiscard]] virtual std::uint64_t digest() const = 0;    ///< of the same, padding included; see Digest
  [[nodiscard]] virtual RowLoop row_loop() const = 0;
  /// The number of row blocks, up to max_blocks_together, that must be computed together to make whole groups of
  /// points.
  [[nodiscard]] virtual LocalIndex blocks_together() const { return 1; }

  /// Computes `rows` of A x on the calling thread; the ghosts of `x` must be up to date. `rows` must be whole tiles of
  /// blocks_together() row blocks. Host only: aborts on a device.
  virtual void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const = 0;

  /// Whether multiply_and_finish() is for this many right-hand sides.
  [[nodiscard]] virtual Finishing finishing(int /*width*/) const { return Finishing::of_stored_rows; }
  /// Computes `rows` of y_k from y_{k-1} for one or two chains by the same term, both while a number of the matrix is
  /// in a register. `chains`: their operands from the first of these rows on; the rest as in multiply_rows(), and the
  /// same bits as with that and PowersElement::of().
  virtual void multiply_and_finish(std::span<const PowersElement> /*chains*/, RowRange /*rows*/,
                                   const Prefetching& /*ahead*/) const {
    Kokkos::abort("recurrences in registers by a format that stores products first finish stored rows");
  }

  /// y[rows] ← A x by the format's own kernels, otherwise the same. Aborts if row_loop() is of_schedule.
  virtual void multiply(const Vector& x, const Vector& y, RowRange rows) const = 0;

  /// y[rows and ghosts] ← Aᵀ x; contributions to ghosts are for their owners. `y` has room for columns(). On a host one
  /// thread adds in a fixed order; on a device the order may change from call to call.
  virtual void multiply_transposed(const Vector& x, const Vector& y) const = 0;
};

}  // namespace minikrylov
