// Vectors: this rank's rows and room for ghosts, for one or several right-hand sides.
#pragma once
#include <string>

#include "kernels/core/precision.hpp"
#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// `width` vectors of equal length, interleaved: element (row i, right-hand side j) is at i·width + j. Rows 0 … rows-1
/// belong to this rank; ghosts follow, up to capacity(). Vectors of inner iterations may be in single precision: only
/// what says so takes them.
struct Vector {
  Array<double> data;  ///< empty in single precision
  LocalIndex rows = 0;
  int width = 1;
  Array<float> singles{};  ///< empty in double precision

  [[nodiscard]] Precision precision() const {
    return singles.extent(0) > 0 ? Precision::single_precision : Precision::double_precision;
  }
  /// Where its numbers are, of either precision.
  [[nodiscard]] void* numbers() const {
    return singles.extent(0) > 0 ? static_cast<void*>(singles.data()) : data.data();
  }
  [[nodiscard]] LocalIndex capacity() const {
    return static_cast<LocalIndex>(data.extent(0) + singles.extent(0)) / width;
  }
  [[nodiscard]] Offset elements() const { return Offset{rows} * width; }
};

/// use(its numbers), an array of either type.
template <class Use> void with_numbers(const Vector& x, const Use& use) {
  if (x.precision() == Precision::single_precision)
    use(x.singles);
  else
    use(x.data);
}

/// A vector of zeros, first touched by the threads that will use its rows. `place` numbers the vectors used by the same
/// kernels, so that they start at different offsets within a page. `precision`: double or single.
Vector make_vector(const std::string& name, LocalIndex rows, LocalIndex ghosts, int width, int place = 0,
                   Precision precision = Precision::double_precision);

/// y ← x on this rank's rows, rounded or widened where precisions differ. Shapes must agree. On a host, polls
/// `progress` unless it is null.
void copy(const Vector& x, const Vector& y, ProgressHook* progress = nullptr);

/// x ← 0, including ghosts.
void clear_all(const Vector& x);

/// The same before terms are added to x: by the calling thread of a host, so that x is 0 on return, or by kernels of a
/// device, which follow in order.
void clear_for_sums(const Vector& x);

/// x ← value on this rank's rows.
void fill(const Vector& x, double value);

}  // namespace minikrylov
