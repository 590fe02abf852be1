// Vectors: this rank's rows and room for ghosts, for one or several right-hand sides.
#pragma once
#include <string>

#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// `width` vectors of equal length, interleaved: element (row i, right-hand side j) is at i·width + j. Rows 0 … rows-1
/// belong to this rank; ghosts follow, up to capacity().
struct Vector {
  Array<double> data;
  LocalIndex rows = 0;
  int width = 1;

  [[nodiscard]] LocalIndex capacity() const { return static_cast<LocalIndex>(data.extent(0)) / width; }
  [[nodiscard]] Offset elements() const { return Offset{rows} * width; }
};

/// A vector of zeros, first touched by the threads that will use its rows. `place` numbers the vectors used by the same
/// kernels, so that they start at different offsets within a page.
Vector make_vector(const std::string& name, LocalIndex rows, LocalIndex ghosts, int width, int place = 0);

/// y ← x on this rank's rows. Shapes must agree. On a host, polls `progress` unless it is null.
void copy(const Vector& x, const Vector& y, ProgressHook* progress = nullptr);

/// x ← 0, including ghosts.
void clear_all(const Vector& x);

/// x ← value on this rank's rows.
void fill(const Vector& x, double value);

}  // namespace minikrylov
