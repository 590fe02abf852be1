// The distributed product: chooses its schedule, and overlaps it with the halo exchange.
#include "miniapp/system/product/operators.hpp"

#include <algorithm>

#include "kernels/schedule/powers_moments.hpp"
#include "kernels/schedule/run_powers.hpp"

namespace minikrylov {
namespace {

/// Ghosts of powers by an exchange each. The first chain's is in flight last, since a halo brings one vector at a time.
class GhostsByRounds final : public PowersGhosts {
 public:
  GhostsByRounds(const Halo& halo, const Powers& powers) : halo_(halo), powers_(powers) {}
  void start(int power) const override {
    for (const PowersChain& chain : powers_.chains.subspan(1))
      if (is_needed(chain, power)) halo_.exchange(chain[power]);
    if (is_needed(powers_.chains.front(), power)) halo_.start(powers_.chains.front()[power]);
  }
  void finish(int power) const override {
    if (is_needed(powers_.chains.front(), power)) halo_.finish(powers_.chains.front()[power]);
  }

 private:
  [[nodiscard]] static bool is_needed(PowersChain chain, int power) {
    return power + 1 < static_cast<int>(chain.size());
  }

  const Halo& halo_;
  const Powers& powers_;
};

/// Ghosts of powers from one exchange, those above the first by redundant work.
class GhostsAtOnce final : public PowersGhosts {
 public:
  GhostsAtOnce(const DeepHalo& halo, const Powers& powers) : halo_(halo), powers_(powers) {}
  void start(int power) const override {
    if (power == 0)
      halo_.start(powers_);
    else
      halo_.compute(powers_, power);
  }
  void finish(int power) const override {
    if (power == 0) halo_.finish(powers_);
  }

 private:
  const DeepHalo& halo_;
  const Powers& powers_;
};

/// The halo exchange of one product.
class HaloExchange final : public GhostExchange {
 public:
  /// `copies`: the instance in which a GPU packs and unpacks concurrently with other kernels; null: in kernel order.
  HaloExchange(const Halo& halo, const Vector& x, const Exec* copies) : halo_(halo), x_(x), copies_(copies) {}

  void start() const override {
    if (copies_ == nullptr) return halo_.start(x_);
    Exec().fence("x is complete");
    halo_.pack(x_, *copies_);
  }
  void poll() const override { halo_.progress(); }
  void finish() const override {
    if (copies_ == nullptr) return halo_.finish(x_);
    halo_.send(*copies_);
    halo_.finish(x_, *copies_);
    copies_->fence("halo is unpacked");
  }
  [[nodiscard]] Waiting prepare() const override {
    halo_.prepare(x_);
    return Waiting::alone;
  }
  void exchange_alone() const override { halo_.exchange_alone(x_); }

 private:
  const Halo& halo_;
  const Vector& x_;
  const Exec* copies_;
};

/// For rows of unknown structure: each may need ghosts and all other rows.
GhostGroups unknown_groups(LocalIndex rows) {
  constexpr LocalIndex size = GhostGroups::group_rows;
  return {rows, std::vector<char>((rows + size - 1) / size, 1), rows};
}

std::vector<LocalIndex> rows_sent_by(const Halo& halo) {
  const auto rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), halo.send_rows());
  return {rows.data(), rows.data() + rows.extent(0)};
}

}  // namespace

DistributedMatrix::DistributedMatrix(const LocalMatrix& matrix, Halo& halo, const Tuning& tuning)
    : DistributedMatrix(matrix, halo, unknown_groups(matrix.rows()), {}, tuning) {}

DistributedMatrix::DistributedMatrix(const LocalMatrix& matrix, Halo& halo, GhostGroups groups,
                                     const HaloOverlap& overlap, const Tuning& tuning)
    : matrix_(matrix),
      halo_(halo),
      groups_(std::move(groups)),
      overlap_(overlap),
      tuning_(tuning),
      alone_(halo.neighbours() == 0),
      sent_(rows_sent_by(halo)) {
  if constexpr (!on_host)
    if (overlap.mode == Overlap::dynamic) copies_ = std::make_unique<const Exec>(independent_instance());
}

void DistributedMatrix::apply(const Vector& x, const Vector& y, const Around& around) const {
  // Without work to overlap, further execution space instances only cost time.
  const Exec* const copies = copies_ != nullptr && hidden_rows(x.width) > 0 ? copies_.get() : nullptr;
  apply_with(HaloExchange(halo_, x, copies), hiding(), x, y, around);
}

void DistributedMatrix::apply_with(const GhostExchange& ghosts, Hiding hiding, const Vector& x, const Vector& y,
                                   const Around& around) const {
  const Ahead ahead = around.before == nullptr ? Ahead::nothing : Ahead::task;
  run(schedule(x.width, hiding, ahead), {matrix_, x, y, around}, ghosts);
}

Fusible DistributedMatrix::fuses(int width, Hiding hiding) const {
  if (matrix_.row_loop() == RowLoop::of_format) return Fusible::nothing;
  const auto found = agreed_.find({width, hiding});
  if (found != agreed_.end()) return found->second;
  const double pays_here = schedule(width, hiding, Ahead::task).ahead_pays ? 1 : 0;
  const bool pays = ranks_.reduce(pays_here, ReduceBy::minimum) > 0;
  return agreed_[{width, hiding}] = pays ? Fusible::around : Fusible::after;
}

const BlockSchedule& DistributedMatrix::schedule(int width, Hiding hiding, Ahead ahead) const {
  const auto found = schedules_.find({width, hiding, ahead});
  if (found != schedules_.end()) return found->second;
  const ScheduleNeeds needs{.width = width,
                            .together = matrix_.blocks_together(),
                            .hiding = alone_ ? Hiding::nothing : hiding,
                            .sharing = hands_out_chunks(overlap_.mode) ? Sharing::dynamic : Sharing::fixed,
                            .chunk_rows = overlap_.chunk_rows,
                            .chunk_sizes = overlap_.mode == Overlap::guided ? ChunkSizes::shrinking : ChunkSizes::equal,
                            .ahead = ahead,
                            .tuning = tuning_};
  return schedules_.emplace(std::tuple(width, hiding, ahead), plan_schedule(groups_, sent_, needs)).first->second;
}

void DistributedMatrix::set_powers(const PowersSetting& setting) {
  powers_ = setting;
  powers_alternate_.reset();
  powers_plans_.clear();
}

int DistributedMatrix::distinct_powers(int powers) const {
  if (!plans_powers()) return Operator::distinct_powers(powers);
  if (!powers_alternate_) powers_alternate_ = may_alternate(*powers_.graph, groups_, sent_);
  return *powers_alternate_ ? 2 : powers;
}

DistributedMatrix::Planned& DistributedMatrix::planned(int powers, int width, Wanted wanted) const {
  const auto found = powers_plans_.find({powers, width, wanted});
  if (found != powers_plans_.end()) return found->second;
  const PowersNeeds needs{.powers = powers,
                          .width = width,
                          .wanted = wanted,
                          .shape = powers_.tiles(wanted).shape,
                          .together = matrix_.blocks_together(),
                          .tile_rows = powers_.tiles(wanted).rows,
                          .neighbours = alone_ ? Neighbours::none : Neighbours::some,
                          .exchanges = is_deep_for(powers) ? Exchanges::of_first : Exchanges::of_each_power,
                          .hiding = hiding(),
                          .ahead = tuning_.ahead};
  Planned fresh{plan_powers(groups_, *powers_.graph, needs)};
  return powers_plans_.emplace(std::tuple(powers, width, wanted), std::move(fresh)).first->second;
}

void DistributedMatrix::apply_powers(const Powers& powers, ProgressHook* progress) const {
  if (!plans_powers()) return Operator::apply_powers(powers, progress);
  auto& [plan, rings] = planned(powers.powers(), powers.chains.front()[0].width, powers.wanted);
  if (is_deep_for(powers.powers()))
    run_powers(plan, rings, matrix_, powers, GhostsAtOnce(*powers_.deep, powers), progress);
  else
    run_powers(plan, rings, matrix_, powers, GhostsByRounds(halo_, powers), progress);
}

bool DistributedMatrix::plans_powers() const {
  return on_host && powers_.graph != nullptr && matrix_.row_loop() == RowLoop::of_schedule;
}

bool DistributedMatrix::is_deep_for(int powers) const {
  return powers_.deep != nullptr && powers_.deep->depth() >= powers;
}

Cost DistributedMatrix::powers_cost(const Powers& powers) const {
  if (!plans_powers()) return Operator::powers_cost(powers);
  const int width = powers.chains.front()[0].width, most = powers.powers();
  const PowersPlan& plan = powers_plan(most, width, powers.wanted);
  const double in_cache = plan.rows_in_cache, matrix = static_cast<double>(matrix_.allocated_bytes()),
               in_rings = powers.wanted == Wanted::last ? plan.in_rings : 0;
  // What is in cache is read from memory by the lowest power only.
  Cost all{matrix * most * (1 - in_cache), 0, 0};
  for (const PowersChain& chain : powers.chains) {
    const double elements = static_cast<double>(chain[0].elements());
    all.bytes_read += 8 * elements;
    for (int k = 1; k < static_cast<int>(chain.size()); ++k) {
      const double flops = cost(width).flops + cost_of_term(powers, chain, k).flops;
      const double written = k + 1 < static_cast<int>(chain.size()) ? 1 - in_rings : 1;
      all = all + Cost{k > 1 ? 8 * elements * (1 - in_cache) : 0, 8 * elements * written, flops};
      if (k <= static_cast<int>(plan.loaded_rows.size()))
        all.bytes_read += 8.0 * width * static_cast<double>(plan.loaded_rows[k - 1]);
    }
  }
  if (powers.moments != nullptr) all = all + MomentSums::cost(powers, MomentSums::Reads::nothing);
  return all;
}

LocalIndex DistributedMatrix::hidden_rows(int width) const {
  return schedule(width, hiding(), Ahead::nothing).interior_rows();
}

Offset DistributedMatrix::hidden_rows_per_power(int powers, int width) const {
  return plans_powers() ? powers_plan(powers, width).hidden_rows / powers : hidden_rows(width);
}

LocalIndex DistributedMatrix::chunk_rows(int width) const {
  return chunk_of(overlap_.chunk_rows, width, matrix_.blocks_together()).rows();
}

void DistributedMatrix::apply_transposed(const Vector& x, const Vector& y) const {
  matrix_.multiply_transposed(x, y);
  halo_.reverse_add(y);
}

Cost DistributedMatrix::cost(int width) const {
  const double rows = matrix_.rows(), columns = matrix_.columns();
  return {static_cast<double>(matrix_.allocated_bytes()) + 8 * columns * width, 8 * rows * width,
          2.0 * static_cast<double>(matrix_.nonzeros()) * width};
}

}  // namespace minikrylov
