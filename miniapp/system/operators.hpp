// The matrix of the whole problem: a product on each rank, and the halo exchange before it or hidden behind it.
#pragma once
#include <map>
#include <memory>
#include <tuple>

#include "comm/communicator.hpp"
#include "comm/halo.hpp"
#include "kernels/fusion/operators.hpp"
#include "kernels/schedule/run_schedule.hpp"
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
  /// The halo first, then the product; nothing is known of the rows.
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo);
  /// `groups`: those of the rows from which `matrix` was made.
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo, GhostGroups groups, const HaloOverlap& overlap);

  void apply(const Vector& x, const Vector& y, const Around& around) const override;
  /// The same, where ghosts come as `ghosts` says instead of by a halo exchange, while what `hiding` says is computed.
  void apply_with(const GhostExchange& ghosts, Hiding hiding, const Vector& x, const Vector& y,
                  const Around& around) const;
  void apply_transposed(const Vector& x, const Vector& y) const override;
  /// The ghosts of x from the ranks whose rows they are. Collective.
  void exchange(const Vector& x) const { halo_.exchange(x); }
  [[nodiscard]] Fusible fuses(int width) const override { return fuses(width, hiding()); }
  /// The same for apply_with(). What ranks run decides what they record, so they agree: around only where that pays on
  /// all of them. Collective when it is first asked for a width.
  [[nodiscard]] Fusible fuses(int width, Hiding hiding) const;
  /// The matrix once, x once, y once; two operations per nonzero.
  [[nodiscard]] Cost cost(int width) const override;

  [[nodiscard]] const HaloOverlap& overlap() const { return overlap_; }
  /// Rows of this rank that are computed while the halo is exchanged.
  [[nodiscard]] LocalIndex hidden_rows(int width) const;
  /// Rows that a thread takes at a time where the overlap is dynamic.
  [[nodiscard]] LocalIndex chunk_rows(int width) const;

 private:
  [[nodiscard]] Hiding hiding() const { return overlap_.mode == Overlap::none ? Hiding::nothing : Hiding::interior; }
  [[nodiscard]] const BlockSchedule& schedule(int width, Hiding hiding, Ahead ahead) const;

  const LocalMatrix& matrix_;
  Halo& halo_;
  Communicator ranks_;
  GhostGroups groups_;
  HaloOverlap overlap_;
  bool alone_;                                                                 // this rank has no neighbours
  std::vector<LocalIndex> sent_;                                               // rows of which other ranks need copies
  std::unique_ptr<const Exec> copies_;                                         // packs and unpacks on a GPU (dynamic)
  mutable std::map<std::tuple<int, Hiding, Ahead>, BlockSchedule> schedules_;  // made when they are first needed
  mutable std::map<std::pair<int, Hiding>, Fusible> agreed_;                   // over ranks
};

/// The chunk that `chunk_rows` means for `width` right-hand sides: a whole number of row blocks.
[[nodiscard]] LocalIndex whole_blocks(LocalIndex chunk_rows, int width);

/// Writes one letter for each application of another operator into a log that others share.
class LoggedOperator final : public Operator {
 public:
  LoggedOperator(const Operator& observed, std::string& events) : observed_(observed), events_(events) {}

  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    events_ += 'A';
    observed_.apply(x, y, around);
  }
  void share_residual(const Vector& r) const override { observed_.share_residual(r); }
  void apply_transposed(const Vector& x, const Vector& y) const override {
    events_ += 'T';
    observed_.apply_transposed(x, y);
  }
  [[nodiscard]] Fusible fuses(int width) const override { return observed_.fuses(width); }
  [[nodiscard]] Cost cost(int width) const override { return observed_.cost(width); }

 private:
  const Operator& observed_;
  std::string& events_;
};

}  // namespace minikrylov
