// The matrix of the whole problem: a rank-local product, preceded by or overlapped with the halo exchange.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "comm/halo/halo.hpp"
#include "comm/runtime/communicator.hpp"
#include "kernels/fusion/operators.hpp"
#include "kernels/schedule/powers_plan.hpp"
#include "kernels/schedule/powers_rings.hpp"
#include "kernels/schedule/run_schedule.hpp"
#include "miniapp/settings/names.hpp"
#include "miniapp/system/product/deep_halo.hpp"

namespace minikrylov {

/// How a product hides the halo exchange.
struct HaloOverlap {
  Overlap mode = Overlap::none;
  LocalIndex chunk_rows = 1;  ///< dynamic, guided: rows per chunk, see chunk_of()
};

/// What tiles were measured to gain.
struct TileGain {
  double factor = 1;   ///< how many times as fast they are as one product after the other
  double seconds = 0;  ///< of the pass with which that was measured, on the slowest rank, halo included
  int products = 0;    ///< of this pass
  /// Of all ranks, in bytes per second, between these passes; unset where they move less than a triad.
  std::optional<double> triad{};
};

/// Tiles of matrix powers.
struct PowersTiles {
  LocalIndex rows = 0;  ///< see PowersPlan
  TileShape shape = TileShape::skewed;
  std::optional<TileGain> gain{};  ///< if measured
};

/// How matrix powers are computed.
struct PowersSetting {
  const GroupGraph* graph = nullptr;  ///< of the rows; null: one product after the other
  const DeepHalo* deep = nullptr;     ///< ghosts for all powers in one exchange; null: an exchange per power
  PowersTiles of_all{};               ///< where all powers are wanted
  PowersTiles of_last{};              ///< where only the last one is

  [[nodiscard]] const PowersTiles& tiles(Wanted wanted) const { return wanted == Wanted::all ? of_all : of_last; }
};

/// A, distributed by rows. The matrix and the halo must outlive this.
///
/// The halo is hidden as in K. Nakajima et al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477: static
/// is their figure 7, dynamic figures 8 and 9, and figure 20 for rows ordered by colour. Interior row blocks are those
/// without ghost columns, wherever the ordering has put them. Rows and block sums are bitwise the same in all modes. A
/// rank without interior blocks or neighbours computes as with Overlap::none.
///
/// On a GPU, interior rows are computed while messages travel (static), or while the halo is packed, sent and unpacked
/// in another execution space instance (dynamic); there are no chunks.
class DistributedMatrix final : public Operator {
 public:
  /// Exchanges the halo first, then computes the product; assumes nothing about the rows.
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo, const Tuning& tuning = {});
  /// `groups`: of the rows from which `matrix` was made.
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo, GhostGroups groups, const HaloOverlap& overlap,
                    const Tuning& tuning = {});

  void apply(const Vector& x, const Vector& y, const Around& around) const override;
  /// The same with ghosts that arrive through `ghosts` instead of a halo exchange, overlapped as `hiding` says.
  void apply_with(const GhostExchange& ghosts, Hiding hiding, const Vector& x, const Vector& y,
                  const Around& around) const;
  void apply_transposed(const Vector& x, const Vector& y) const override;
  /// By skewed tiles, if set; those without ghosts hide the halo exchange as interior rows do.
  void apply_powers(const Powers& powers, ProgressHook* progress) const override;
  [[nodiscard]] Cost powers_cost(const Powers& powers) const override;
  [[nodiscard]] int distinct_powers(int powers) const override;
  /// Sets how further powers are computed. What `setting` points to must outlive this. The same on all ranks.
  void set_powers(const PowersSetting& setting);
  [[nodiscard]] const PowersSetting& powers_setting() const { return powers_; }
  /// How `powers` powers are computed on this rank with `width` right-hand sides.
  [[nodiscard]] const PowersPlan& powers_plan(int powers, int width, Wanted wanted = Wanted::all) const {
    return planned(powers, width, wanted).plan;
  }
  /// Updates the ghosts of x. Collective.
  void exchange(const Vector& x) const { halo_.exchange(x); }
  [[nodiscard]] Fusible fuses(int width) const override { return fuses(width, hiding()); }
  /// The same for apply_with(). Collective on the first call per width: ranks agree, since what they fuse determines
  /// what they record, and fuse only where it pays on all of them.
  [[nodiscard]] Fusible fuses(int width, Hiding hiding) const;
  /// Reads the matrix and x once, writes y once; two operations per nonzero.
  [[nodiscard]] Cost cost(int width) const override;

  [[nodiscard]] const HaloOverlap& overlap() const { return overlap_; }
  /// Rows of this rank that are computed while the halo is exchanged.
  [[nodiscard]] LocalIndex hidden_rows(int width) const;
  /// The same per power where `powers` powers are computed at once; their tiles are shared out in advance.
  [[nodiscard]] Offset hidden_rows_per_power(int powers, int width) const;
  /// Whether powers are computed by plans, and not one product after the other.
  [[nodiscard]] bool plans_powers() const;
  /// Rows per chunk where the overlap is dynamic.
  [[nodiscard]] LocalIndex chunk_rows(int width) const;

 private:
  [[nodiscard]] Hiding hiding() const { return overlap_.mode == Overlap::none ? Hiding::nothing : Hiding::interior; }
  [[nodiscard]] const BlockSchedule& schedule(int width, Hiding hiding, Ahead ahead) const;
  struct Planned {
    PowersPlan plan;
    RingVectors rings{};
  };
  [[nodiscard]] Planned& planned(int powers, int width, Wanted wanted) const;
  /// Whether one exchange brings the ghosts for so many powers.
  [[nodiscard]] bool is_deep_for(int powers) const;

  const LocalMatrix& matrix_;
  Halo& halo_;
  Communicator ranks_;
  GhostGroups groups_;
  HaloOverlap overlap_;
  Tuning tuning_;
  bool alone_;                                                                 // this rank has no neighbours
  std::vector<LocalIndex> sent_;                                               // rows that other ranks need
  std::unique_ptr<const Exec> copies_;                                         // packs and unpacks on a GPU (dynamic)
  mutable std::map<std::tuple<int, Hiding, Ahead>, BlockSchedule> schedules_;  // planned on first use
  mutable std::map<std::pair<int, Hiding>, Fusible> agreed_;                   // agreed by all ranks
  PowersSetting powers_;
  mutable std::optional<bool> powers_alternate_;                          // whether may_alternate(); found on first use
  mutable std::map<std::tuple<int, int, Wanted>, Planned> powers_plans_;  // by powers and width
};

/// Logs one letter per application of another operator; the log may be shared.
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
  void apply_powers(const Powers& powers, ProgressHook* progress) const override {
    for (const PowersChain& chain : powers.chains) events_.append(chain.size() - 1, 'A');
    observed_.apply_powers(powers, progress);
  }
  [[nodiscard]] Fusible fuses(int width) const override { return observed_.fuses(width); }
  [[nodiscard]] Cost cost(int width) const override { return observed_.cost(width); }
  [[nodiscard]] Cost powers_cost(const Powers& powers) const override { return observed_.powers_cost(powers); }
  [[nodiscard]] int distinct_powers(int powers) const override { return observed_.distinct_powers(powers); }

 private:
  const Operator& observed_;
  std::string& events_;
};

}  // namespace minikrylov
