// Execution-time models in closed form: by data transfer (Krasnopolsky 2019), and with noise (Eller and Gropp 2016).
#pragma once
#include "miniapp/model/machine.hpp"
#include "miniapp/model/shape.hpp"

namespace minikrylov {

inline constexpr double number_bytes = sizeof(double);  ///< per vector element

/// The source of an iteration's data.
enum class DataIn {
  memory,  ///< all of it from memory
  cache,   ///< all of it from the last-level cache
  by_size  ///< from the cache where matrix and vectors fit, otherwise from memory
};

/// The system that is solved.
struct Workload {
  double rows = 1;
  double nonzeros_per_row = 1;  ///< C
  int rhs = 1;                  ///< m
  double alpha = 0;             ///< cost of the preconditioner: vectors read and written
  double matrix_bytes = 0;      ///< of the stored matrix; 0: CRS by equation (3)
  double message_bytes = 0;     ///< l: halo message per right-hand side
  int neighbours = 2;           ///< ranks with which a rank exchanges halos
};

/// Bytes moved per product. For CRS equation (3), 8 m (C + 1) + 4 (3 C + 1) per row, where x is read again for each
/// nonzero; otherwise the stored matrix, and x and y once.
[[nodiscard]] double product_bytes(const Workload& work);

/// Resolves `where` to memory or cache.
[[nodiscard]] DataIn place_of(DataIn where, const MethodShape& shape, const Workload& work, const MachineModel& machine,
                              double nodes);

/// Seconds of the parts of an iteration on p nodes.
struct PartTimes {
  double vector = 0;        ///< T_vec, equation (6): one vector read or written
  double product = 0;       ///< T_SpMV, equation (14): the longer of product and halo exchange
  double precondition = 0;  ///< T_prec: alpha vectors
};

/// `where` must be memory or cache.
[[nodiscard]] PartTimes part_times(const Workload& work, const MachineModel& machine, DataIn where, double nodes);

/// Seconds per iteration on p nodes for the given shape, where a reduction of k numbers hidden behind A and M takes
/// T = max(T_calc + γ T_G(p, 8 m k), T_G) (equation (12)). For the catalogue's methods these are equations (13) and
/// (15) to (19). A reduction in flight over d iterations, as in deep pipelines, counts as T_G / d.
[[nodiscard]] double iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine,
                                       DataIn where, double nodes);

/// The same in LogGOPS with noise: a reduction of n bytes over P ranks by recursive doubling takes
/// ⌈log₂ P⌉ (L + 2 o + n (G + O)), of which ⌈log₂ P⌉ (2 o + n O) occupy the processor even if the reduction is hidden.
/// Each rank's iteration is delayed by an exponentially distributed time of mean ν; a reduction waits for the slowest
/// rank, ν (H_P - 1) longer, divided among the reductions of an iteration, where H_P is the P-th harmonic number.
/// The computation that hides a reduction absorbs this delay.
[[nodiscard]] double noisy_iteration_seconds(const MethodShape& shape, const Workload& work,
                                             const MachineModel& machine, DataIn where, double nodes);

}  // namespace minikrylov
