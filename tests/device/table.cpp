// A table of device performance: copy and triad, fused kernels, products, substitutions; launches, synchronisations,
// and what a reduction takes.
//   device_table [POINTS…]   points in each direction, 64 128 256 if none are given; one rank
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstring>

#include "comm/runtime/runtime.hpp"
#include "kernels/fusion/kernels.hpp"
#include "kernels/measure/bandwidth.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/solve.hpp"
#include "problems/require.hpp"
#include "tests/device/counted_calls.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov {
namespace {

constexpr int timed_iterations = 10, timed_calls = 20;
constexpr int counted_iterations = 8;  // whole blocks of methods that take two or four steps at a time

/// The rows of one size, with the rate of its copy to compare with.
class SizeTable {
 public:
  explicit SizeTable(LocalIndex points) : points_(points) {
    const Bandwidth bandwidth = measure_bandwidth(Offset{points} * points * points);
    copy_ = bandwidth.copy;
    add("copy", bandwidth.copy, 0);
    add("triad", bandwidth.triad, 0);
    add("dot product", bandwidth.dot, 0);
  }

  [[nodiscard]] LocalIndex points() const { return points_; }
  void add(const std::string& what, double bytes_per_second, double seconds) {
    table_.add({what, fmt::format("{:.1f}", bytes_per_second / 1e9),
                fmt::format("{:.0f} %", 100 * bytes_per_second / copy_),
                seconds > 0 ? fmt::format("{:.1f}", 1e6 * seconds) : "-"});
  }
  void print() const {
    std::printf("\n%d x %d x %d points\n%s", points_, points_, points_, table_.text(2).c_str());
    std::fflush(stdout);
  }

 private:
  LocalIndex points_;
  double copy_ = 0;
  TextTable table_{{"", "GB/s", "of copy", "µs per call"}};
};

/// Seconds of one call between fences, the fewest of several, as bandwidths and kernels of methods are measured.
template <class Call> double seconds_of(const Call& call) {
  call();
  double best = 1e30;
  for (int k = 0; k < timed_calls; ++k) {
    Exec().fence("before a call");
    const double began = wall_time();
    call();
    Exec().fence("after a call");
    best = std::min(best, wall_time() - began);
  }
  return best;
}

Problem problem_of(Family family, LocalIndex n) {
  return family == Family::cg ? make_problem(ProblemKind::poisson3d_7, {n, n, n})
                              : make_problem(ProblemKind::convection_diffusion, {n, n, n}, {.peclet = 100});
}

System build(const Problem& problem, MatrixLayout layout) {
  const Communicator ranks;
  layout.ordered_rows = OrderedRows::kept;
  return build_system(problem, make_partition(problem.grid, 1, std::nullopt, problem.dofs()), ranks, layout,
                      GpuAwareMpi::automatic);
}

/// Each kernel of each method, timed between fences.
void add_methods(SizeTable& table) {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  ProgressLine silent(nullptr);
  for (const Family family : {Family::cg, Family::bicgstab}) {
    const System system = build(problem_of(family, table.points()), {.chunk = usual_chunk});
    const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {});
    const RightHandSides sides = make_right_hand_sides(system, A, 1);
    for (const CatalogueRow& row : catalogue()) {
      if (row.family != family) continue;
      MethodOptions how;
      how.fixed_iterations = timed_iterations;
      const auto M =
          row.preconditioning == Preconditioning::any ? PreconditionerChoice::jacobi : PreconditionerChoice::none;
      const auto norm = row.norms == KnownNorms::natural ? ResidualNorm::natural : ResidualNorm::unpreconditioned;
      const SolveRecord solved = solve({row.name, M, norm}, how, {.repetitions = 1, .warm_up = 1}, {},
                                       {system, A, sides, ranks, triad}, silent);
      for (const KernelRow& kernel : solved.kernels)
        if (kernel.seconds > 0)
          table.add(fmt::format("{}: {}", row.name, kernel.name), bytes_of(kernel) / kernel.seconds,
                    kernel.seconds / static_cast<double>(kernel.calls));
    }
  }
}

void add_product(SizeTable& table, const std::string& name, const System& system, int width) {
  const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {});
  const Vector x = make_vector("x", system.rows, system.ghosts, width), y = make_vector("y", system.rows, 0, width);
  fill(x, 1);
  const double seconds = seconds_of([&] { A.apply(x, y, {}); });
  const Cost cost = A.cost(width);
  table.add(fmt::format("{}, m = {}", name, width), (cost.bytes_read + cost.bytes_written) / seconds, seconds);
}

void add_products(SizeTable& table) {
  constexpr int widths[] = {1, 4, 16};
  const LocalIndex n = table.points(), of_body = std::max(2, n / 4);
  const Problem poisson = make_problem(ProblemKind::poisson3d_7, {n, n, n});
  const Problem body = make_problem(ProblemKind::elasticity3d, {of_body, of_body, of_body});
  const auto add_all = [&](const std::string& name, const Problem& problem, const MatrixLayout& layout) {
    const System system = build(problem, layout);
    for (const int width : widths) add_product(table, name, system, width);
  };
  add_all("A x, crs", poisson, {.format = MatrixFormat::crs});
  for (const int chunk : {8, 16, 32, 64}) add_all(fmt::format("A x, sell, C = {}", chunk), poisson, {.chunk = chunk});
  add_all("A x, sell, lossless codes", poisson, {.chunk = usual_chunk, .compression = Compression::lossless});
  for (const int chunk : {16, 32})
    add_all(fmt::format("A x, 3x3 blocks, C = {}, {}³ points", chunk, of_body), body,
            {.format = MatrixFormat::sell_block, .chunk = chunk});
  const System system = build(poisson, {.chunk = usual_chunk});
  const Vector x = make_vector("x", system.rows, 0, 1), y = make_vector("y", system.rows, system.ghosts, 1);
  const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {});
  const double seconds = seconds_of([&] { A.apply_transposed(x, y); });
  table.add("Aᵀ x, sell", (A.cost(1).bytes_read + A.cost(1).bytes_written) / seconds, seconds);
}

/// Both sweeps of IC(0).
void add_sweeps(SizeTable& table) {
  const LocalIndex n = table.points();
  const Communicator ranks;
  for (const OrderingChoice ordering : {OrderingChoice::red_black, OrderingChoice::multicolour})
    for (const MatrixFormat format : {MatrixFormat::crs, MatrixFormat::sell}) {
      const System system = build(make_problem(ProblemKind::poisson3d_7, {n, n, n}),
                                  {.format = format, .chunk = usual_chunk, .ordering = ordering});
      const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, {});
      const auto M = make_preconditioner(PreconditionerChoice::ic0, {}, system, A, ranks);
      for (const int width : {1, 16}) {
        const Vector r = make_vector("r", system.rows, 0, width), z = make_vector("z", system.rows, 0, width);
        fill(r, 1);
        const double seconds = seconds_of([&] { M->apply(r, z, nullptr); });
        const Cost cost = M->cost(width);
        table.add(fmt::format("IC(0) sweeps, {}, {}, m = {}", name_of(ordering), name_of(format), width),
                  (cost.bytes_read + cost.bytes_written) / seconds, seconds);
      }
    }
}

/// Of one iteration with one right-hand side on one rank: the difference of two solves, which begin alike.
void print_counts() {
  TextTable table({"method", "launches and copies per iteration", "synchronisations per iteration"});
  for (const CatalogueRow& row : catalogue()) {
    const test::Distributed system(problem_of(row.family, 16));
    const auto calls_of = [&](int count) {
      const CountedCalls before = counted_calls();
      static_cast<void>(system.solve(row, {.fixed_iterations = count}));
      return counted_calls() - before;
    };
    const CountedCalls some = calls_of(counted_iterations), spent = calls_of(2 * counted_iterations) - some;
    table.add({std::string(row.name), fmt::format("{:.2f}", 1.0 * spent.launches / counted_iterations),
               fmt::format("{:.2f}", 1.0 * spent.fences / counted_iterations)});
  }
  std::printf("\n%s", table.text(2).c_str());
}

/// Of few rows, so that it takes the time of a launch and of waiting for it.
void print_reduction() {
  constexpr LocalIndex rows = 64;
  const Vector x = make_vector("x", rows, 0, 1);
  fill(x, 1);
  const Vec<0> of_dot(x, "x");
  Kernels kernels(rows, 1);
  // One after the other: each waits for its sum anyway.
  const double seconds = seconds_of([&] {
                           for (int k = 0; k < timed_calls; ++k) static_cast<void>(kernels.run(dot(of_dot, of_dot)));
                         }) /
                         timed_calls;
  std::printf("\n  a reduction of %d rows takes %.1f µs\n", rows, 1e6 * seconds);
}

std::vector<LocalIndex> sizes_of(const Runtime& runtime) {
  std::vector<LocalIndex> sizes;
  for (int k = 1; k < runtime.argument_count(); ++k) {
    const char* const word = runtime.arguments()[k];
    LocalIndex points = 0;
    const auto [end, error] = std::from_chars(word, word + std::strlen(word), points);
    require(error == std::errc() && *end == '\0' && points >= 2 && points <= 400,
            "\"{}\" is not a number of points (2 to 400 in each direction) give some, like 64 128", word);
    sizes.push_back(points);
  }
  return sizes.empty() ? std::vector<LocalIndex>{64, 128, 256} : sizes;
}

int print_table(const Runtime& runtime) {
  require(Communicator().size() == 1, "the table is of one device (there are {} ranks) start it on one",
          Communicator().size());
  const std::vector<LocalIndex> sizes = sizes_of(runtime);
  const Array<double> first("first", 1);  // an emulated device takes its callbacks now
  count_launches();
  std::printf("%s%s\n", Exec::name(), device_is_emulated ? std::string(emulated_device).c_str() : "");
  print_counts();
  print_reduction();
  for (const LocalIndex points : sizes) {
    SizeTable table(points);
    add_methods(table);
    add_products(table);
    add_sweeps(table);
    table.print();
  }
  return 0;
}

}  // namespace
}  // namespace minikrylov

int main(int argc, char** argv) {
  minikrylov::count_calls();
  return minikrylov::run(argc, argv, minikrylov::print_table);
}
