// A whole matrix in host memory, as read from a file and not yet distributed.
#pragma once
#include <vector>

#include "problems/numbers.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

/// Compressed rows of a square matrix; columns ascend strictly within a row.
struct SparseMatrix {
  LocalIndex rows = 0;
  std::vector<Offset> offsets;      ///< rows + 1
  std::vector<LocalIndex> columns;  ///< one per entry
  std::vector<double> values;       ///< one per entry; explicit zeros are kept

  [[nodiscard]] Offset nonzeros() const { return static_cast<Offset>(values.size()); }
};

/// Symmetric if every aᵢⱼ equals aⱼᵢ up to a relative difference of 1e-10 (files have few digits); entries that are not
/// stored count as zero. Not collective; uses the host's threads.
[[nodiscard]] Symmetry symmetry_of(const SparseMatrix& matrix);

}  // namespace minikrylov
