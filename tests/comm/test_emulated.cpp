// The emulated network: nothing completes too early, and hidden time is distinguished from exposed time.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numeric>

#include "comm/halo/halo.hpp"
#include "comm/reduction/emulated.hpp"
#include "tests/comm/everywhere.hpp"

namespace minikrylov {
namespace {

auto any_kind() { return GENERATE(ReductionKind::blocking, ReductionKind::nonblocking, ReductionKind::point_to_point); }

}  // namespace

TEST_CASE("without emulation a reduction is unchanged") {
  auto reduction = make_reduction(ReductionKind::nonblocking, Communicator());
  const Reduction* const plain = reduction.get();
  reduction = on_emulated_network(std::move(reduction), ReductionKind::nonblocking, {});
  REQUIRE(everywhere(reduction.get() == plain));
  REQUIRE(EmulatedNetwork{}.seconds(1e9) == 0);
}

TEST_CASE("an emulated sum is right and does not complete too early") {
  const EmulatedNetwork network{.latency = 2e-3, .bandwidth = 1e6};
  const ReductionKind kind = any_kind();
  const auto reduction = on_emulated_network(make_reduction(kind, Communicator(), network), kind, network);
  std::vector<double> values(1000, Communicator().rank() + 1.0);
  const double began = wall_time();
  reduction->start(values, "sum");
  reduction->progress();
  const double started = wall_time();
  reduction->finish();
  const double p = Communicator().size(), seconds = 2e-3 + 8000 / 1e6;
  REQUIRE(everywhere(values == std::vector<double>(1000, p * (p + 1) / 2)));
  REQUIRE(everywhere(wall_time() - began >= seconds));
  if (kind == ReductionKind::blocking) REQUIRE(everywhere(started - began >= seconds));
}

TEST_CASE("computation hides an emulated sum, unless it is blocking") {
  const EmulatedNetwork network{.latency = 5e-3};
  const ReductionKind kind = any_kind();
  EmulatedReduction reduction(make_reduction(kind, Communicator(), network), kind, network);
  double number = 1;
  for (int k = 0; k < 3; ++k) {
    reduction.start({&number, 1}, "sum");
    wait_until(wall_time() + 5e-3);  // in place of computation
    reduction.finish();
  }
  const auto [sums, seconds, exposed] = reduction.waiting();
  REQUIRE(everywhere(sums == 3 && std::abs(seconds - 15e-3) < 1e-12));
  REQUIRE(everywhere(kind == ReductionKind::blocking ? exposed == seconds : exposed == 0));
}

TEST_CASE("several emulated sums may be in flight, and an unfinished one leaves nothing behind") {
  const EmulatedNetwork network{.latency = 1e-3};
  const ReductionKind kind = any_kind();
  const auto reduction = on_emulated_network(make_reduction(kind, Communicator(), network), kind, network);
  double a = 1, b = 2, forgotten = 3;
  const double began = wall_time();
  reduction->start({&a, 1}, "a");
  reduction->start({&b, 1}, "b");
  reduction->finish();
  reduction->finish();
  reduction->finish();
  const double p = Communicator().size();
  REQUIRE(everywhere(a == p && b == 2 * p && wall_time() - began >= 1e-3));
  reduction->start({&forgotten, 1}, "forgotten");
}

TEST_CASE("an emulated network delays halo messages, but no rank without messages") {
  const Communicator ranks;
  // Each rank has one row and, unless it is alone, the next rank's row as a ghost.
  const std::vector<Ghost> ghosts =
      ranks.size() > 1 ? std::vector<Ghost>{{(ranks.rank() + 1) % ranks.size(), 0}} : std::vector<Ghost>{};
  Halo halo(ranks, 1, ghosts, {});
  const Vector x = make_vector("x", 1, halo.ghosts(), 1);
  fill(x, ranks.rank());
  Exec().fence();
  const EmulatedNetwork network{.latency = 3e-3};
  halo.emulate(network);
  const double began = wall_time();
  halo.start(x);
  halo.progress();
  halo.finish(x);
  const double seconds = wall_time() - began;
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
  const bool right = ghosts.empty() || values(1) == ghosts[0].owner;
  REQUIRE(everywhere(right));
  if (ranks.size() > 1) REQUIRE(everywhere(seconds >= 3e-3));
  REQUIRE(network.seconds_of(0, 0) == 0);
  REQUIRE(network.seconds_of(2, 0) == 3e-3);
}

TEST_CASE("noise is reproducible by its seed and differs between ranks") {
  const NoiseOptions options{NoiseKind::exponential, 1e-3, 1, 7};
  EmulatedNoise first(options, 0), again(options, 0), of_other_rank(options, 1);
  double sum = 0, largest = 0;
  bool same = true, differs = false;
  constexpr int samples = 20000;
  for (int i = 0; i < samples; ++i) {
    const double delay = first.next();
    same = same && delay == again.next();
    differs = differs || delay != of_other_rank.next();
    sum += delay;
    largest = std::max(largest, delay);
  }
  CHECK((same && differs));
  CHECK(std::abs(sum / samples - 1e-3) < 5e-5);  // seven standard deviations
  CHECK((largest > 5e-3 && largest < 30e-3));
}

TEST_CASE("periodic noise strikes once per period") {
  EmulatedNoise noise({NoiseKind::periodic, 2e-3, 5, 1}, Communicator().rank());
  int strikes = 0;
  for (int i = 0; i < 50; ++i) {
    const double delay = noise.next();
    if (delay > 0) ++strikes;
    CHECK((delay == 0 || delay == 2e-3));
  }
  CHECK(strikes == 10);
  EmulatedNoise none({}, 0);
  CHECK(none.next() == 0);
  EmulatedNoise always({NoiseKind::periodic, 1e-3, 1, 1}, 0);
  const double began = wall_time();
  always.strike();
  CHECK(wall_time() - began >= 1e-3);
}

}  // namespace minikrylov
