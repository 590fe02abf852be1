// The matrix of the whole problem: a product on each rank, and the halo exchange before it or hidden behind it.
#pragma once
#include <map>
#include <memory>

#include "comm/halo.hpp"
#include "kernels/fusion/operators.hpp"
#include "kernels/schedule/interior.hpp"
#include "kernels/schedule/look_ahead.hpp"
#include "kernels/schedule/local_matrix.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// How a product hides the halo exchange.
struct HaloOverlap {
  Overlap mode = Overlap::none;
  LocalIndex chunk_rows = 1;  ///< dynamic: rows that a thread takes at a time, rounded up to whole row blocks
};

/// A, distributed by rows. The matrix and the halo must outlive this.
///
/// The halo is hidden as in K. Nakajima et al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477: static
/// is their figure 7, dynamic figures 8 and 9, and with rows ordered by colours figure 20. Interior are row blocks in
/// which no row has a ghost, wherever the ordering has put them. Rows and block sums are the same in all modes, bit for
/// bit. A rank without interior blocks or without neighbours computes as with Overlap::none.
///
/// On a GPU, interior rows are computed while messages travel (static), or while the halo is packed, sent and unpacked
/// on another instance of the execution space (dynamic); there are no chunks.
class DistributedMatrix final : public Operator {
 public:
  /// The halo first, then the product.
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo) : DistributedMatrix(matrix, halo, {}, {}) {}
  /// `groups`: those of the rows from which `matrix` was made.
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo, GhostGroups groups, const HaloOverlap& overlap);

  void apply(const Vector& x, const Vector& y, const BlockTask* after) const override;
  void apply_transposed(const Vector& x, const Vector& y) const override;
  [[nodiscard]] bool fuses() const override { return matrix_.fuses(); }
  [[nodiscard]] bool looks_ahead(int width) const override;
  void apply_ahead(const Vector& x, const Vector& y, const BlockTask& before, const BlockTask* after) const override;
  /// The matrix once, x once, y once; two operations a nonzero.
  [[nodiscard]] Cost cost(int width) const override;

  /// Rows of this rank that are computed while the halo is exchanged.
  [[nodiscard]] LocalIndex hidden_rows(int width) const;

 private:
  /// The row blocks of one width, ready for one loop (host) or a few kernels (device).
  struct Plan {
    SplitBlocks split;
    std::vector<BlockRange> interior, boundary;
    std::vector<LocalIndex> order;  // of all blocks, where it matters
    LookAhead look_ahead;
  };
  [[nodiscard]] const Plan& plan(int width) const;
  [[nodiscard]] bool hides(const Plan& plan) const { return !alone_ && !plan.split.interior.empty(); }
  void exchange_and_multiply(const Vector& x, const Vector& y, const BlockTask* after) const;
  void multiply_dynamic(const Plan& plan, const Vector& x, const Vector& y, const BlockTask* after) const;
  void multiply_ranges(const std::vector<BlockRange>& ranges, const Vector& x, const Vector& y) const;
  void hide_on_host(const Plan& plan, const Vector& x, const Vector& y, const BlockTask* after) const;
  void hide_on_device(const Plan& plan, const Vector& x, const Vector& y) const;

  const LocalMatrix& matrix_;
  Halo& halo_;
  GhostGroups groups_;
  HaloOverlap overlap_;
  bool alone_;                         // this rank has no neighbours
  std::unique_ptr<Exec> copies_;       // packs and unpacks on a GPU (dynamic)
  mutable std::map<int, Plan> plans_;  // by width, made when it is first needed
};

/// The chunk that `chunk_rows` means for `width` right-hand sides: a whole number of row blocks.
[[nodiscard]] LocalIndex whole_blocks(LocalIndex chunk_rows, int width);

/// Writes one letter for each application of another operator into a log that others share.
class LoggedOperator final : public Operator {
 public:
  LoggedOperator(const Operator& observed, std::string& events) : observed_(observed), events_(events) {}

  void apply(const Vector& x, const Vector& y, const BlockTask* after) const override {
    events_ += 'A';
    observed_.apply(x, y, after);
  }
  [[nodiscard]] bool looks_ahead(int width) const override { return observed_.looks_ahead(width); }
  void apply_ahead(const Vector& x, const Vector& y, const BlockTask& before, const BlockTask* after) const override {
    events_ += 'A';
    observed_.apply_ahead(x, y, before, after);
  }
  void share_residual(const Vector& r) const override { observed_.share_residual(r); }
  void apply_transposed(const Vector& x, const Vector& y) const override {
    events_ += 'T';
    observed_.apply_transposed(x, y);
  }
  [[nodiscard]] bool fuses() const override { return observed_.fuses(); }
  [[nodiscard]] Cost cost(int width) const override { return observed_.cost(width); }

 private:
  const Operator& observed_;
  std::string& events_;
};

}  // namespace minikrylov
