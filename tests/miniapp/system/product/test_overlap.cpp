// The halo hidden behind interior rows: the same bits in every mode, with any ordering, format and chunk size.
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <cstring>
#include <thread>

#include "kernels/formats/crs.hpp"
#include "kernels/schedule/loop_order.hpp"
#include "tests/miniapp/ring.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

constexpr HaloOverlap hidden[] = {{Overlap::fixed},         {Overlap::dynamic, 1},    {Overlap::dynamic, 700},
                                  {Overlap::dynamic, 1024}, {Overlap::dynamic, 1500}, {Overlap::dynamic, 1 << 30},
                                  {Overlap::guided, 100},   {Overlap::guided, 2000}};

/// Forwards to a matrix; the first block of each thread waits until another thread has also computed one.
class MeetingMatrix final : public LocalMatrix {
 public:
  explicit MeetingMatrix(const LocalMatrix& inner) : inner_(inner) {}

  [[nodiscard]] LocalIndex rows() const override { return inner_.rows(); }
  [[nodiscard]] LocalIndex columns() const override { return inner_.columns(); }
  [[nodiscard]] Offset nonzeros() const override { return inner_.nonzeros(); }
  [[nodiscard]] Offset stored_entries() const override { return inner_.stored_entries(); }
  [[nodiscard]] Offset allocated_bytes() const override { return inner_.allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const override { return inner_.digest(); }
  [[nodiscard]] RowLoop row_loop() const override { return inner_.row_loop(); }
  void multiply(const Vector& x, const Vector& y, RowRange rows) const override { inner_.multiply(x, y, rows); }
  void multiply_transposed(const Vector& x, const Vector& y) const override { inner_.multiply_transposed(x, y); }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    inner_.multiply_rows(x, rows, y);
    const bool launcher = std::this_thread::get_id() == launcher_;
    Kokkos::atomic_inc(launcher ? &of_launcher_ : &of_others_);
    int* const met = launcher ? &of_others_ : &of_launcher_;
    while (Kokkos::atomic_load(met) == 0 && std::chrono::steady_clock::now() < patience_) std::this_thread::yield();
  }

  /// Whether both the launching thread and another one have computed blocks.
  [[nodiscard]] bool met() const { return of_launcher_ > 0 && of_others_ > 0; }

 private:
  const LocalMatrix& inner_;
  std::thread::id launcher_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point patience_ = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  mutable int of_launcher_ = 0, of_others_ = 0;
};

/// Counts how often each block is computed.
class CountBlocks final : public BlockTask {
 public:
  explicit CountBlocks(LocalIndex blocks) : count(static_cast<std::size_t>(blocks), 0) {}
  void run(LocalIndex block, LocalIndex begin, LocalIndex end) const override {
    if (begin < end) Kokkos::atomic_inc(&count[block]);
  }
  mutable std::vector<int> count;
};

/// body(ring, A, width) for rings of several sizes, in each mode that hides the halo.
template <class Body> void for_hidden_products(const Body& body) {
  for (const LocalIndex rows : {1, 900, 5000}) {
    const Ring ring(rows);
    for (const HaloOverlap& overlap : hidden)
      for (const int width : {1, 4, 7}) {
        INFO(name_of(overlap.mode) << ", chunks of " << overlap.chunk_rows << ", rows " << rows << ", width " << width);
        body(ring, DistributedMatrix(*ring.matrix, *ring.halo, ring.groups, overlap), width);
      }
  }
}

/// Checks three products in a row, with `after` fused to them.
void check_three_products(const Ring& ring, const DistributedMatrix& A, int width, const BlockTask* after) {
  const Vector x = ring.sample_x(width), y = make_vector("y", ring.rows, 0, width);
  for (int repetition = 0; repetition < 3; ++repetition) {
    fill(y, -1);
    A.apply(x, y, {.after = after});
    Exec().fence("product");
    CHECK(Communicator().reduce(ring.wrong_elements(y), ReduceBy::sum) == 0);
  }
}

}  // namespace

TEST_CASE("products that hide the halo are right, even if a rank is its own neighbour", "[overlap]") {
  for_hidden_products(
      [](const Ring& ring, const DistributedMatrix& A, int width) { check_three_products(ring, A, width, nullptr); });
}

TEST_CASE("products that hide the halo compute each row once", "[overlap]") {
  if (!on_host) SKIP("a device has no row blocks");
  for_hidden_products([](const Ring& ring, const DistributedMatrix& A, int width) {
    const CountBlocks count(RowBlocks::of(ring.rows, width).count());
    check_three_products(ring, A, width, &count);
    const bool thrice = count.count == std::vector<int>(count.count.size(), 3);
    CHECK(Communicator().reduce(thrice ? 0 : 1, ReduceBy::sum) == 0);
  });
}

namespace {

/// Copies blocks from one vector to another.
class CopyBlock final : public BlockTask {
 public:
  CopyBlock(const Vector& from, const Vector& to) : from_(from), to_(to) {}
  void run(LocalIndex, LocalIndex begin, LocalIndex end) const override {
    for (Offset e = Offset{begin} * to_.width; e < Offset{end} * to_.width; ++e) to_.data(e) = from_.data(e);
  }

 private:
  Vector from_, to_;
};

}  // namespace

TEST_CASE("a product sends what its look-ahead has written, in every overlap mode", "[overlap]") {
  if (!on_host) SKIP("a device has no row blocks");
  const Communicator ranks;
  constexpr LocalIndex rows = 20 * 1024;
  const Ring ring(rows);
  std::vector<HaloOverlap> overlaps(std::begin(hidden), std::end(hidden));
  overlaps.push_back({});
  overlaps.push_back({Overlap::dynamic, 8 * 1024});
  for (const HaloOverlap& overlap : overlaps) {
    const DistributedMatrix A(*ring.matrix, *ring.halo, ring.groups, overlap);
    for (const int width : {1, 4}) {
      INFO(name_of(overlap.mode) << ", chunks of " << overlap.chunk_rows << ", width " << width);
      if (!hands_out_chunks(overlap.mode)) REQUIRE(A.fuses(width) == Fusible::around);
      const Vector x = ring.sample_x(width), made = make_vector("x", rows, 2, width),
                   y = make_vector("y", rows, 0, width);
      fill(made, -1);
      const CountBlocks count(RowBlocks::of(rows, width).count());
      const CopyBlock before(x, made);
      A.apply(made, y, {.before = &before, .after = &count});
      CHECK(ranks.reduce(ring.wrong_elements(y), ReduceBy::sum) == 0);
      CHECK(count.count == std::vector<int>(count.count.size(), 1));
    }
  }
}

namespace {

/// Flat enough for cache blocking with many right-hand sides, on one rank.
Problem plate() { return make_problem(ProblemKind::poisson3d_7, {160, 30, 12}); }

}  // namespace

TEST_CASE("cache blocking computes each row once", "[overlap]") {
  if (!on_host) SKIP("a device has no row blocks");
  const Distributed system(plate());
  const LocalIndex rows = system.system().rows;
  constexpr int width = 32;
  const CountBlocks count(RowBlocks::of(rows, width).count());
  system.A().apply(make_vector("x", rows, system.system().ghosts, width), make_vector("y", rows, 0, width),
                   {.after = &count});
  CHECK(count.count == std::vector<int>(count.count.size(), 1));
}

TEST_CASE("cache blocking leaves products bitwise unchanged", "[overlap]") {
  const Distributed system(plate());
  const LocalIndex rows = system.system().rows;
  constexpr int width = 32;
  const bool tiles = CacheBlocking::of(rows, system.system().ghost_groups.bandwidth, width).pays();
  CHECK((system.ranks().size() > 1 || tiles == on_host));
  const Vector x = make_vector("x", rows, system.system().ghosts, width), y = make_vector("y", rows, 0, width);
  const auto host = Kokkos::create_mirror_view(x.data);
  for (std::size_t e = 0; e < host.extent(0); ++e) host(e) = static_cast<double>(e % 1009);
  Kokkos::deep_copy(x.data, host);
  system.A().apply(x, y, {});
  const Vector plain = make_vector("plain", rows, 0, width);
  const BlockSchedule natural =
      plan_schedule({rows, std::vector<char>((rows + 63) / 64, 0), rows}, {}, {.width = width});
  run(natural, {*system.system().matrix, x, plain}, NoExchange());
  Exec().fence("products");
  const auto a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y.data);
  const auto b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), plain.data);
  CHECK(std::memcmp(a.data(), b.data(), a.extent(0) * sizeof(double)) == 0);
}

TEST_CASE("the thread that exchanges the halo joins the others afterwards", "[overlap]") {
  const Communicator ranks;
  if (host_threads() == 1 || !on_host) SKIP("needs several threads");
  const Ring ring(20 * 1024);
  const MeetingMatrix matrix(*ring.matrix);
  const DistributedMatrix A(matrix, *ring.halo, ring.groups, {Overlap::dynamic, 1});
  const Vector x = ring.sample_x(1), y = make_vector("y", 20 * 1024, 0, 1);
  A.apply(x, y, {});
  CHECK(ranks.reduce(ring.wrong_elements(y), ReduceBy::sum) == 0);
  CHECK(ranks.reduce(matrix.met() ? 0 : 1, ReduceBy::sum) == 0);
}

TEST_CASE("residual histories are bitwise the same in every overlap mode", "[overlap]") {
  const Problem problem = make_problem(ProblemKind::poisson3d_7, {24, 20, 36});
  const auto compare = [&](const MatrixLayout& layout, const char* method, int width) {
    const Setting setting{.width = width, .fixed_iterations = 10};
    const Solved none = Distributed(problem, layout).solve(*find_method(method), setting);
    CHECK(none.outcome.residual_history.size() == 11 * static_cast<std::size_t>(width));
    for (const HaloOverlap& overlap : hidden) {
      const Solved solved = Distributed(problem, layout, overlap).solve(*find_method(method), setting);
      INFO(name_of(layout.ordering) << ", " << name_of(layout.format) << ", " << method << ", " << width
                                    << " right-hand sides, " << name_of(overlap.mode) << ", chunks of "
                                    << overlap.chunk_rows);
      CHECK(solved.outcome.residual_history == none.outcome.residual_history);
    }
  };
  for (const OrderingChoice ordering : all_orderings) {
    compare({MatrixFormat::sell, 8, 1, ordering}, "pcg", 1);
    compare({MatrixFormat::crs, 8, 1, ordering}, "pcg", 1);
  }
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::crs})
    compare({format, 32, 64, OrderingChoice::reordered_2}, "pbicgstab", 3);
}

TEST_CASE("products inside a preconditioner also hide the halo", "[overlap]") {
  const Problem problem = make_problem(ProblemKind::poisson3d_fvm, {16, 16, 40});
  const MatrixLayout layout{.ordering = OrderingChoice::reordered_2};
  const Setting setting{.preconditioner = PreconditionerChoice::ic0,
                        .preconditioning = {.schwarz_corrections = 1},
                        .width = 2,
                        .fixed_iterations = 10};
  const Solved none = Distributed(problem, layout).solve(*find_method("pcg"), setting);
  for (const HaloOverlap& overlap : hidden)
    CHECK(Distributed(problem, layout, overlap).solve(*find_method("pcg"), setting).outcome.residual_history ==
          none.outcome.residual_history);
}

TEST_CASE("ranks with interior rows hide, those without do not", "[overlap]") {
  const Communicator ranks;
  const auto hidden_rows = [&](GridSize size, OrderingChoice ordering, int width) {
    const Distributed system(make_problem(ProblemKind::poisson3d_7, size), {.ordering = ordering}, {Overlap::fixed});
    return dynamic_cast<const DistributedMatrix&>(system.A()).hidden_rows(width);
  };
  CHECK(ranks.reduce(hidden_rows({4, 4, 4}, OrderingChoice::interior_first, 1), ReduceBy::maximum) == 0);
  for (const OrderingChoice ordering : all_orderings) {
    const double least = ranks.reduce(hidden_rows({16, 16, 64}, ordering, 16), ReduceBy::minimum);
    INFO(name_of(ordering));
    CHECK((least > 0) == (ranks.size() > 1));
  }
}

TEST_CASE("chunks are rounded up to 64 rows, or to row blocks if that adds little", "[overlap]") {
  const auto rows = [](LocalIndex wanted, int width, LocalIndex together) {
    return chunk_of(wanted, width, together).rows();
  };
  CHECK(rows(1, 1, 1) == 64);
  CHECK(rows(100, 1, 1) == 128);
  CHECK(rows(700, 1, 1) == 704);
  CHECK(rows(1000, 1, 1) == 1024);
  CHECK(chunk_of(1000, 1, 1).tiles == 1);
  CHECK(rows(1025, 1, 1) == 1088);
  CHECK(rows(3000, 1, 1) == 3072);
  CHECK(rows(1, 16, 1) == 64);
  CHECK(rows(200, 16, 1) == 256);
  CHECK(rows(200, 1, 3) == 384);
  constexpr LocalIndex most = std::numeric_limits<LocalIndex>::max();
  for (const LocalIndex together : {1, 3}) CHECK(rows(most, 1, together) > most - 3 * 1024);
}

}  // namespace minikrylov::test
