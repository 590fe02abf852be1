// Powers of a matrix: the vectors of a polynomial basis, each from the one before it.
#pragma once
#include <span>
#include <vector>

#include "kernels/core/profile.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {

class MomentSums;

/// y_k = a D⁻¹ A y_{k-1} + b y_{k-1} + c y_{k-2} + d y_0.
struct PowersTerm {
  double a = 1, b = 0, c = 0, d = 0;
};

/// y_0 … y_s of one start vector; all have room for the ghosts.
using PowersChain = std::span<const Vector>;

/// Which powers are wanted.
enum class Wanted {
  all,
  last  ///< of each chain; what the vectors of lower ones hold afterwards is not defined
};

/// What is computed in one pass over the matrix: columns 1 … of each chain from column 0, all by the same recurrence.
struct Powers {
  std::span<const PowersTerm> terms;  ///< term k-1 makes y_k
  std::span<const PowersChain> chains;
  Array<double> inverse_diagonal{};  ///< of D, one per row and ghost; empty: D = 1
  Wanted wanted = Wanted::all;
  MomentSums* moments = nullptr;  ///< if not null, summed as well, where all powers of two chains are wanted

  /// s of the longest chain.
  [[nodiscard]] int powers() const;
};

/// The cost of y_k beyond its product, whose result is in cache: further vectors and D⁻¹ are read, one is written.
[[nodiscard]] Cost cost_of_term(const Powers& powers, PowersChain chain, int k);

/// y_k from A y_{k-1} on rows begin … end-1: `product` holds the row `begin` first, and may be y_k itself there. The
/// same bits, whatever the rows. Host only.
void finish_rows(const Powers& powers, PowersChain chain, int k, const double* product, LocalIndex begin,
                 LocalIndex end);

/// The same on all rows, y_k being A y_{k-1} on entry; on any device.
void finish_all_rows(const Powers& powers, PowersChain chain, int k);

}  // namespace minikrylov
