// Predictions of measured s-step methods, against times worked out by hand.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "tests/miniapp/model/measured_solves.hpp"

namespace minikrylov::test {

using Catch::Matchers::WithinRel;
using Kind = ModelStep::Kind;

TEST_CASE("powers of s-step methods: one sum per s steps, and one exchange or one per product") {
  const MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("ca-cg");
  s.steps = 4;
  s.emulated_latency = 500e-3;
  const MethodShape shape = shape_of(s);
  CHECK(shape.iterations == 4);
  CHECK(shape.products() == 7);
  CHECK(shape.sums() == 1);
  // 4 · 32 MB of vectors, 7 products and a vector more for each recurrence; then a sum of 1 + 500 ms
  const double local = 4 * 32e-3 + 7 * 108e-3, sum = 501e-3;
  s.powers_halo = "rounds";
  CHECK_THAT(by_transfer(s, shape, m), WithinRel((local + sum + 7 * 500.1e-3) / 4, 1e-12));
  s.powers_halo = "deep";
  s.redundant_rows = 200000;  // in a pass over both chains: a fifth of all rows
  CHECK_THAT(by_transfer(s, shape, m), WithinRel((local + 0.2 * 108e-3 + sum + 500.1e-3) / 4, 1e-12));
}

TEST_CASE("a measured solve is predicted with the inner products of its own basis") {
  if (!on_host) SKIP("moments are for hosts");
  MeasuredSolve s = millisecond_solve("ca-cg");
  s.steps = 4;
  const auto values = [&](const char* basis) {
    s.basis = basis;
    return values_of(shape_of(s));
  };
  CHECK(values("chebyshev") == 6 * 4);
  CHECK(values("monomial") == 9 * 10 / 2);
  CHECK(values("newton") == 9 * 10 / 2);
  CHECK(values("") == 6 * 4);  // of files that do not say
}

TEST_CASE("powers in tiles: the matrix from memory once, or as much faster as set-up has measured") {
  MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("ca-cg");
  s.steps = 4;
  s.powers_halo = "deep";
  s.tile_rows = 1000;
  const MethodShape shape = shape_of(s);
  const double beside = 4 * 32e-3 + 1e-3 + 0.1e-3;  // vectors, a sum and an exchange
  const auto seconds = [&](double powers) { return WithinRel((beside + powers) / 4, 1e-12); };
  CHECK_THAT(by_transfer(s, shape, m), seconds(7 * 108e-3));  // a cache that is no faster
  m.cache_bandwidth = 3e9;
  CHECK_THAT(by_transfer(s, shape, m), seconds(7 * 36e-3));
  m.cache_bandwidth = 100e9;
  CHECK_THAT(by_transfer(s, shape, m), seconds(84e-3 + 9 * 8e-3));  // two vectors read, seven written
  s.redundant_rows = 200000;
  CHECK_THAT(by_transfer(s, shape, m), seconds(84e-3 + 9 * 8e-3 + 0.2 * 108e-3));
  s.tile_pass_seconds = 0.4;  // with its exchange and its redundant rows
  s.tile_gain_products = 7;
  const auto measured = [&](double powers) { return WithinRel((4 * 32e-3 + 1e-3 + powers) / 4, 1e-12); };
  CHECK_THAT(by_transfer(s, shape, m), measured(0.4));
  s.tile_pass_seconds = 0.1;  // less than the bytes, at the triad beside the solve
  CHECK_THAT(by_transfer(s, shape, m), measured(84e-3 + 9 * 8e-3));
  s.tile_rows = 0;  // one product after the other
  s.redundant_rows = 0;
  s.product_seconds = 120e-3;  // a product takes 20 ms longer than its bytes
  s.product_triad = 1e9;
  CHECK_THAT(by_transfer(s, shape, m), seconds(7 * (108e-3 + 19.9e-3)));  // 0.1 ms of them for its halo
  s.product_seconds = 100.05e-3;                                          // less than the halo alone
  CHECK_THAT(by_transfer(s, shape, m), seconds(7 * 108e-3));
}

TEST_CASE("what tiles take in caches follows neither the bandwidth of memory nor those who wait for it") {
  MachineModel m = millisecond_machine();
  m.cache_bandwidth = 100e9;
  MeasuredSolve s = millisecond_solve("ca-cg");
  s.steps = 4;
  s.powers_halo = "deep";
  s.tile_rows = 1000;
  s.tile_pass_seconds = 0.4;
  s.tile_gain_products = 7;
  s.product_seconds = 100.1e-3;  // its bytes and its halo
  s.product_triad = 1e9;
  const MethodShape shape = shape_of(s);
  const double vectors = 4 * 32e-3, memory = 84e-3 + 9 * 8e-3, cache = 0.4 - memory, beside = 1e-3;
  CHECK_THAT(4 * by_transfer(s, shape, m), WithinRel(vectors + memory + cache + beside, 1e-12));
  s.tile_gain_triad = 0.5e9;  // when they were measured, memory took twice as long
  CHECK_THAT(4 * by_transfer(s, shape, m), WithinRel(vectors + memory + (0.4 - 2 * memory) + beside, 1e-12));
  s.tile_gain_triad = 0;
  s.triad = 2e9;  // twice as fast as at set-up
  CHECK_THAT(4 * by_transfer(s, shape, m), WithinRel(vectors / 2 + memory / 2 + cache + beside, 1e-12));
  s.triad = 1e9;
  s.emulated_latency = 1e3;  // so that half of a rank's work is done alone
  const auto work = [&] { return 4 * by_transfer(s, shape, m) - 2 * s.emulated_latency - beside; };
  m.rank_bandwidth = 1e9;  // all of the memory
  CHECK_THAT(work(), WithinRel(0.75 * (vectors + memory) + cache, 1e-3));
  s.sharing = 2;  // and all of a processor
  CHECK_THAT(work(), WithinRel(0.75 * (vectors + memory + cache), 1e-3));
}

TEST_CASE("each power takes as long in tiles as one of both chains in the pass that was measured") {
  MachineModel m = millisecond_machine();
  m.cache_bandwidth = 100e9;
  MeasuredSolve s = millisecond_solve("pipe2cg-powers");
  s.preconditioner = "jacobi";
  s.powers_halo = "deep";
  s.tile_rows = 1000;
  const MethodShape shape = shape_of(s);
  REQUIRE(shape.products() == 2);
  const auto seconds = [&] { return by_transfer(s, shape, m) * shape.iterations; };
  s.tile_pass_seconds = 1e-3;  // less than its bytes
  s.tile_gain_products = 7;
  const double from_memory = seconds();
  // Matrix and nine vectors take 156 ms, and each of four powers 61 ms more; here it is two powers of one chain.
  s.tile_pass_seconds = 0.4;
  CHECK_THAT(seconds() - from_memory, WithinRel(2 * 61e-3, 1e-9));
  s.tile_gain_products = 3;  // two powers: matrix and five vectors take 124 ms
  CHECK_THAT(seconds() - from_memory, WithinRel(0.4 - 124e-3, 1e-9));
}

TEST_CASE("the arithmetic of Gram matrices takes its time where that is longer than reading the vectors") {
  MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("cg");
  const MethodShape gram{.steps = {{.vectors = 4},
                                   {.products = 1},
                                   {.kind = Kind::sum_starts, .values = 17 * 18 / 2},
                                   {.kind = Kind::sum_finishes}}};
  const double unknown = by_transfer(s, gram, m);
  m.gram_rate = 1e9;  // 153 products of 17 vectors of 8 MB: 153 ms, of which reading them takes 136
  CHECK_THAT(by_transfer(s, gram, m) - unknown, WithinRel(17e-3, 1e-9));
  m.gram_rate = 2e9;
  CHECK(by_transfer(s, gram, m) == unknown);
  m.gram_rate = 1e9;
  s.products_fused = 1;  // then sums are made beside products, which memory hides
  CHECK(by_transfer(s, gram, m) == unknown);
  s.tile_rows = 1000;  // of a polynomial
  CHECK(by_transfer(s, gram, m) == unknown);
  s.steps = 4;  // but those of blocks have their vectors in caches
  CHECK_THAT(by_transfer(s, gram, m) - unknown, WithinRel(153e-3, 1e-9));
}

}  // namespace minikrylov::test
