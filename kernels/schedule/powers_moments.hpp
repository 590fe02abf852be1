// Inner products of matrix powers, summed while these are in cache, from which the Gram matrix of a basis follows.
#pragma once
#include <span>
#include <vector>

#include "kernels/core/progress_hook.hpp"
#include "kernels/schedule/powers.hpp"

namespace minikrylov {

/// Whether powers are Chebyshev's polynomials T_k of a multiple and shift of the operator. If this is self-adjoint,
/// (T_i y, T_j z) depends on i + j and |i - j| only: 2 T_i T_j = T_{i+j} + T_{|i-j|}.
[[nodiscard]] bool are_chebyshev(std::span<const PowersTerm> terms);

/// The modified moments of two chains p and r, r one column shorter: the inner products q_n = (y_⌈n/2⌉, z_⌊n/2⌋) of
/// columns of the same or the next power, for (y, z) = (p, p), (p, r) and (r, r), one kind after the other.
struct MomentLayout {
  int of_p = 0;  ///< columns

  [[nodiscard]] int pp() const { return 0; }             ///< where (p, p) begin
  [[nodiscard]] int pr() const { return 2 * of_p - 1; }  ///< where (p, r) begin
  [[nodiscard]] int rr() const { return 4 * of_p - 3; }  ///< where (r, r) begin
  [[nodiscard]] int count() const { return 6 * of_p - 6; }
};

/// Sums moments by groups of rows that depend neither on tiles nor on threads, and so neither do their bits. Host only.
class MomentSums {
 public:
  /// Prepares to sum those of two chains like these, with weights w from 1/w; empty: 1.
  void begin(std::span<const PowersChain> chains, Array<double> inverse_weights);

  /// Rows of y_power, and with y_1 those of y_0, where a thread finds them and all powers below. To be called once for
  /// each row of each power; `begin` is where a group begins.
  void add(std::span<const PowersChain> chains, int power, LocalIndex begin, LocalIndex end);
  /// All rows of all powers.
  void add_all(const Powers& powers, ProgressHook* progress);

  /// As MomentLayout says, the numbers of all right-hand sides one after the other.
  [[nodiscard]] std::vector<double> total() const;

  /// Reads nothing from memory while powers are computed, `again` after that.
  enum class Reads { nothing, again };
  [[nodiscard]] static Cost cost(const Powers& powers, Reads reads);

 private:
  MomentLayout layout_;
  LocalIndex groups_ = 0;
  int width_ = 1;
  Array<double> inverse_weights_;
  std::vector<double> sums_;  ///< [group][moment][right-hand side]
};

}  // namespace minikrylov
