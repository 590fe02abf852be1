// The execution-time models: machines as text, fits, formulas, curves.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/machine/fit.hpp"
#include "miniapp/model/predict.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/model/measured_solves.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

using Kind = ModelStep::Kind;

constexpr ModelStep sum_start{.kind = Kind::sum_starts, .values = 1}, sum_finish{.kind = Kind::sum_finishes},
    one_product{.products = 1}, ten_vectors{.vectors = 10};

MachineModel simple() {
  MachineModel m;
  m.memory_bandwidth = m.memory_read_bandwidth = m.cache_bandwidth = 1e9;
  m.cache_bytes = 1;
  return m;
}

}  // namespace

TEST_CASE("machines are read back as written, including the predefined ones") {
  for (const ShippedMachine& shipped : shipped_machines()) {
    INFO(shipped.name);
    const MachineModel a = load_machine(std::string(shipped.name)), b = parse_machine(machine_text(a), "copy");
    CHECK(a.name == shipped.name);
    CHECK_FALSE(a.source.empty());
    CHECK(a.source == b.source);
    CHECK(a.memory_bandwidth == b.memory_bandwidth);
    CHECK(a.cache_bandwidth == b.cache_bandwidth);
    CHECK(a.rank_bandwidth == 0);  // no paper has it
    CHECK(a.ranks_per_node == b.ranks_per_node);
    for (const double bytes : {8.0, 2048.0, 1e6}) {
      CHECK_THAT(a.local_seconds(bytes), WithinRel(b.local_seconds(bytes), 1e-3));
      CHECK_THAT(a.global_seconds(100, bytes), WithinRel(b.global_seconds(100, bytes), 1e-3));
    }
    CHECK_THAT(a.network.overhead, WithinRel(b.network.overhead, 1e-3));
    CHECK(a.noise == b.noise);
  }
  MachineModel one = simple();
  one.rank_bandwidth = 3e9;
  one.gram_rate = 5e9;
  CHECK(parse_machine(machine_text(one), "copy").rank_bandwidth == 3e9);
  CHECK(parse_machine(machine_text(one), "copy").gram_rate == 5e9);
}

TEST_CASE("an invalid machine is refused with its name") {
  CHECK_THROWS_WITH(load_machine("lomonosof"), ContainsSubstring("lomonosof") && ContainsSubstring("calibrate"));
  CHECK_THROWS_WITH(parse_machine("memory-bandwidth = fast\n", "x.ini"), ContainsSubstring("x.ini"));
  CHECK_THROWS_WITH(parse_machine("memory-bandwith = 1e9\n", "x.ini"), ContainsSubstring("x.ini"));
  CHECK_THROWS_WITH(parse_machine("memory-bandwidth = -1\n", "x.ini"), ContainsSubstring("memory-bandwidth"));
}

TEST_CASE("the predefined Lomonosov has equations (8) and (11)") {
  const MachineModel m = load_machine("lomonosov");
  CHECK_THAT(m.local_seconds(1000), WithinRel(2.4e-6 + 6.9e-8 * std::pow(1000, 0.56), 1e-12));
  CHECK_THAT(m.local_seconds(8000), WithinRel(3.2e-6 + 2e-9 * 8000, 1e-12));
  CHECK_THAT(m.global_seconds(128, 24), WithinRel(3.5e-6 + 1.7e-6 * std::pow(24, 0.21) * std::pow(128, 0.54), 1e-12));
}

TEST_CASE("a fit recovers the law behind the times") {
  const PowerLaw law{3.5e-6, 1.7e-6, 0.2, 0.54};
  std::vector<CommunicationTime> samples;
  for (const double nodes : {2, 4, 8, 64})
    for (const double bytes : {8, 32, 128, 4096}) samples.push_back({bytes, nodes, law.seconds(bytes, nodes)});
  const PowerLaw found = fit_power_law(samples, Exponents::of_bytes_and_nodes);
  CHECK_THAT(found.n0, WithinRel(law.n0, 1e-9));
  CHECK_THAT(found.n1, WithinRel(law.n1, 1e-9));
  CHECK_THAT(found.c0, WithinRel(law.c0, 1e-6));
  CHECK_THAT(found.c1, WithinRel(law.c1, 1e-6));
  const PowerLaw line = fit_line({{1000, 1, 3e-6}, {2000, 1, 5e-6}, {4000, 1, 9e-6}});
  CHECK_THAT(line.c0, WithinRel(1e-6, 1e-9));
  CHECK_THAT(line.c1, WithinRel(2e-9, 1e-9));
  // Times that decrease with the size must not give negative coefficients.
  const PowerLaw falling = fit_power_law({{8, 1, 2e-6}, {4096, 1, 1e-6}}, Exponents::of_bytes);
  CHECK((falling.c0 >= 0 && falling.c1 >= 0 && falling.n1 == 0));
}

TEST_CASE("a deep pipeline hides a sum behind several iterations") {
  MachineModel m = simple();
  m.ranks_per_node = 2;
  m.global = {1e-3, 0, 1, 0};
  m.gamma = 0;
  const Workload work{.rows = 1000, .matrix_bytes = 84000};  // a product takes 1e5 bytes / 1e9 = 1e-4 s
  const MethodShape one{.steps = {sum_start, one_product, sum_finish}},
      two{.steps = {sum_finish, sum_start, one_product}, .in_flight = 2};
  CHECK_THAT(iteration_seconds(one, work, m, DataIn::memory, 1), WithinRel(1e-3, 1e-12));
  CHECK_THAT(iteration_seconds(two, work, m, DataIn::memory, 1), WithinRel(0.5e-3, 1e-12));
  m.gamma = 1;
  CHECK_THAT(iteration_seconds(one, work, m, DataIn::memory, 1), WithinRel(1.1e-3, 1e-12));
  const MethodShape pairs{.iterations = 2, .steps = {sum_start, one_product, one_product, sum_finish}};
  CHECK_THAT(iteration_seconds(pairs, work, m, DataIn::memory, 1), WithinRel(0.6e-3, 1e-12));
}

TEST_CASE("SELL counts the stored matrix, and x and y once") {
  CHECK(product_bytes({.rows = 10, .nonzeros_per_row = 5, .rhs = 2}) == 10 * (8 * 2 * 6 + 4 * 16));
  CHECK(product_bytes({.rows = 10, .nonzeros_per_row = 5, .rhs = 2, .matrix_bytes = 700}) == 700 + 2 * 8 * 10 * 2);
}

TEST_CASE("LogGOPS: noise costs two sums as much as one, and a hidden sum less") {
  MachineModel m = simple();
  m.ranks_per_node = 1;
  m.network = {1e-6, 0.5e-6, 0, 0};
  const Workload work{.rows = 1024e5, .matrix_bytes = 1024e6};
  const MethodShape none{.steps = {ten_vectors, one_product}},
      one{.steps = {ten_vectors, sum_start, sum_finish, one_product}},
      two{.steps = {ten_vectors, sum_start, sum_finish, sum_start, sum_finish, one_product}},
      hidden{.steps = {ten_vectors, sum_start, one_product, sum_finish}};
  const auto seconds = [&](const MethodShape& shape) {
    return noisy_iteration_seconds(shape, work, m, DataIn::memory, 1024);
  };
  CHECK_THAT(seconds(one) - seconds(none), WithinRel(10 * 2e-6, 1e-6));
  CHECK_THAT(seconds(two) - seconds(none), WithinRel(20 * 2e-6, 1e-6));
  CHECK_THAT(seconds(hidden) - seconds(none), WithinRel(10 * 1e-6, 1e-6));  // the processor's share
  const double quiet_one = seconds(one), quiet_two = seconds(two), quiet_hidden = seconds(hidden);
  m.noise = 1e-4;
  const double h = std::log(1024) + 0.57721566490153286 + 1.0 / 2048;
  CHECK_THAT(seconds(one) - quiet_one, WithinRel(1e-4 * h, 1e-6));
  CHECK_THAT(seconds(two) - quiet_two, WithinRel(1e-4 * h, 1e-6));
  CHECK_THAT(seconds(hidden) - quiet_hidden, WithinRel(1e-4, 1e-6));  // a product of 2.6 ms absorbs the rest
}

TEST_CASE("curves of all methods, and the best of them") {
  PredictionPlan plan;
  plan.machine = load_machine("lomonosov");
  plan.workload = {.rows = 1e6, .nonzeros_per_row = 5, .message_bytes = 8000};
  plan.methods = {"bicgstab", "ibicgstab", "pipebicgstab", "pcg", "pipecg"};
  plan.gammas = {1, 0};
  plan.alphas = {2, 20};
  plan.places = {DataIn::memory};
  const std::vector<CurveRecord> curves = predict(plan);
  REQUIRE(curves.size() == 3 * 3 + 2 * 2 * 3);
  for (const CurveRecord& c : curves) {
    INFO(c.method);
    CHECK(c.nodes.front() == 1);
    CHECK(c.nodes.back() == 1000);
    CHECK(c.seconds.size() == c.nodes.size());
    for (std::size_t k = 0; k < c.nodes.size(); ++k) {
      CHECK((c.relative_performance[k] > 0 && c.relative_performance[k] <= 1));
      if (c.method == c.classical) CHECK_THAT(c.speedup[k], WithinRel(c.seconds[0] / c.seconds[k], 1e-12));
    }
  }
  CHECK_THAT(best_methods(curves),
             ContainsSubstring("γ = 1, 1 right-hand side, α = 0, data in memory: bicgstab, ibicgstab from 18 nodes"));
}

TEST_CASE("shapes of s-step methods: products, sums and values per s steps") {
  const int s = GENERATE(1, 2, 4, 8, 16);
  INFO("s = " << s);
  const auto upper_half = [](int n) { return n * (n + 1) / 2; };  // of a Gram matrix
  const MethodShape cg = paper_shape_of(*find_method("ca-cg"), {.steps = s});
  CHECK(cg.iterations == s);
  CHECK(cg.products() == 2 * s - 1);
  CHECK(cg.sums() == 1);
  CHECK(test::values_of(cg) ==
        (on_host && s > 1 ? 6 * s : upper_half(2 * s + 1)));  // moments, where there are enough columns
  if (s > 8) return;  // 32 powers of a small matrix are dependent: its blocks end early
  const MethodShape polynomial = paper_shape_of(find_method("ca-pcg")->with_polynomial(), {.steps = s});
  CHECK(polynomial.iterations == s);
  CHECK(polynomial.products() == 2 * s - 1);
  CHECK(polynomial.preconditions() == 2 * s - 1);
  CHECK(polynomial.sums() == 1);
  CHECK(polynomial.chains == 0);  // one product after the other
  const MethodShape pairs = paper_shape_of(*find_method("pipe2cg-powers"), {.steps = s});  // whatever s
  CHECK(pairs.iterations == 2);
  CHECK(pairs.products() == 2);
  CHECK(pairs.chains == 1);
  CHECK(pairs.sums() == 1);
  const MethodShape bicgstab = paper_shape_of(*find_method("ca-bicgstab"), {.steps = s});
  CHECK(bicgstab.iterations == s);
  CHECK(bicgstab.products() == 4 * s - 1);
  CHECK(bicgstab.sums() == 1);
}

TEST_CASE("inner products in other bases than Chebyshev's are all summed") {
  if (!on_host) SKIP("moments are for hosts");
  const auto shape = [](BasisKind basis) {
    return paper_shape_of(*find_method("ca-cg"), {.steps = 4, .basis = basis});
  };
  const MethodShape chebyshev = shape(BasisKind::chebyshev);
  CHECK(test::values_of(chebyshev) == 6 * 4);
  for (const BasisKind basis : {BasisKind::monomial, BasisKind::newton}) {
    INFO(name_of(basis));
    CHECK(shape(basis).iterations == 4);
    CHECK(test::values_of(shape(basis)) == 9 * 10 / 2);
    CHECK(shape(basis).vectors() == chebyshev.vectors());  // in separate kernels, all read their columns
  }
}

TEST_CASE("powers of A: the matrix once from memory, redundant rows, one exchange or one per product") {
  const PowersPass seven{.products = 7, .chains = 2};  // powers 4 and 3
  CHECK(seven.longest() == 4);
  CHECK(seven.redundant_layers() == 3 + 2 + 1 + 2 + 1);
  CHECK(PowersPass{.products = 5}.redundant_layers() == 4 + 3 + 2 + 1);
  MachineModel m = simple();
  m.cache_bandwidth = 100e9;
  m.ranks_per_node = 2;
  m.local_short = m.local_long = {1e-3, 0, 1, 0};
  const double n = 1e6;
  Workload work{.rows = n, .matrix_bytes = 84e6, .message_bytes = 8000, .neighbours = 2};
  CHECK(powers_bytes(work, seven) == 84e6 + 8e6 * 9);
  const MethodShape block{.iterations = 4, .steps = {{.products = 7}}, .chains = 2};
  // 1 GB/s; 9 layers of 1000 rows on both sides of two ranks, at 100 ms per product
  const double pass = 156e-3, redundant = 9 * 1000 * 2 * 2 / n * 100e-3;
  work.powers_halo = PowersHalo::deep;
  CHECK_THAT(iteration_seconds(block, work, m, DataIn::memory, 1), WithinRel((pass + redundant + 1e-3) / 4, 1e-12));
  work.powers_halo = PowersHalo::rounds;
  CHECK_THAT(iteration_seconds(block, work, m, DataIn::memory, 1), WithinRel((pass + 7e-3) / 4, 1e-12));
  m.cache_bandwidth = 2e9;  // seven products of 100 MB from the cache take longer than 156 MB from memory
  CHECK_THAT(iteration_seconds(block, work, m, DataIn::memory, 1), WithinRel((350e-3 + 7e-3) / 4, 1e-12));
  // A polynomial of 3 products: z = D⁻¹ r moves three vectors, then 84 MB and 4 vectors; three exchanges
  m.cache_bandwidth = 100e9;
  work.chebyshev_degree = 3;
  const MethodShape preconditioned{.steps = {{.preconditions = 1}}};
  CHECK_THAT(iteration_seconds(preconditioned, work, m, DataIn::memory, 1), WithinRel(3 * 8e-3 + 116e-3 + 3e-3, 1e-12));
  m.network = {.latency = 1e-3, .overhead = 0.5e-3, .gap_per_byte = 0, .overhead_per_byte = 0};
  CHECK_THAT(noisy_iteration_seconds(preconditioned, work, m, DataIn::memory, 1),
             WithinRel(3 * 8e-3 + 116e-3 + 3 * 2e-3, 1e-12));
}

TEST_CASE("the best s is named by number of nodes") {
  PredictionPlan plan;
  plan.machine = load_machine("lomonosov");
  plan.workload = {.rows = 1e6, .nonzeros_per_row = 5, .message_bytes = 8000};
  plan.methods = {"cg", "ca-cg"};
  plan.gammas = {1};
  plan.alphas = {2};
  plan.places = {DataIn::memory};
  plan.steps = {2, 4};
  std::vector<CurveRecord> curves = predict(plan);
  REQUIRE(curves.size() == 2 * 3);
  CHECK_FALSE(curves[0].steps);
  CHECK(curves[2].steps == 2);
  plan.machine.global.c0 = 1;  // sums cost more than everything else: the fewer, the better
  curves = predict(plan);
  CHECK_THAT(best_methods(curves), ContainsSubstring("ca-cg (s = 4)"));
  plan.workload.chebyshev_degree = 4;
  plan.methods = {"pcg", "ca-pcg"};
  curves = predict(plan);
  CHECK(curves.size() == 2 * 3);
  CHECK_THAT(best_methods(curves), ContainsSubstring("ca-pcg (s = 4)"));
}

TEST_CASE("numbers of nodes ascend from one to the maximum") {
  const double most = GENERATE(1.0, 2.0, 10.0, 128.0, 1e6);
  const std::vector<double> counts = node_counts(most);
  CHECK(counts.front() == 1);
  CHECK(counts.back() == most);
  for (std::size_t k = 1; k < counts.size(); ++k) CHECK(counts[k] > counts[k - 1]);
}

}  // namespace minikrylov
