// The loops over the steps of matrix powers.
#include "kernels/schedule/run_powers.hpp"

#include "kernels/core/threads.hpp"

namespace minikrylov {
namespace {

/// Computes steps on the calling thread, row block by row block: products go to a buffer in the smallest cache.
class RunStep {
 public:
  RunStep(const LocalMatrix& matrix, const Powers& powers, const Prefetching& ahead)
      : matrix_(matrix), powers_(powers), ahead_(ahead), width_(powers.chains.front()[0].width) {
    block_rows_ = RowBlocks::of(matrix.rows(), width_).block_rows * matrix.blocks_together();
  }

  void operator()(const PowersStep& step) const {
    alignas(cache_line_bytes) double product[max_blocks_together * RowBlocks::max_elements];
    for (LocalIndex begin = step.rows.begin; begin < step.rows.end; begin += block_rows_) {
      const LocalIndex end = std::min(step.rows.end, begin + block_rows_);
      // The rows of the matrix are in cache when the second chain needs them.
      for (const PowersChain& chain : powers_.chains) {
        if (step.power >= static_cast<int>(chain.size())) continue;
        matrix_.multiply_rows(chain[step.power - 1], {begin, end}, {.rows = product, .ahead = ahead_});
        finish_rows(powers_, chain, step.power, product, begin, end);
      }
    }
  }

 private:
  const LocalMatrix& matrix_;
  const Powers& powers_;
  Prefetching ahead_;
  int width_;
  LocalIndex block_rows_ = 0;
};

}  // namespace

void run_powers(const PowersPlan& plan, const LocalMatrix& matrix, const Powers& powers, const PowersGhosts& ghosts) {
  if constexpr (!on_host) Kokkos::abort("matrix powers by a host's plan on a device (it has none) run them in turn");
  const RunStep run(matrix, powers, plan.ahead);
  ghosts.update(0);
  for (const PowersPhase& phase : plan.phases) {
    if (phase.ghosts > 0) ghosts.update(phase.ghosts);
    if (phase.steps.empty()) continue;
    for_each_thread("y_k = p_k(A) y_0", [&](LocalIndex thread) {
      const std::size_t pieces = phase.piece_ends.size(), t = thread;
      if (t >= pieces) return;
      for (std::size_t i = t == 0 ? 0 : phase.piece_ends[t - 1]; i < phase.piece_ends[t]; ++i) run(phase.steps[i]);
    });
  }
}

}  // namespace minikrylov
