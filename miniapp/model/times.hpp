// Execution-time models in closed form: by data transfer (Krasnopolsky 2019), and with noise (Eller and Gropp 2016).
#pragma once
#include "miniapp/model/machine/machine.hpp"
#include "miniapp/model/shape.hpp"
#include "miniapp/settings/names.hpp"

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
  double nonzeros_per_row = 1;                ///< C
  int rhs = 1;                                ///< m
  double alpha = 0;                           ///< cost of the preconditioner: vectors read and written
  int chebyshev_degree = 0;                   ///< instead of alpha: products of a polynomial M; 0: none
  PowersHalo powers_halo = PowersHalo::deep;  ///< of several powers of A
  double matrix_bytes = 0;                    ///< of the stored matrix; 0: CRS by equation (3)
  double message_bytes = 0;                   ///< l: halo message per right-hand side
  int neighbours = 2;                         ///< ranks with which a rank exchanges halos
};

/// Bytes moved per product. For CRS equation (3), 8 m (C + 1) + 4 (3 C + 1) per row, where x is read again for each
/// nonzero; otherwise the stored matrix, and x and y once.
[[nodiscard]] double product_bytes(const Workload& work);

/// Bytes of the stored matrix: 12 per nonzero and 4 per row for CRS.
[[nodiscard]] double stored_matrix_bytes(const Workload& work);

/// Resolves `where` to memory or cache.
[[nodiscard]] DataIn place_of(DataIn where, const MethodShape& shape, const Workload& work, const MachineModel& machine,
                              double nodes);

/// Seconds of the parts of an iteration on p nodes.
struct PartTimes {
  double vector = 0;        ///< T_vec, equation (6): one vector read or written
  double product = 0;       ///< T_SpMV, equation (14): the longer of product and halo exchange
  double precondition = 0;  ///< T_prec: alpha vectors, or the products of a polynomial
  double powers = 0;        ///< all products of an s-step method's block: see powers_seconds()
};

/// Seconds of a sum over ranks.
struct SumTimes {
  double whole = 0;         ///< T_G
  double of_processor = 0;  ///< γ T_G, added to the work that hides it
};

/// Seconds per iteration. `sums`: of each sum of the shape, in the order in which they start. Steps follow one another;
/// between start and finish of a sum, work of T_calc takes T = max(T_calc + γ T_G, T_G), equation (12). For the
/// catalogue's methods these are equations (13) and (15) to (19). Sums in flight over several periods are waited for
/// when these finish them: deep pipelines take T_G / d where that is more than their work.
[[nodiscard]] double replay(const MethodShape& shape, const PartTimes& times, const std::vector<SumTimes>& sums);

/// Powers of A applied to `chains` vectors: of the first, one more than of the last, unless equally many.
struct PowersPass {
  int products = 0, chains = 1;

  [[nodiscard]] int longest() const { return (products + chains - 1) / chains; }
  /// Layers of ghost rows computed beside their owners' with a deep halo: all layers but the last k for power k.
  [[nodiscard]] double redundant_layers() const;
};

/// Bytes that a pass moves from memory if the matrix stays in cache from one power to the next: the matrix once, each
/// start vector read, each power written.
[[nodiscard]] double powers_bytes(const Workload& work, const PowersPass& pass);

/// Seconds per iteration on p nodes in the data-transfer model: T_G(p, 8 m k) of equation (10) for a sum of k numbers
/// per right-hand side, with the machine's γ. Powers of A take the longer of powers_bytes() from memory and all of
/// their products from the cache; redundant rows of a deep halo count as products, and its one exchange, as well as the
/// exchange per product without it, is not hidden.
[[nodiscard]] double iteration_seconds(const MethodShape& shape, const Workload& work, const MachineModel& machine,
                                       DataIn where, double nodes);

/// The same in LogGOPS with noise: a reduction of n bytes over P ranks by recursive doubling takes
/// ⌈log₂ P⌉ (L + 2 o + n (G + O)), of which ⌈log₂ P⌉ (2 o + n O) occupy the processor even if the reduction is hidden.
/// Each rank's iteration is delayed by an exponentially distributed time of mean ν; a reduction waits for the slowest
/// rank, ν (H_P - 1) longer, divided among the reductions of an iteration, where H_P is the P-th harmonic number.
/// The computation that hides a reduction absorbs this delay.
[[nodiscard]] double noisy_iteration_seconds(const MethodShape& shape, const Workload& work,
                                             const MachineModel& machine, DataIn where, double nodes);

/// A sum of `bytes` over P ranks in LogGOPS, without noise; and how much longer it waits for the slowest of P ranks
/// with noise of mean ν: ν (H_P - 1).
[[nodiscard]] SumTimes loggops_sum(const LogGop& network, double ranks, double bytes);
[[nodiscard]] double slowest_of(double ranks, double noise);

}  // namespace minikrylov
