// The halo with hand-made neighbourhoods: expected ghosts are a formula of owner, row and right-hand side.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "comm/reduction/reduction.hpp"
#include "problems/require.hpp"
#include "tests/comm/halo_samples.hpp"

namespace minikrylov {

using namespace samples;

TEST_CASE("ghosts get their owners' values") {
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const Order order = GENERATE(Order::natural, Order::reversed, Order::rotated);
  const Fixture f(pattern, order);
  for (const int width : {1, 3, 16, 1, 32}) {
    const Vector x = f.with_unset_ghosts(width);
    f.halo.exchange(x);
    REQUIRE(everywhere(f.is_exchanged(x)));
  }
}

TEST_CASE("each exchange updates the ghosts, of any vector") {
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const GpuAwareMpi gpu_aware = GENERATE(GpuAwareMpi::off, GpuAwareMpi::automatic);
  const Fixture f(pattern, Order::rotated, gpu_aware);
  bool right = true;
  for (int i = 0; i < 50; ++i) {
    const Vector x = f.with_unset_ghosts(2, i);
    f.halo.exchange(x);
    right = right && f.is_exchanged(x, i);
  }
  REQUIRE(everywhere(right));
}

TEST_CASE("other work and other messages are allowed between start and finish") {
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const Fixture f(pattern, Order::reversed), other(Neighbours::all_to_all);
  const auto reduction = make_reduction(ReductionKind::nonblocking, everybody);
  const Vector x = f.with_unset_ghosts(3), y = other.with_unset_ghosts(1);
  std::vector<double> sum = {1.0};
  f.halo.progress();
  f.halo.start(x);
  reduction->start(sum, "sum");
  other.halo.start(y);
  for (int i = 0; i < 10; ++i) f.halo.progress();
  everybody.barrier();
  other.halo.finish(y);
  reduction->finish();
  f.halo.finish(x);
  f.halo.progress();
  REQUIRE(everywhere(f.is_exchanged(x) && other.is_exchanged(y) && sum[0] == everybody.size()));
}

TEST_CASE("one thread alone can exchange, even inside a kernel") {
  if (!on_host) SKIP("threads of a device do not exchange a halo");
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const Fixture f(pattern, Order::rotated);
  bool right = true;
  for (const int width : {1, 3, 16, 1}) {
    const Vector x = f.with_unset_ghosts(width), inside = f.with_unset_ghosts(width, 7);
    f.halo.prepare(x);
    f.halo.exchange_alone(x);
    const Halo& halo = f.halo;
    Kokkos::parallel_for("exchange", Kokkos::RangePolicy<HostExec>(0, 1), [&](int) { halo.exchange_alone(inside); });
    right = right && f.is_exchanged(x) && f.is_exchanged(inside, 7);
    f.halo.exchange(x);
    right = right && f.is_exchanged(x);
  }
  REQUIRE(everywhere(right));
}

TEST_CASE("ghosts in single precision are exchanged like others, by a kernel and by one thread") {
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const Fixture f(pattern, Order::rotated);
  const Vector given = f.with_unset_ghosts(1);  // of numbers that floats hold
  const Vector x = make_vector("x", f.rows, f.halo.ghosts(), 1, 0, Precision::single_precision);
  const auto expected = [&](const Vector& of) {
    f.halo.exchange(of);
    std::vector<double> ghosts;
    with_numbers(of, [&](const auto& numbers) {
      const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers);
      for (LocalIndex k = 0; k < f.halo.ghosts(); ++k) ghosts.push_back(static_cast<double>(host(f.rows + k)));
    });
    return ghosts;
  };
  copy(given, x);
  const bool right = expected(x) == expected(given);
  CHECK(everywhere(right));
  if constexpr (on_host) {
    clear_all(x);
    copy(given, x);
    f.halo.prepare(x);
    f.halo.exchange_alone(x);
    const auto alone = x.singles;
    bool same = true;
    for (LocalIndex k = 0; k < f.halo.ghosts(); ++k)
      same = same && static_cast<double>(alone(f.rows + k)) == given.data(f.rows + k);
    CHECK(everywhere(same));
  }
}

TEST_CASE("packing, sending and unpacking may run on a separate instance") {
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const Fixture f(pattern, Order::reversed);
  const Vector x = f.with_unset_ghosts(2);
  const Exec own{};
  f.halo.pack(x, own);
  f.halo.send(own);
  f.halo.finish(x, own);
  own.fence("unpacked");
  REQUIRE(everywhere(f.is_exchanged(x)));
}

TEST_CASE("the transposed exchange is the adjoint of the exchange") {
  const Neighbours pattern = GENERATE(from_range(std::begin(neighbourhoods), std::end(neighbourhoods)));
  const Order order = GENERATE(Order::natural, Order::rotated);
  const int width = GENERATE(1, 3);
  const Fixture f(pattern, order);
  // Small integers, so the two inner products are exact and equal.
  const auto u = [&f](LocalIndex i, int j) { return (7 * f.rank + 3 * i + j) % 11 - 5.0; };
  const auto w = [&f](LocalIndex k, int j) { return (5 * f.rank + 2 * k + 4 * j) % 7 - 2.0; };
  const Vector x = f.make(width, u, [](LocalIndex, int) { return 0.0; });
  const Vector y = f.make(
      width, [](LocalIndex, int) { return 1000.0; }, w);
  f.halo.exchange(x);
  f.halo.reverse_add(y);
  const auto hx = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
  const auto hy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y.data);
  double forward = 0, backward = 0, rows = 0;
  for (int j = 0; j < width; ++j) {
    for (LocalIndex k = 0; k < f.halo.ghosts(); ++k) forward += w(k, j) * hx((f.rows + k) * width + j);
    for (LocalIndex i = 0; i < f.rows; ++i) {
      const double added = hy(new_index_of(order, i, f.rows) * width + j) - 1000.0;
      backward += added * u(i, j);
      rows += added;
    }
    for (LocalIndex k = 0; k < f.halo.ghosts(); ++k) rows -= w(k, j);
  }
  REQUIRE(everybody.reduce(forward, ReduceBy::sum) == everybody.reduce(backward, ReduceBy::sum));
  REQUIRE(everybody.reduce(rows, ReduceBy::sum) == 0);  // the sum of the ghosts was added
}

TEST_CASE("a row with ghosts on several ranks gets the sum of these") {
  const Fixture f(Neighbours::from_one, Order::reversed);
  const Vector y = f.make(
      1, [](LocalIndex i, int) { return i; }, [](LocalIndex k, int) { return k + 1.0; });
  f.halo.reverse_add(y);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y.data);
  bool right = true;
  for (LocalIndex i = 0; i < f.rows; ++i) {
    const double from_each = i == 4 ? 1 : (i == 2 ? 2 : 0);
    const double expected = i + (f.rank == 0 ? from_each * (everybody.size() - 1) : 0);
    right = right && host(f.rows - 1 - i) == expected;
  }
  REQUIRE(everywhere(right));
}

TEST_CASE("a halo knows its neighbours and its bytes") {
  const int p = everybody.size(), r = everybody.rank();
  const Fixture ring(Neighbours::ring), all(Neighbours::all_to_all), chain(Neighbours::chain),
      to_one(Neighbours::to_one), none(Neighbours::none);
  REQUIRE(everywhere(ring.halo.neighbours() == (p > 2 ? 2 : 1) && ring.halo.bytes_sent(3) == 2 * 3 * 8));
  REQUIRE(everywhere(all.halo.neighbours() == p - 1 && all.halo.bytes_sent(1) == 3 * 8 * (p - 1)));
  REQUIRE(everywhere(all.halo.messages() == p - 1 && all.halo.bytes_received(2) == 2 * 3 * 8 * (p - 1)));
  const int chain_neighbours = (r > 0 ? 1 : 0) + (r < p - 1 ? 1 : 0);
  REQUIRE(everywhere(chain.halo.neighbours() == chain_neighbours && chain.halo.messages() == (r < p - 1 ? 1 : 0)));
  REQUIRE(everywhere(chain.halo.ghosts() == (r > 0 ? 1 : 0) && chain.halo.rows() == rows_of(r)));
  REQUIRE(everywhere(to_one.halo.neighbours() == (r == 0 ? p - 1 : 1)));
  REQUIRE(everywhere(to_one.halo.messages() == (r == 0 ? 0 : 1)));
  REQUIRE(everywhere(none.halo.neighbours() == 0 && none.halo.bytes_sent(16) == 0 && none.halo.rows_sent() == 0));
}

TEST_CASE("a halo destroyed in flight leaves nothing behind") {
  for (int i = 0; i < 10; ++i) {
    const Fixture f(Neighbours::all_to_all);
    f.halo.start(f.with_unset_ghosts(1));
  }
  const Fixture f(Neighbours::all_to_all);
  const Vector x = f.with_unset_ghosts(1);
  f.halo.exchange(x);
  REQUIRE(everywhere(f.is_exchanged(x)));
}

TEST_CASE("wrong use of a halo is refused") {
  const Fixture f(Neighbours::ring);
  const Vector x = f.with_unset_ghosts(1);
  REQUIRE_THROWS_AS(f.halo.finish(x), std::logic_error);
  f.halo.start(x);
  REQUIRE_THROWS_AS(f.halo.start(x), std::logic_error);
  REQUIRE_THROWS_AS(f.halo.prepare(x), std::logic_error);
  f.halo.finish(x);
  REQUIRE_THROWS_AS(f.halo.prepare(make_vector("without ghosts", f.rows, 0, 1)), std::logic_error);
  REQUIRE_THROWS_AS(f.halo.exchange(make_vector("longer", f.rows + 1, f.halo.ghosts(), 1)), std::logic_error);
  REQUIRE(everywhere(f.is_exchanged(x)));
}

TEST_CASE("a ghost without an owner is refused") {
  const int next = (everybody.rank() + 1) % everybody.size();
  REQUIRE_THROWS_AS(Halo(everybody, 5, {{next, 5}}, {}), SetupError);
  REQUIRE_THROWS_AS(Halo(everybody, 5, {{next, -1}}, {}), SetupError);
  REQUIRE_THROWS_AS(Halo(everybody, 5, {{everybody.size(), 0}}, {}), SetupError);
  REQUIRE_THROWS_AS(Halo(everybody, 5, {{0, 0}, {-1, 0}}, {}), SetupError);
  REQUIRE_THROWS_AS(Halo(everybody, 5, {}, Array<LocalIndex>("too few", 4)), SetupError);
}

}  // namespace minikrylov
