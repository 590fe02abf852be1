// The rows of a linear system that one rank owns: the result of assembly.
#pragma once
#include <vector>

#include "problems/arrays.hpp"

namespace minikrylov {

/// The null space of a matrix as far as its rows reveal it: none, or the constant vectors.
enum class Nullspace { none, constant };

/// Compressed rows. Row i holds the entries offsets(i) … offsets(i+1)-1, columns ascending by global number. A column
/// below `rows` is a row of this rank; column rows + k is the ghost with the global number ghosts[k].
struct Rows {
  LocalIndex rows = 0;
  DeviceArray<Offset> offsets;            ///< rows + 1
  DeviceArray<LocalIndex> columns;        ///< one per entry
  DeviceArray<double> values;             ///< one per entry
  DeviceArray<double> rhs;                ///< one or more columns, those of a row together; empty: A times the solution
  DeviceArray<double> solution;           ///< likewise; empty where the exact solution is not known
  std::vector<GlobalIndex> ghosts;        ///< global numbers of the columns that other ranks own
  Nullspace nullspace = Nullspace::none;  ///< of the whole matrix

  [[nodiscard]] Offset nonzeros() const { return static_cast<Offset>(values.extent(0)); }
};

}  // namespace minikrylov
