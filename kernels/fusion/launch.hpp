// Launches a fused kernel over all rows: by blocks on a host, by elements on a device.
#pragma once
#include <algorithm>
#include <bit>

#include "kernels/fusion/workspace.hpp"
#include "kernels/schedule/block_task.hpp"

namespace minikrylov {

/// The dot products of one right-hand side, summed on a device.
template <int D> struct DeviceSums {
  double value[D] = {};
  KOKKOS_FUNCTION DeviceSums& operator+=(const DeviceSums& other) {
    for (int d = 0; d < D; ++d) value[d] += other.value[d];
    return *this;
  }
};

/// A fused kernel as a device reduction over the elements of one right-hand side, `threads` apart for each thread,
/// which sums in registers. (Kokkos would have it add each element to shared memory: an H100 took 117 µs for a dot
/// product, and 135 µs for three of the same two vectors.)
template <class Body> struct SumOfOne {
  Body body;
  Offset rows, threads;  ///< rows: with ghosts
  KOKKOS_FUNCTION void operator()(Offset thread, DeviceSums<Body::dots>& sum) const {
    double own[Body::dots] = {}, of_ghosts[Body::dots] = {};
    Offset e = thread;
    for (; e < body.shape.rows; e += threads) body.element(e, own);
    for (; e < rows; e += threads) body.element(e, of_ghosts);
    for (int d = 0; d < Body::dots; ++d) sum.value[d] += own[d];
  }
};

/// A fused kernel as a device reduction over rows with dots × width sums: one of Kokkos's array reductions.
template <class Body> struct SumOfAny {
  using value_type = double[];
  using size_type = std::size_t;
  std::size_t value_count;
  Body body;
  KOKKOS_FUNCTION void operator()(Offset row, double* sum) const {
    const int width = body.shape.width;
    for (int j = 0; j < width; ++j) {
      double one[Body::dots] = {};
      body.element(row * width + j, one);
      if (row >= body.shape.rows) continue;
      for (int d = 0; d < Body::dots; ++d) sum[d * width + j] += one[d];
    }
  }
};

/// A fused kernel without sums on a device.
template <class Body> struct Elements {
  Body body;
  KOKKOS_FUNCTION void operator()(Offset e) const { body.element(e, nullptr); }
};

/// A fused kernel as a task for row blocks, run by a loop over blocks or by a product. Host only.
template <class Body> class FusedTask final : public BlockTask {
 public:
  /// `y`: the result of the product after which this runs, or no_vector.
  FusedTask(const Body& body, Workspace& workspace, int y)
      : body_(body), sums_(Body::dots * workspace.width()), block_sums_(workspace.block_sums(sums_)), y_(y) {}
  void run(LocalIndex block, LocalIndex begin, LocalIndex end) const override {
    run_behind(block, begin, end, nullptr);
  }
  void run_behind(LocalIndex block, LocalIndex begin, LocalIndex end, double* rows) const override {
    body_.block(begin, end, block_sums_ + Offset{block} * sums_, rows == nullptr ? no_vector : y_, rows);
  }
  /// A task that changes the result must do so in its vector.
  [[nodiscard]] bool takes_rows() const override {
    return has_doubles && y_ != no_vector && (Body::written >> y_ & 1) == 0;
  }
  [[nodiscard]] const double* companion() const override {
    const Mask others = y_ == no_vector ? Body::read : Body::read & ~(Mask{1} << y_);
    if constexpr (has_doubles)
      if (others != 0) return body_.at[std::countr_zero(others)];
    return nullptr;
  }
  [[nodiscard]] int sums() const { return sums_; }

 private:
  static constexpr bool has_doubles = std::is_same_v<typename Body::Number, double>;

  Body body_;
  int sums_;
  double* block_sums_;
  int y_;
};

/// Runs a task on the blocks of the workspace's rows and ghosts from block `first` on; with the number of row blocks as
/// `first`, on its ghosts only. Host only.
inline void run_on_blocks(const char* label, const BlockTask& task, const Workspace& workspace, LocalIndex first,
                          ProgressHook* progress) {
  const RowBlocks rows = RowBlocks::of(workspace.rows(), workspace.width());
  const RowBlocks ghosts = RowBlocks::of(workspace.ghosts(), workspace.width());
  for_shares(label, first, rows.count() + ghosts.count(), RunTask{task, rows, ghosts}, progress);
}

/// The elements of a device loop, whose body is passed as an argument however large it is. By default Kokkos copies
/// bodies above 512 bytes to constant memory, and waits for the kernel before that reads it.
inline auto device_range(Offset elements) {
  return Kokkos::Experimental::require(Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, elements),
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

/// Runs `body` over all rows and over the ghosts of the workspace, which do not count in sums. Returns its dots × width
/// sums, those of a dot product consecutively. On a host, polls `progress` unless it is null.
template <class Body>
std::vector<double> launch(const char* label, const Body& body, Workspace& workspace, ProgressHook* progress) {
  const Offset rows = Offset{workspace.rows()} + workspace.ghosts();
  if constexpr (on_host) {
    const FusedTask<Body> task(body, workspace, no_vector);
    run_on_blocks(label, task, workspace, 0, progress);
    return workspace.add_blocks(task.sums());
  } else if constexpr (Body::dots == 0) {
    Kokkos::parallel_for(label, device_range(rows * workspace.width()), Elements<Body>{body});
    return {};
  } else if constexpr (Body::compiled_width == Width::one) {
    // The result is in pinned host memory, which the device writes without a copy.
    const Kokkos::View<DeviceSums<Body::dots>, PinnedMemory> result(
        reinterpret_cast<DeviceSums<Body::dots>*>(workspace.pinned().room(Body::dots)));
    const Offset threads = std::min(rows, Offset{Exec().concurrency()});
    Kokkos::parallel_reduce(label, device_range(threads), SumOfOne<Body>{body, rows, threads},
                            Kokkos::Sum<DeviceSums<Body::dots>, PinnedMemory>(result));
    Exec().fence(label);
    return std::vector<double>(result().value, result().value + Body::dots);
  } else {
    const std::size_t sums = static_cast<std::size_t>(Body::dots) * workspace.width();
    const Kokkos::View<double*, PinnedMemory, Kokkos::MemoryUnmanaged> result(workspace.pinned().room(sums), sums);
    Kokkos::parallel_reduce(label, device_range(rows), SumOfAny<Body>{sums, body}, result);
    Exec().fence(label);
    return std::vector<double>(result.data(), result.data() + sums);
  }
}

}  // namespace minikrylov

template <int D> struct Kokkos::reduction_identity<minikrylov::DeviceSums<D>> {
  KOKKOS_FORCEINLINE_FUNCTION static minikrylov::DeviceSums<D> sum() { return {}; }
};
