// The distributed product, and how it hides the halo.
#include "miniapp/system/operators.hpp"

#include <algorithm>
#include <thread>

#include "kernels/schedule/block_loops.hpp"

namespace minikrylov {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// A list of blocks that threads share among themselves, a chunk at a time.
struct ChunkQueue {
  const std::vector<LocalIndex>& blocks;
  LocalIndex chunk;  ///< blocks
  LocalIndex next = 0;

  /// body(block) for each block of the next chunk; false if none was left. Called by any thread.
  bool take(const MultiplyBlock& body) {
    const auto count = static_cast<LocalIndex>(blocks.size());
    const LocalIndex first = Kokkos::atomic_fetch_add(&next, chunk);
    for (LocalIndex i = first; i < std::min(count, first + chunk); ++i) body(blocks[i]);
    return first < count;
  }
};

/// What each thread does: the one that launched the kernel first exchanges the halo (it may talk to MPI at any thread
/// level from funneled on), and all take chunks until none is left.
struct ExchangeOrCompute {
  const Halo& halo;
  const MultiplyBlock& product;
  ChunkQueue& queue;
  std::thread::id launcher;
  bool& exchanged;

  void operator()(LocalIndex) const {
    if (std::this_thread::get_id() == launcher) {
      halo.exchange_alone(product.x);
      exchanged = true;
    }
    while (queue.take(product)) continue;
  }
};

/// One thread has nobody who computes for it while it waits: it looks after the messages between chunks.
struct ComputeAndLook {
  const Halo& halo;
  const MultiplyBlock& product;
  ChunkQueue& queue;

  void operator()(LocalIndex) const {
    while (queue.take(product)) halo.progress();
  }
};

}  // namespace

LocalIndex whole_blocks(LocalIndex chunk_rows, int width) {
  const LocalIndex block = RowBlocks::of(0, width).block_rows;
  return std::max<LocalIndex>(1, (chunk_rows - 1) / block + 1) * block;
}

DistributedMatrix::DistributedMatrix(const LocalMatrix& matrix, Halo& halo, GhostGroups groups,
                                     const HaloOverlap& overlap)
    : matrix_(matrix), halo_(halo), groups_(std::move(groups)), overlap_(overlap), alone_(halo.neighbours() == 0) {
  if constexpr (!on_host)
    if (overlap.mode == Overlap::dynamic)
      copies_ = std::make_unique<Exec>(Kokkos::Experimental::partition_space(Exec(), 1, 1)[0]);
}

void DistributedMatrix::apply(const Vector& x, const Vector& y, const BlockTask* after) const {
  if (overlap_.mode == Overlap::none) return exchange_and_multiply(x, y, after);
  const Plan& plan = this->plan(x.width);
  if (!hides(plan)) return exchange_and_multiply(x, y, after);
  if constexpr (on_host)
    hide_on_host(plan, x, y, after);
  else
    hide_on_device(plan, x, y);
}

bool DistributedMatrix::looks_ahead(int width) const {
  return on_host && overlap_.mode == Overlap::none && matrix_.fuses() && groups_.rows == matrix_.rows() &&
         plan(width).look_ahead.pays();
}

void DistributedMatrix::apply_ahead(const Vector& x, const Vector& y, const BlockTask& before,
                                    const BlockTask* after) const {
  const LookAhead& look_ahead = plan(x.width).look_ahead;
  run_early(look_ahead, before);
  halo_.exchange(x);
  multiply_ahead(look_ahead, matrix_, x, y, before, after);
}

void DistributedMatrix::exchange_and_multiply(const Vector& x, const Vector& y, const BlockTask* after) const {
  halo_.exchange(x);
  const Plan& plan = this->plan(x.width);
  if (plan.order.empty() || !matrix_.fuses())
    matrix_.multiply(x, y, 0, RowBlocks::of(matrix_.rows(), x.width).count(), after);
  else
    for_listed("y = A x (strips)", plan.order, MultiplyBlock{matrix_, x, y, after});
}

void DistributedMatrix::hide_on_host(const Plan& plan, const Vector& x, const Vector& y, const BlockTask* after) const {
  const MultiplyBlock product{matrix_, x, y, after};
  if (overlap_.mode == Overlap::dynamic) {
    multiply_dynamic(plan, x, y, after);
  } else {
    halo_.start(x);
    for_listed("y = A x (interior)", plan.split.interior, product);
    halo_.finish(x);
  }
  for_listed("y = A x (boundary)", plan.split.boundary, product);
}

void DistributedMatrix::multiply_dynamic(const Plan& plan, const Vector& x, const Vector& y,
                                         const BlockTask* after) const {
  constexpr const char* label = "y = A x (interior, halo)";
  const MultiplyBlock product{matrix_, x, y, after};
  ChunkQueue queue{plan.split.interior, whole_blocks(overlap_.chunk_rows, x.width) / plan.split.blocks.block_rows};
  if (Host().concurrency() == 1) {
    halo_.start(x);
    for_each_thread(label, ComputeAndLook{halo_, product, queue});
    return halo_.finish(x);
  }
  bool exchanged = false;
  halo_.prepare(x);
  for_each_thread(label, ExchangeOrCompute{halo_, product, queue, std::this_thread::get_id(), exchanged});
  if (!exchanged) halo_.exchange(x);  // where the thread that launches a kernel takes no part in it
}

void DistributedMatrix::hide_on_device(const Plan& plan, const Vector& x, const Vector& y) const {
  if (overlap_.mode == Overlap::dynamic) {
    Exec().fence("x is there");
    halo_.pack(x, *copies_);
    multiply_ranges(plan.interior, x, y);
    halo_.send(*copies_);
    halo_.finish(x, *copies_);
    copies_->fence("halo is unpacked");
  } else {
    halo_.start(x);
    multiply_ranges(plan.interior, x, y);
    halo_.finish(x);
  }
  multiply_ranges(plan.boundary, x, y);
}

void DistributedMatrix::multiply_ranges(const std::vector<BlockRange>& ranges, const Vector& x, const Vector& y) const {
  for (const BlockRange& range : ranges) matrix_.multiply(x, y, range.first, range.last, nullptr);
}

const DistributedMatrix::Plan& DistributedMatrix::plan(int width) const {
  const auto found = plans_.find(width);
  if (found != plans_.end()) return found->second;
  Plan made{split_blocks(groups_, width),
            {},
            {},
            {},
            plan_look_ahead(matrix_.rows(), groups_.bandwidth, halo_.send_rows(), width)};
  made.order = cache_blocked_order(RowBlocks::of(matrix_.rows(), width), groups_.bandwidth, width);
  made.interior = ranges_of(made.split.interior);
  made.boundary = ranges_of(made.split.boundary);
  return plans_.emplace(width, std::move(made)).first->second;
}

LocalIndex DistributedMatrix::hidden_rows(int width) const {
  if (overlap_.mode == Overlap::none || !hides(plan(width))) return 0;
  return plan(width).split.interior_rows();
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
