// Predictions of measured solves, against times worked out by hand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "tests/miniapp/model/measured_solves.hpp"

namespace minikrylov::test {

using Catch::Matchers::WithinRel;

TEST_CASE("a measured solve is predicted from its own counts and triad") {
  MachineModel m = millisecond_machine();
  MeasuredSolve s = solve_on_one_rank();
  // 4 vectors of 16 kB, the matrix, x and y, at 1 GB/s; a single rank has neither halo nor sums
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel((4 * 16e3 + 60e3 + 32e3) / 1e9, 1e-12));
  s.triad = 2e9;  // the machine was twice as fast that day
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel((4 * 16e3 + 60e3 + 32e3) / 2e9, 1e-12));
  // Reads reach 2.5e9, a triad 2e9: its 24 bytes take as long as 30, so 6 of 8 written bytes are fetched first.
  m.memory_read_bandwidth = 1.25e9;
  s.vectors_filled = 1;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel((4 * 16e3 + 60e3 + 32e3 + 2 * 0.75 * 16e3) / 2.5e9, 1e-12));
  // A product took 10 µs longer than its 60000 + 2.75 · 8000 bytes at the bandwidth beside it, half of the solve's.
  s.product_triad = 1e9;
  s.product_seconds = 82e3 / 1.25e9 + 10e-6;
  CHECK_THAT(by_transfer(s, hiding, m),
             WithinRel((4 * 16e3 + 60e3 + 32e3 + 2 * 0.75 * 16e3) / 2.5e9 + 2 * 10e-6, 1e-12));
  s.product_seconds = 0;
  m.cache_bytes = 1e6;  // everything fits
  m.cache_bandwidth = 8e9;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel((4 * 16e3 + 60e3 + 32e3) / 8e9, 1e-12));
  s.level = "L3";  // the run has measured what the machine only estimates
  s.level_triad = 5e9;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel((4 * 16e3 + 60e3 + 32e3) / 5e9, 1e-12));
  s.level_update = 6e9;  // there, too, 4.8 of 8 bytes are fetched before they are written
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel((4 * 16e3 + 60e3 + 32e3 + 2 * 0.6 * 16e3) / 6e9, 1e-12));
}

TEST_CASE("vectors move as fast as updates in place that were measured beside the solve, and beside its products") {
  MachineModel m = millisecond_machine();
  m.memory_read_bandwidth = 1.25e9;
  MeasuredSolve s = solve_on_one_rank();
  s.vectors_filled = 1;
  s.triad = 2e9;
  s.update = 2.4e9;  // a triad's 24 bytes take as long as 28.8 of an update: 4.8 of 8 written bytes are fetched first
  const double moved = (4 * 16e3 + 60e3 + 32e3 + 2 * 0.6 * 16e3) / 2.4e9;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(moved, 1e-12));
  s.preconditions = 1;
  s.precondition_bytes = 64e3;  // copies
  s.precondition_filled_bytes = 32e3;
  MethodShape with_M = hiding;
  with_M.steps[0].preconditions = 1;
  CHECK_THAT(by_transfer(s, with_M, m), WithinRel(moved + (64e3 + 0.6 * 32e3) / 2.4e9, 1e-12));
  s.preconditions = 0;
  // A triad's 24 bytes take as long as 36: a fetch costs more than reading what is updated. A product took 10 µs longer
  // than its 60000 + 3.5 · 8000 bytes.
  s.product_triad = 1e9;
  s.product_update = 1.5e9;
  s.product_seconds = 88e3 / 1.5e9 + 10e-6;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(moved + 2 * 10e-6, 1e-12));
}

TEST_CASE("a hidden sum takes the maximum of equation (12), on an emulated network too") {
  MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("pipecg");
  const double vectors = 32e-3, product = 100e-3 + 0.1e-3, latency = GENERATE(0.0, 50e-3, 500e-3);
  s.emulated_latency = latency;
  const double with_halo = product + latency;  // nothing hides the messages of a product
  for (const double gamma : {0.0, 0.5, 1.0}) {
    m.gamma = gamma;
    const double hidden = std::max(with_halo + gamma * 1e-3, 1e-3 + latency);
    CHECK_THAT(by_transfer(s, hiding, m), WithinRel(vectors + hidden, 1e-12));
  }
  s.reduction = "blocking";
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(vectors + with_halo + 1e-3 + latency, 1e-12));
  // Half of the rows are computed while messages travel.
  s.hidden_rows = 500000;
  const double overlapped = 50e-3 + std::max(50e-3, latency) + 0.1e-3;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(vectors + overlapped + 1e-3 + latency, 1e-12));
  s.emulated_bandwidth = 1e6;  // 3 numbers: 24 µs
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(vectors + overlapped + 1e-3 + latency + 24e-6, 1e-12));
}

TEST_CASE("a sum of our own takes a message per step, and carries the halo if it is embedded") {
  const MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("cg");
  s.ranks = 5;
  s.emulated_latency = 500e-3;
  const double vectors = 32e-3, product = 100.1e-3;
  s.reduction = "point-to-point";  // three steps, behind a product and its halo
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(vectors + 3 * 500e-3 + 1e-3, 1e-12));
  s.reduction = "embedded";
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(vectors + std::max(product + 1e-3, 3 * 500e-3 + 1e-3), 1e-12));
}

TEST_CASE("LogGOPS: messages of recursive doubling, and noise for which sums wait") {
  MachineModel m = millisecond_machine();
  m.network = {.latency = 1e-3, .overhead = 0.5e-3, .gap_per_byte = 0, .overhead_per_byte = 1e-6};
  m.noise = 1e-3;
  MeasuredSolve s = millisecond_solve("cg");
  s.ranks = 4;
  s.reduction = "blocking";
  s.emulated_noise = 2e-3;
  // two rounds of 24 bytes; the slowest of four waits ν (1/2 + 1/3 + 1/4) longer; a halo takes L + 2 o
  const double sum = 2 * (1e-3 + 1e-3 + 24e-6) + 3e-3 * (1.0 / 2 + 1.0 / 3 + 1.0 / 4);
  CHECK_THAT(predicted_seconds(s, hiding, m, TimeModel::loggops), WithinRel(32e-3 + 102e-3 + sum + 3e-3, 1e-12));
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(32e-3 + 100.1e-3 + 1e-3, 1e-12));  // knows no noise
}

TEST_CASE("Krasnopolsky 2019, equations (13), (16), (18) and (19), for solves of these methods") {
  MachineModel m = millisecond_machine();
  m.global = {0, 1e-3, 1, 0};  // 1 ms per byte, to tell lengths apart
  m.gamma = 0.5;
  const double vec = 8e-3, spmv = 100.1e-3, prec = 40e-3;  // 40 MB per application of M
  const auto global = [](double bytes) { return 1e-3 * bytes; };
  const auto hidden = [&](double calc, double bytes) { return std::max(calc + 0.5 * global(bytes), global(bytes)); };
  const auto seconds = [&](const char* method, const char* preconditioner, int vectors) {
    MeasuredSolve s = millisecond_solve(method);
    s.preconditioner = preconditioner;
    s.grouping = "paper";
    s.vectors_read = vectors;
    s.vectors_written = 0;
    s.products = s.preconditions = 2;
    s.precondition_bytes = 40e6;
    return by_transfer(s, shape_of(s), m);
  };
  CHECK_THAT(seconds("bicgstab", "none", 18), WithinRel(18 * vec + 2 * spmv + global(24) + 2 * global(8), 1e-12));
  CHECK_THAT(seconds("pipebicgstab", "none", 26), WithinRel(26 * vec + hidden(spmv, 24) + hidden(spmv, 32), 1e-12));
  CHECK_THAT(seconds("rbicgstab", "ic0", 21),
             WithinRel(21 * vec + 2 * spmv + hidden(prec, 8) + hidden(prec, 32), 1e-12));
  CHECK_THAT(seconds("ppipebicgstab", "ic0", 34),
             WithinRel(34 * vec + hidden(spmv + prec, 24) + hidden(spmv + prec, 32), 1e-12));
}

TEST_CASE("ranks that share a processor work while others of it wait for an emulated network") {
  const MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("cg");
  s.reduction = "blocking";
  s.neighbours = 0;
  const double work = 132e-3, sum = 1e-3;
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(work + sum, 1e-12));
  s.sharing = 2;  // nobody waits, so that ranks take turns as they did in the triad
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(work + sum, 1e-9));
  s.emulated_latency = 66e-3;
  // The time T of an iteration solves T = share · work + 67 ms with share = (1 + met) / 2, where the other rank is met
  // at work in (share · work + 1 ms) / T of the time and in half of the rest.
  const double T = by_transfer(s, hiding, m), share = (T - 67e-3) / work;
  CHECK(share > 0.75);
  CHECK_THAT(4 * share - 3, WithinRel((share * work + sum) / T, 1e-6));
  s.sharing = 4;
  CHECK(by_transfer(s, hiding, m) < T);
  s.emulated_latency = 1e3;  // half of a rank's work is done alone, at four times the speed
  CHECK_THAT(by_transfer(s, hiding, m) - 1e3, WithinRel(work * (0.5 + 0.5 / 4) + sum, 1e-3));
}

TEST_CASE(
    "ranks that share memory have more of it while others wait for an emulated network, but not of their caches") {
  MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("cg");
  s.reduction = "blocking";
  s.emulated_latency = 66e-3;
  const double unknown = by_transfer(s, hiding, m);
  m.rank_bandwidth = 0.5e9;  // nothing is gained alone
  CHECK(by_transfer(s, hiding, m) == unknown);
  m.rank_bandwidth = 0.8e9;
  const double memory = by_transfer(s, hiding, m);
  CHECK(memory < unknown);
  m.rank_bandwidth = 1e308;  // no more than all of it
  const double whole = by_transfer(s, hiding, m);
  CHECK(whole < memory);
  m.rank_bandwidth = 1e9;
  CHECK(by_transfer(s, hiding, m) == whole);
  m.rank_bandwidth = 0;
  s.sharing = 1.6;  // as many times as fast alone as in turns with others
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(memory, 1e-12));
  s.sharing = 1;
  m.cache_bytes = 1e9;
  const double cached = by_transfer(s, hiding, m);
  m.rank_bandwidth = 0.8e9;
  CHECK(by_transfer(s, hiding, m) == cached);
  m.cache_bytes = 1;
  s.emulated_latency = 0;  // all work at once, as in the triad beside the solve
  CHECK_THAT(by_transfer(s, hiding, m), WithinRel(by_transfer(s, hiding, millisecond_machine()), 1e-9));
}

}  // namespace minikrylov::test
