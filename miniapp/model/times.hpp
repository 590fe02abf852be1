// Execution-time models in closed form: by data transfer (Krasnopolsky 2019), and with noise (Eller and Gropp 2016).
#pragma once
#include "miniapp/model/machine.hpp"
#include "miniapp/model/shape.hpp"

namespace minikrylov {

inline constexpr double number_bytes = sizeof(double);  ///< of an element of a vector

/// Where the data of an iteration comes from.
enum class DataIn {
  memory,  ///< all of it from memory
  cache,   ///< all of it from the last-level cache
  by_size  ///< from the cache where matrix and vectors fit into it, otherwise from memory
};

/// The system that is solved.
struct Workload {
  double rows = 1;
  double nonzeros_per_row = 1;  ///< C
  int rhs = 1;                  ///< m
  double alpha = 0;             ///< cost of a preconditioner: vectors that it reads and writes
  double matrix_bytes = 0;      ///< of the matrix as it is stored; 0: as equation (3) counts CRS
  double message_bytes = 0;     ///< l: a halo message of one right-hand side
  int neighbours = 2;           ///< ranks that a rank exchanges halos with
};

/// The bytes that one product moves: equation (3), 8 m (C + 1) + 4 (3 C + 1) a row, where the matrix is stored as CRS
/// and x is read again for each nonzero; otherwise the matrix as stored, and x and y once.
[[nodiscard]] double product_bytes(const Workload& work);

/// Memory or cache, whatever was asked for.
[[nodiscard]] DataIn place_of(DataIn where, const MethodShape& shape, const Workload& work, const MachineModel& machine,
                              double nodes);

/// Seconds of the parts of an iteration on p nodes.
struct PartTimes {
  double vector = 0;        ///< T_vec, equation (6): one vector read or written
  double product = 0;       ///< T_SpMV, equation (14): the longer of product and halo exchange
  double precondition = 0;  ///< T_prec: alpha vectors
};

/// `where` is memory or cache.
[[nodiscard]] PartTimes part_times(const Workload& work, const MachineModel& machine, DataIn where, double nodes);

/// Seconds of an iteration on p nodes: what the shape says, with a sum of k numbers hidden behind A and M as
/// T = max(T_calc + γ T_G(p, 8 m k), T_G) (equation (12)). For the catalogue's methods these are equations (13) and
/// (15) to (19). A sum in flight over d iterations, as in deep pipelines, counts T_G / d.
[[nodiscard]] double iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine,
                                       DataIn where, double nodes);

/// The same in LogGOPS with noise: a sum of n bytes over P ranks by recursive doubling takes
/// ⌈log₂ P⌉ (L + 2 o + n (G + O)), of which the processor is busy with ⌈log₂ P⌉ (2 o + n O), also where it is hidden.
/// Each rank's iteration is delayed by ν in the mean, exponentially; a sum waits for the slowest, ν (H_P - 1) more,
/// shared among an iteration's sums, where H_P is the P-th harmonic number. What is hidden absorbs it.
[[nodiscard]] double noisy_iteration_seconds(const MethodShape& shape, const Workload& work,
                                             const MachineModel& machine, DataIn where, double nodes);

}  // namespace minikrylov
