// What a method hides of a slow network, with one product that takes exactly as long as a message.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "comm/reduction/emulated.hpp"
#include "tests/comm/sum_order.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov {
namespace {

constexpr double slow_seconds = 4e-3;  // long compared with everything else between start and finish

/// A product that takes at least a given time.
class SlowProduct final : public Operator {
 public:
  explicit SlowProduct(const Operator& A) : A_(A) {}
  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    const double began = wall_time();
    A_.apply(x, y, around);
    Exec().fence();
    wait_until(began + slow_seconds);
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { A_.apply_transposed(x, y); }
  [[nodiscard]] Fusible fuses(int width) const override { return A_.fuses(width); }
  [[nodiscard]] Cost cost(int width) const override { return A_.cost(width); }

 private:
  const Operator& A_;
};

/// Records how long each sum was waited for: by the network's clock, which a busy machine does not disturb.
class Waits final : public Reduction {
 public:
  explicit Waits(EmulatedReduction& observed) : observed_(observed) {}
  void start(std::span<double> values, std::string_view label) override { observed_.start(values, label); }
  void finish() override {
    const double before = observed_.waiting().exposed_seconds;
    observed_.finish();
    exposed.push_back(observed_.waiting().exposed_seconds - before);
  }
  void progress() override { observed_.progress(); }

  std::vector<double> exposed;

 private:
  EmulatedReduction& observed_;
};

/// The share of a message's time that `method` hides: the median of its sums, on the rank with the minimum.
double hidden_share(std::string_view method, ReductionKind kind) {
  const test::Distributed distributed(make_problem(ProblemKind::poisson2d_5, {12, 12, 1}));
  const Communicator ranks;
  const SlowProduct A(distributed.A());
  const Identity M;
  const RightHandSides sides = make_right_hand_sides(distributed.system(), A, 1);
  VectorPool pool;
  MethodRun run{.row = *find_method(method),
                .A = A,
                .M = M,
                .system = {sides.b, make_vector("x", distributed.system().rows, distributed.system().ghosts, 1)},
                .how = {},
                .rule = {},
                .parameters = {},
                .pool = pool};
  run.rule.fixed_iterations = 8;
  run.rule.reference = {1};
  const EmulatedNetwork network{.latency = slow_seconds};
  EmulatedReduction reduction(make_reduction(kind, ranks, network), kind, network);
  Waits waits(reduction);
  static_cast<void>(run_method(run, waits));
  std::sort(waits.exposed.begin(), waits.exposed.end());
  return ranks.reduce(1 - waits.exposed[waits.exposed.size() / 2] / slow_seconds, ReduceBy::minimum);
}

}  // namespace

TEST_CASE("pipecg hides at least 80 % of a latency of one product, and pcg nothing") {
  const ReductionKind kind = GENERATE(ReductionKind::nonblocking, ReductionKind::point_to_point);
  CHECK(hidden_share("pipecg", kind) >= 0.8);
  CHECK(hidden_share("pcg", kind) <= 0.05);
}

namespace {

constexpr int few_iterations = 6;

/// Sums that take a while, with help of this kind.
test::Setting slow_network(ProgressKind kind) {
  test::Setting setting;
  setting.fixed_iterations = few_iterations;
  setting.reduction = ReductionKind::nonblocking;
  setting.progress = Progress({kind, 5});
  setting.network = {.latency = 50e-6};
  return setting;
}

}  // namespace

TEST_CASE("iterates are independent of network and progress") {
  const test::Distributed distributed(make_problem(ProblemKind::poisson2d_5, {40, 40, 1}));
  const ProgressKind kind = GENERATE(ProgressKind::manual, ProgressKind::thread);
  if (kind == ProgressKind::thread && !objection_to_progress_thread().empty()) SKIP("not allowed");
  const bool one_order = order_of_sums(ReductionKind::nonblocking, distributed.ranks()) == SumOrder::same;
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    const test::Solved plain = distributed.solve(row, {.fixed_iterations = few_iterations});
    const test::Solved moved = distributed.solve(row, slow_network(kind));
    const auto &a = plain.outcome.residual_history, &b = moved.outcome.residual_history;
    CHECK(distributed.ranks().reduce(test::largest_difference(plain.outcome, moved.outcome, 7, 1), ReduceBy::maximum) <=
          (one_order && test::repeats_exactly(row) ? 0 : 1e-10));
    CHECK(a.size() == b.size());
  }
}

TEST_CASE("loops between start and finish of a sum poll its messages") {
  if (!on_host) SKIP("loops on a device do not poll");
  const test::Distributed distributed(make_problem(ProblemKind::poisson2d_5, {40, 40, 1}));
  for (const CatalogueRow& row : catalogue()) {
    if (!row.name.starts_with("pipe")) continue;  // a classical method has no such loop
    INFO(row.name);
    test::Setting setting = slow_network(ProgressKind::manual);
    static_cast<void>(distributed.solve(row, setting));
    CHECK(setting.progress.counts().calls > 0);
  }
}

}  // namespace minikrylov
