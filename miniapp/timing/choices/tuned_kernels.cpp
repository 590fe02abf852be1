// Runs the kernels by which a tuning is chosen, on systems made for them.
#include "miniapp/timing/choices/tuned_kernels.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/settings/matrix_options.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/source.hpp"

namespace minikrylov {
namespace {

constexpr int wide = 16;
constexpr LocalIndex layer_points = 128;  ///< in x and y: with 16 right-hand sides a layer takes 2 MiB

/// Layers per thread: a vector of 12 MB with 16 right-hand sides; of 6 MB with one, more than what is streamed at the
/// least.
constexpr double few_layers = 6, many_layers = 48;

/// Points of blocks per thread: 23 MB for memory, 3 MB for a shared cache.
constexpr double many_points = 12'000, few_points = 1'500;

/// Points in each direction of a cube with about `points` points.
LocalIndex edge_of(double points) { return std::max<LocalIndex>(8, static_cast<LocalIndex>(std::cbrt(points))); }

std::shared_ptr<const DistributedMatrix> operator_of(const System& system, const Tuning& tuning) {
  return std::make_shared<const DistributedMatrix>(*system.matrix, *system.halo, system.ghost_groups, HaloOverlap{},
                                                   tuning);
}

}  // namespace

std::shared_ptr<const System> TunedKernels::build(ProblemKind kind, GridSize size, MatrixFormat format) const {
  // Slabs, so that layers stay whole.
  const SystemSource source{.problem = {.kind = kind, .size = size},
                            .partition = {.ranks_grid = {{1, 1, ranks_.size()}}}};
  const MatrixLayout layout{.format = format, .chunk = usual_chunk};
  return std::make_shared<const System>(build_system(source, layout, GpuAwareMpi::automatic, ranks_).system);
}

const System& TunedKernels::cube() {
  constexpr double points = 100'000;  // per thread: 24 MB
  const LocalIndex n = std::max<LocalIndex>(edge_of(points * threads()), ranks_.size());
  if (cube_ == nullptr) cube_ = build(ProblemKind::poisson3d_27, {n, n, n}, MatrixFormat::sell);
  return *cube_;
}

const System& TunedKernels::blocks() {
  const LocalIndex n = std::max<LocalIndex>(edge_of(many_points * threads()), ranks_.size());
  if (blocks_ == nullptr) blocks_ = build(ProblemKind::elasticity3d, {n, n, n}, MatrixFormat::sell_block);
  return *blocks_;
}

const System& TunedKernels::few_blocks() {
  const LocalIndex n = std::max<LocalIndex>(edge_of(few_points * threads()), ranks_.size());
  if (few_blocks_ == nullptr) few_blocks_ = build(ProblemKind::elasticity3d, {n, n, n}, MatrixFormat::sell_block);
  return *few_blocks_;
}

const System& TunedKernels::layers(double depth) {
  std::shared_ptr<const System>& made = layers_[depth];
  const auto n = static_cast<LocalIndex>(depth * threads());
  if (made == nullptr) made = build(ProblemKind::poisson3d_7, {layer_points, layer_points, n}, MatrixFormat::sell);
  return *made;
}

const std::vector<Vector>& TunedKernels::vectors(LocalIndex rows, LocalIndex ghosts, int width, int count) {
  std::vector<Vector>& made = vectors_[{rows, ghosts, width}];
  for (int k = static_cast<int>(made.size()); k < count; ++k) made.push_back(make_vector("v", rows, ghosts, width, k));
  return made;
}

std::function<void()> TunedKernels::product(const System& system, int width, const Tuning& tuning) {
  const auto A = operator_of(system, tuning);
  const std::vector<Vector>& v = vectors(system.rows, system.ghosts, width);
  return [A, p = v[0], q = v[1]] { A->apply(p, q, {}); };
}

std::function<void()> TunedKernels::update(Offset bytes, int times, const Tuning& tuning) {
  const auto rows = static_cast<LocalIndex>(bytes * host_threads() / (wide * Offset{sizeof(double)}));
  const std::vector<Vector>& v = vectors(rows, 0, wide);
  const auto kernels = std::make_shared<Kernels>(rows, wide, Execution{.tuning = tuning});
  return [kernels, times, p = Vec<0>(v[0], "p"), q = Vec<1>(v[1], "q"), r = Vec<2>(v[2], "r")] {
    for (int k = 0; k < times; ++k) static_cast<void>(kernels->run(r = r - 0.5 * q, p = r + 0.5 * p, dot(r, p)));
  };
}

std::function<void()> TunedKernels::two_updates(Offset bytes, int times, const Tuning& tuning) {
  const auto rows = static_cast<LocalIndex>(bytes * host_threads() / (wide * Offset{sizeof(double)}));
  const std::vector<Vector>& v = vectors(rows, 0, wide);
  const auto kernels = std::make_shared<Kernels>(rows, wide, Execution{.tuning = tuning});
  return [kernels, times, r = Vec<0>(v[0], "r"), q = Vec<1>(v[1], "q"), z = Vec<2>(v[2], "z"), w = Vec<3>(v[3], "w")] {
    for (int k = 0; k < times; ++k) {
      kernels->run(z = r + 0.5 * q);
      kernels->run(w = z + 0.5 * q);
    }
  };
}

template <class Run>
std::function<void()> TunedKernels::around_product(double depth, int width, const Tuning& tuning, const Run& run) {
  const System& system = layers(depth);
  const std::shared_ptr<const Operator> A = operator_of(system, tuning);
  const std::vector<Vector>& v = vectors(system.rows, system.ghosts, width);
  const auto kernels = std::make_shared<Kernels>(system.rows, width, Execution{.tuning = tuning});
  return [A, kernels, run, p = Vec<0>(v[0], "p"), q = Vec<1>(v[1], "q"), r = Vec<2>(v[2], "r")] {
    run(*kernels, *A, p, q, r);
  };
}

std::function<void()> TunedKernels::streamed_product(const Tuning& tuning) {
  return around_product(many_layers, 1, tuning, [](Kernels& k, const Operator& A, auto p, auto q, auto /*r*/) {
    static_cast<void>(k.run(q = A * p, dot(p, q)));
  });
}

std::function<void()> TunedKernels::filling(const Tuning& tuning) {
  return around_product(many_layers, 1, tuning, [](Kernels& k, const Operator& A, auto p, auto q, auto r) {
    static_cast<void>(k.run(p = 0.5 * r, q = A * p, dot(p, q)));
  });
}

std::function<void()> TunedKernels::look_ahead(int width, const Tuning& tuning) {
  return around_product(few_layers, width, tuning, [](Kernels& k, const Operator& A, auto p, auto q, auto r) {
    static_cast<void>(k.run(p = r + 0.5 * p, q = A * p, dot(p, q)));
  });
}

std::function<void()> TunedKernels::panel(LocalIndex rows, const Tuning& tuning) {
  constexpr int columns = 17;  // as CA-BiCGStab with four steps
  const std::vector<Vector>& v = vectors(rows, 0, 1, columns + 3);
  const auto kernels = std::make_shared<Kernels>(rows, 1, Execution{.tuning = tuning});
  return [kernels, Y = Panel{{v.begin() + 3, v.end()}, "Y"}, x = Vec<0>(v[0], "x"), p = Vec<1>(v[1], "p"),
          r = Vec<2>(v[2], "r"), c = Coordinates(columns, 1)] {
    static_cast<void>(kernels->run(transposed(Y) * Y));
    kernels->run(at_once(Scalars(1, 1), x = x + Y * c, p = Y * c, r = Y * c));
  };
}

std::function<void()> TunedKernels::run_of(TunedKernel kernel, const Tuning& tuning) {
  // Bytes of a vector per thread: for the second level of cache, for a shared one, for memory, and for a panel of
  // twenty in memory.
  constexpr Offset tiny = Offset{1} << 17, small = Offset{4} << 20, large = Offset{12} << 20, of_many = Offset{1} << 20;
  switch (kernel) {
    case TunedKernel::product:
      return product(cube(), 1, tuning);
    case TunedKernel::block_product:
      return [many = product(few_blocks(), 1, tuning), one = product(blocks(), 1, tuning)] {
        for (int k = 0; k < static_cast<int>(many_points / few_points); ++k) many();
        one();
      };
    case TunedKernel::wide_product:
      return product(layers(few_layers), wide, tuning);
    case TunedKernel::update:
      return update(large, 1, tuning);
    case TunedKernel::cached_update:
      return update(tiny, static_cast<int>(large / tiny), tuning);
    case TunedKernel::two_updates:
      return [four = two_updates(small, static_cast<int>(large / small), tuning), one = two_updates(large, 1, tuning)] {
        four();
        one();
      };
    case TunedKernel::streamed_product:
      return streamed_product(tuning);
    case TunedKernel::filling:
      return filling(tuning);
    case TunedKernel::look_ahead:
      return [narrow = look_ahead(4, tuning), broad = look_ahead(wide, tuning)] {
        narrow();
        broad();
      };
    case TunedKernel::panel:
      return panel(static_cast<LocalIndex>(of_many * host_threads() / Offset{sizeof(double)}), tuning);
  }
  return {};
}

}  // namespace minikrylov
