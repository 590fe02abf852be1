// The loops over the steps of matrix powers.
#include "kernels/schedule/run_powers.hpp"

#include "kernels/schedule/pieces.hpp"

namespace minikrylov {
namespace {

/// Computes steps on the calling thread, row block by row block: products go to a buffer in the smallest cache.
class RunStep {
 public:
  RunStep(const LocalMatrix& matrix, const Powers& powers, const Prefetching& ahead)
      : matrix_(matrix), powers_(powers), ahead_(ahead), width_(powers.chains.front()[0].width) {
    block_rows_ = RowBlocks::of(matrix.rows(), width_).block_rows * matrix.blocks_together();
  }

  [[nodiscard]] LocalIndex blocks_in(Offset rows) const { return static_cast<LocalIndex>(rows / block_rows_) + 1; }

  void operator()(const PowersStep& step, ProgressHook* polled) const {
    alignas(cache_line_bytes) double product[max_blocks_together * RowBlocks::max_elements];
    for (LocalIndex begin = step.rows.begin; begin < step.rows.end; begin += block_rows_) {
      const LocalIndex end = std::min(step.rows.end, begin + block_rows_);
      // The rows of the matrix are in cache when the second chain needs them.
      for (const PowersChain& chain : powers_.chains) {
        if (step.power >= static_cast<int>(chain.size())) continue;
        matrix_.multiply_rows(chain[step.power - 1], {begin, end}, {.rows = product, .ahead = ahead_});
        finish_rows(powers_, chain, step.power, product, begin, end);
      }
      if (polled != nullptr) polled->after_block();
    }
  }

 private:
  const LocalMatrix& matrix_;
  const Powers& powers_;
  Prefetching ahead_;
  int width_;
  LocalIndex block_rows_ = 0;
};

/// Tells the clock, where there is one, that a phase is done while ghosts are on their way.
void note_phase(const PowersPhase& phase, const PowersPlan& plan, const LocalMatrix& matrix, ProgressHook* progress) {
  KernelClock* const clock = ProgressHook::clock_of(progress);
  const double all = static_cast<double>(matrix.rows()) * plan.powers;
  if (clock != nullptr && all > 0) clock->part_done(static_cast<double>(phase.rows()) / all);
}

}  // namespace

void run_powers(const PowersPlan& plan, const LocalMatrix& matrix, const Powers& powers, const PowersGhosts& ghosts,
                ProgressHook* progress) {
  if constexpr (!on_host) Kokkos::abort("matrix powers by a host's plan on a device (it has none) run them in turn");
  const RunStep run(matrix, powers, plan.ahead);
  for (const PowersPhase& phase : plan.phases) {
    if (phase.start) ghosts.start(*phase.start);
    if (phase.finish) ghosts.finish(*phase.finish);
    if (phase.steps.empty()) continue;
    ProgressHook* const polled = ProgressHook::of_loop(progress, run.blocks_in(phase.rows()));
    run_pieces("y_k = p_k(A) y_0", phase.piece_ends, [&](LocalIndex i) { run(phase.steps[i], polled); });
    if (phase.in_flight == InFlight::ghosts) note_phase(phase, plan, matrix, progress);
  }
}

}  // namespace minikrylov
