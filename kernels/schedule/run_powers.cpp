// The loops over the steps of matrix powers.
#include "kernels/schedule/run_powers.hpp"

#include "kernels/schedule/pieces.hpp"
#include "kernels/schedule/powers_moments.hpp"

namespace minikrylov {
namespace {

/// What steps of all threads have in common.
struct Work {
  /// Elements at a time, so that the product, its rows of the matrix and their operands stay in the smallest cache
  /// until the recurrence and the second chain have read them. Of 128, 256, 512 and 1024, the fastest for uncompressed
  /// matrices on a Xeon of family 6, model 167 (7 points, 4 powers: 29 instead of 31 ms), and within 3 % for coded
  /// ones.
  static constexpr LocalIndex most_elements = 128;

  const LocalMatrix& matrix;
  const Powers& powers;
  Prefetching ahead;
  int width;
  LocalIndex block_rows;

  Work(const LocalMatrix& of, const Powers& those, const PowersPlan& plan)
      : matrix(of), powers(those), ahead(plan.ahead), width(those.chains.front()[0].width) {
    block_rows =
        std::max(GhostGroups::group_rows, most_elements / width / GhostGroups::group_rows * GhostGroups::group_rows) *
        of.blocks_together();
  }
  [[nodiscard]] LocalIndex blocks_in(Offset rows) const { return static_cast<LocalIndex>(rows / block_rows) + 1; }
};

/// Computes steps on the calling thread, row block by row block: products go to a buffer in the smallest cache.
class RunStep {
 public:
  /// `chains`: where the thread finds and leaves powers.
  RunStep(const Work& work, std::span<const PowersChain> chains) : work_(work), chains_(chains) {}

  void operator()(const PowersStep& step, ProgressHook* polled) const {
    alignas(cache_line_bytes) double product[max_blocks_together * RowBlocks::max_elements];
    for (LocalIndex begin = step.rows.begin; begin < step.rows.end; begin += work_.block_rows) {
      const LocalIndex end = std::min(step.rows.end, begin + work_.block_rows);
      // The rows of the matrix are in cache when the second chain needs them.
      for (std::size_t c = 0; c < chains_.size(); ++c) {
        if (step.power >= static_cast<int>(chains_[c].size())) continue;
        work_.matrix.multiply_rows(chains_[c][step.power - 1], {begin, end}, {.rows = product, .ahead = work_.ahead});
        finish_rows(work_.powers, chains_[c], step.power, product, begin, end);
        if (step.kept == Kept::yes) keep(chains_[c][step.power], work_.powers.chains[c][step.power], begin, end);
      }
      // What is not kept is computed by another strip as well.
      if (work_.powers.moments != nullptr && step.kept == Kept::yes)
        work_.powers.moments->add(chains_, step.power, begin, end);
      if (polled != nullptr) polled->after_block();
    }
  }

 private:
  /// Copies rows to where they are kept, past the caches, unless they are there.
  void keep(const Vector& from, const Vector& to, LocalIndex begin, LocalIndex end) const {
    if (from.data.data() == to.data.data()) return;
    const Offset first = Offset{begin} * work_.width, count = Offset{end - begin} * work_.width;
    stream(from.data.data() + first, count, to.data.data() + first);
  }

  const Work& work_;
  std::span<const PowersChain> chains_;
};

/// Tells the clock, where there is one, that a phase is done while ghosts are on their way.
void note_phase(const PowersPhase& phase, const PowersPlan& plan, const LocalMatrix& matrix, ProgressHook* progress) {
  KernelClock* const clock = ProgressHook::clock_of(progress);
  const double all = static_cast<double>(matrix.rows()) * plan.powers;
  if (clock != nullptr && all > 0) clock->part_done(static_cast<double>(phase.rows()) / all);
}

/// Each thread its piece, with lower powers in the vectors or in its rings.
void run_phase(const PowersPhase& phase, const RingVectors& rings, const Work& work, ProgressHook* polled) {
  for_each_thread("y_k = p_k(A) y_0", [&](LocalIndex thread) {
    if (thread >= static_cast<LocalIndex>(phase.piece_ends.size())) return;
    std::vector<std::vector<Vector>> seen;
    std::vector<PowersChain> chains(work.powers.chains.begin(), work.powers.chains.end());
    if (phase.storage == PowersStorage::rings)
      for (std::size_t c = 0; c < chains.size(); ++c) seen.push_back(rings.seen_by(thread, c, chains[c]));
    for (std::size_t c = 0; c < seen.size(); ++c) chains[c] = seen[c];
    const RunStep run(work, chains);
    for (LocalIndex i = thread == 0 ? 0 : phase.piece_ends[thread - 1]; i < phase.piece_ends[thread]; ++i)
      run(phase.steps[i], polled);
  });
}

}  // namespace

void run_powers(const PowersPlan& plan, RingVectors& rings, const LocalMatrix& matrix, const Powers& powers,
                const PowersGhosts& ghosts, ProgressHook* progress) {
  if constexpr (!on_host) Kokkos::abort("matrix powers by a host's plan on a device (it has none) run them in turn");
  const Work work(matrix, powers, plan);
  if (!plan.rings.empty()) rings.prepare(plan, powers.chains.size(), work.width);
  for (const PowersPhase& phase : plan.phases) {
    if (phase.start) ghosts.start(*phase.start);
    if (phase.finish) ghosts.finish(*phase.finish);
    if (phase.steps.empty()) continue;
    run_phase(phase, rings, work, ProgressHook::of_loop(progress, work.blocks_in(phase.rows())));
    if (phase.in_flight == InFlight::ghosts) note_phase(phase, plan, matrix, progress);
  }
}

}  // namespace minikrylov
