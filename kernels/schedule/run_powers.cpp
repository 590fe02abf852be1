// The loops over the steps of matrix powers.
#include "kernels/schedule/run_powers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/schedule/pieces.hpp"
#include "kernels/schedule/powers_moments.hpp"

namespace minikrylov {
namespace {

/// What steps of all threads have in common.
struct Work {
  const LocalMatrix& matrix;
  const Powers& powers;
  Prefetching ahead;
  int width;
  Finishing finishing;
  LocalIndex block_rows;

  Work(const LocalMatrix& of, const Powers& those, const PowersPlan& plan)
      : matrix(of),
        powers(those),
        ahead(plan.ahead),
        width(those.chains.front()[0].width),
        finishing(of.finishing(width)) {
    const LocalIndex elements = most_elements() / width / GhostGroups::group_rows * GhostGroups::group_rows;
    block_rows = std::max(GhostGroups::group_rows, elements) * of.blocks_together();
  }

  /// Elements at a time, so that what reads them next finds them in the smallest cache.
  [[nodiscard]] LocalIndex most_elements() const {
    // The product, its rows of the matrix and their operands are read by the recurrence and the second chain. Of 128,
    // 256, 512 and 1024, the fastest for uncompressed matrices on a Xeon of family 6, model 167 (7 points, 4 powers: 29
    // instead of 31 ms), and within 3 % for coded ones.
    // Finished rows are read again by moments at most, and memory waits between blocks: on an AMD EPYC of family 25,
    // model 1 (Zen 3), 256 take up to a tenth longer than 1024 in ca-cg, 2048 up to a twentieth.
    return finishing == Finishing::of_stored_rows ? 128 : RowBlocks::usual_elements;
  }
  [[nodiscard]] LocalIndex blocks_in(Offset rows) const { return static_cast<LocalIndex>(rows / block_rows) + 1; }
};

/// The powers of all chains as a thread finds and leaves them: in their vectors; or lower ones in its rings, and the
/// highest, which no other reads, block by block in a small cache.
class Seen {
 public:
  Seen(const Work& work, PowersStorage storage, const RingVectors& rings, LocalIndex thread)
      : rings_(rings), thread_(thread), chains_(work.powers.chains.begin(), work.powers.chains.end()) {
    if (storage == PowersStorage::vectors) return;
    highest_ = work.powers.powers();
    for (std::size_t c = 0; c < chains_.size(); ++c) vectors_.push_back(rings.seen_by(thread, c, chains_[c]));
    for (std::size_t c = 0; c < chains_.size(); ++c) chains_[c] = vectors_[c];
  }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;

  [[nodiscard]] std::span<const PowersChain> chains() const { return chains_; }
  /// Rows that are computed next, and kept before others are.
  void begin_block(int power, RowRange rows) {
    if (power != highest_) return;
    for (std::size_t c = 0; c < chains_.size(); ++c)
      if (power < static_cast<int>(chains_[c].size())) vectors_[c][power] = rings_.block(thread_, c, rows);
  }

 private:
  const RingVectors& rings_;
  LocalIndex thread_;
  std::vector<PowersChain> chains_;
  std::vector<std::vector<Vector>> vectors_;  ///< in rings and blocks
  int highest_ = 0;                           ///< of those; 0: there are none
};

/// Computes steps on the calling thread, row block by row block.
class RunStep {
 public:
  RunStep(const Work& work, Seen& seen) : work_(work), seen_(seen), chains_(seen.chains()) {}

  void operator()(const PowersStep& step, ProgressHook* polled) const {
    for (LocalIndex begin = step.rows.begin; begin < step.rows.end; begin += work_.block_rows) {
      const LocalIndex end = std::min(step.rows.end, begin + work_.block_rows);
      seen_.begin_block(step.power, {begin, end});
      if (work_.finishing == Finishing::in_registers)
        finish_in_registers(step, {begin, end});
      else
        finish_stored_rows(step, {begin, end});
      // What is not kept is computed by another strip as well.
      if (work_.powers.moments != nullptr && step.kept == Kept::yes)
        work_.powers.moments->add(chains_, step.power, begin, end);
      if (polled != nullptr) polled->after_block();
    }
  }

 private:
  [[nodiscard]] bool has(std::size_t chain, int power) const { return power < static_cast<int>(chains_[chain].size()); }

  /// Up to two chains at a time.
  void finish_in_registers(const PowersStep& step, RowRange rows) const {
    std::array<PowersElement, 2> places{};
    std::size_t count = 0;
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      if (has(c, step.power)) {
        places[count] = element_at(work_.powers, chains_[c], step.power, rows.begin);
        places[count++].kept = kept_at(step, c, rows.begin);
      }
      if (count == places.size() || (count > 0 && c + 1 == chains_.size()))
        work_.matrix.multiply_and_finish({places.data(), std::exchange(count, 0)}, rows, work_.ahead);
    }
  }

  /// Products go to a buffer in the smallest cache, where the second chain finds the rows of the matrix.
  void finish_stored_rows(const PowersStep& step, RowRange rows) const {
    alignas(cache_line_bytes) double product[max_blocks_together * RowBlocks::max_elements];
    const Offset first = Offset{rows.begin} * work_.width, count = Offset{rows.end - rows.begin} * work_.width;
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      if (!has(c, step.power)) continue;
      work_.matrix.multiply_rows(chains_[c][step.power - 1], rows, {.rows = product, .ahead = work_.ahead});
      finish_rows(work_.powers, chains_[c], step.power, product, rows.begin, rows.end);
      if (double* const kept = kept_at(step, c, rows.begin); kept != nullptr)
        stream(chains_[c][step.power].data.data() + first, count, kept);
    }
  }

  /// Where rows of a chain from `row` on are kept, unless they are there or are not kept.
  [[nodiscard]] double* kept_at(const PowersStep& step, std::size_t chain, LocalIndex row) const {
    double* const kept = work_.powers.chains[chain][step.power].data.data();
    if (step.kept == Kept::no || kept == chains_[chain][step.power].data.data()) return nullptr;
    return kept + Offset{row} * work_.width;
  }

  const Work& work_;
  Seen& seen_;
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
    Seen seen(work, phase.storage, rings, thread);
    const RunStep run(work, seen);
    for (LocalIndex i = thread == 0 ? 0 : phase.piece_ends[thread - 1]; i < phase.piece_ends[thread]; ++i)
      run(phase.steps[i], polled);
  });
}

}  // namespace

void run_powers(const PowersPlan& plan, RingVectors& rings, const LocalMatrix& matrix, const Powers& powers,
                const PowersGhosts& ghosts, ProgressHook* progress) {
  if constexpr (!on_host) Kokkos::abort("matrix powers by a host's plan on a device (it has none) run them in turn");
  const Work work(matrix, powers, plan);
  if (!plan.rings.empty()) rings.prepare(plan, powers.chains.size(), work.width, work.block_rows);
  for (const PowersPhase& phase : plan.phases) {
    if (phase.start) ghosts.start(*phase.start);
    if (phase.finish) ghosts.finish(*phase.finish);
    if (phase.steps.empty()) continue;
    run_phase(phase, rings, work, ProgressHook::of_loop(progress, work.blocks_in(phase.rows())));
    if (phase.in_flight == InFlight::ghosts) note_phase(phase, plan, matrix, progress);
  }
}

}  // namespace minikrylov
