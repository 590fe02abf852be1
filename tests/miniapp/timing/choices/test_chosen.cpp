// What is chosen by measurement: the same on all ranks, and of what there is to choose from.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>

#include "miniapp/system/preconditioner/chebyshev.hpp"
#include "miniapp/timing/choices/chunk_rows.hpp"
#include "miniapp/timing/choices/polynomial_degree.hpp"
#include "miniapp/timing/choices/powers/ghosts.hpp"
#include "miniapp/timing/choices/powers/tiles.hpp"
#include "miniapp/timing/choices/progress_calls.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {

TEST_CASE("the measured chunk size is one that can be used, the same on all ranks", "[overlap]") {
  const Communicator ranks;
  if (!on_host) SKIP("a device has no row blocks");
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {20, 20, 40}),
                                {.ordering = OrderingChoice::interior_first});
  for (const int width : {1, 16}) {
    const LocalIndex rows = fastest_chunk_rows(distributed.system(), Overlap::guided, width, ranks);
    CHECK(rows == chunk_of(rows, width, 1).rows());
    CHECK(ranks.reduce(rows, ReduceBy::maximum) == rows);
    CHECK(ranks.reduce(rows, ReduceBy::minimum) == rows);
  }
}

TEST_CASE("the number of progress calls is given or measured, the same on all ranks") {
  const Communicator ranks;
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {20, 20, 40}), {});
  const auto chosen = [&](const NetworkOptions& options, ReductionKind kind) {
    return chosen_progress(options, kind, distributed.A(), distributed.system(), ranks).calls_per_loop;
  };
  NetworkOptions options;
  options.progress.kind = ProgressKind::manual;
  for (const ReductionKind kind : {ReductionKind::nonblocking, ReductionKind::embedded}) {
    const int calls = chosen(options, kind);
    CHECK(std::set{1, 3, 10, 30, 100}.contains(calls));
    CHECK(ranks.reduce(calls, ReduceBy::maximum) == calls);
    CHECK(ranks.reduce(calls, ReduceBy::minimum) == calls);
  }
  options.progress_calls = 33;
  CHECK(chosen(options, ReductionKind::nonblocking) == 33);
}

TEST_CASE("the degree of a polynomial is chosen between 1 and 8, the same on all ranks") {
  const Communicator ranks;
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {20, 20, 40}), {});
  for (const int width : {1, 4}) {
    const PreconditionerOptions options;
    const int degree = fastest_degree({options, distributed.system(), distributed.A(), ranks}, width);
    CHECK(degree >= 1);
    CHECK(degree <= most_chosen_products);
    CHECK(ranks.reduce(degree, ReduceBy::maximum) == degree);
    CHECK(ranks.reduce(degree, ReduceBy::minimum) == degree);
  }
}

TEST_CASE("tiles of powers are whole groups of rows within a layer, or none, the same on all ranks", "[powers]") {
  const Communicator ranks;
  MatrixLayout layout;
  layout.powers = 4;
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {32, 30, 40}), layout);
  const System& system = distributed.system();
  const auto chosen = [&](std::int64_t l2_bytes) {
    RunRecord machine;
    machine.cores = machine.packages = 1;
    machine.l2_bytes = machine.l3_bytes = l2_bytes;
    return fastest_powers(distributed.A(), system, 1, machine, CommonTriad(ranks, 1000), ranks);
  };
  // Not a single group of rows fits.
  for (const Wanted wanted : {Wanted::all, Wanted::last}) CHECK(chosen(1 << 10).tiles(wanted).rows == 0);
  const PowersSetting found = chosen(1 << 18);
  if (!on_host) {
    CHECK(found.graph == nullptr);
    return;
  }
  CHECK(found.graph == &system.group_graph);
  CHECK(found.deep == system.deep_halo.get());
  for (const Wanted wanted : {Wanted::all, Wanted::last}) {
    const PowersTiles tiles = found.tiles(wanted);
    CHECK(tiles.rows % GhostGroups::group_rows == 0);
    CHECK(tiles.rows <= system.ghost_groups.bandwidth);
    REQUIRE(tiles.gain.has_value());
    const double gain = tiles.gain->factor;  // no tiles are taken that are slower than none
    CHECK(gain > 0.97);
    CHECK((tiles.rows > 0 || gain == 1));
    CHECK(tiles.gain->triad.value_or(0) > 0);  // of fewer bytes than the passes
    for (const double figure : {gain, *tiles.gain->triad}) CHECK(ranks.reduce(figure, ReduceBy::maximum) == figure);
    for (const double number : {static_cast<double>(tiles.rows), static_cast<double>(tiles.shape)}) {
      CHECK(ranks.reduce(number, ReduceBy::maximum) == number);
      CHECK(ranks.reduce(number, ReduceBy::minimum) == number);
    }
  }
}

TEST_CASE("where kernels take the time of their bytes, powers get tiles if these fit in cache", "[powers]") {
  if (!on_host) SKIP("a device has no tiles");
  const Communicator ranks;
  MatrixLayout layout;
  layout.powers = 4;
  // As many layers for each rank: where most rows need ghosts, tiles move hardly fewer bytes.
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {32, 30, 40 * ranks.size()}), layout);
  const auto chosen = [&](std::int64_t l2_bytes) {
    RunRecord machine;
    machine.cores = machine.packages = 1;
    machine.l2_bytes = machine.l3_bytes = l2_bytes;
    machine.triad_source = std::string(described_triad);
    return fastest_powers(distributed.A(), distributed.system(), 1, machine, CommonTriad(ranks, 1000), ranks);
  };
  // Not a single group of rows fits, or a layer for all powers: no time is measured, so this is so in every run.
  for (const Wanted wanted : {Wanted::all, Wanted::last}) {
    CHECK(chosen(1 << 10).tiles(wanted).rows == 0);
    CHECK(chosen(1 << 22).tiles(wanted).rows > 0);
    CHECK_FALSE(chosen(1 << 22).tiles(wanted).gain.has_value());
  }
}

namespace {

/// Slabs of `layers` layers, so that every rank but the outer ones has two neighbours.
Distributed slabs(const Communicator& ranks, int layers, PowersHalo halo) {
  MatrixLayout layout;
  layout.powers = 4;
  layout.powers_halo = halo;
  Distributed distributed(make_problem(ProblemKind::poisson3d_7, {8, 8, layers * ranks.size()}), layout);
  PowersSetting setting{.graph = &distributed.system().group_graph, .deep = distributed.system().deep_halo.get()};
  distributed.set_powers(setting);
  return distributed;
}

}  // namespace

TEST_CASE("powers take ghosts by one exchange where exchanges take longer than redundant rows", "[powers]") {
  const Communicator ranks;
  if (!on_host || ranks.size() == 1) SKIP("powers take the ghosts of one product after the other, or none");
  const Distributed distributed = slabs(ranks, 4, PowersHalo::automatic);
  const System& system = distributed.system();
  REQUIRE(system.deep_halo != nullptr);
  const EmulatedNetwork slow{.latency = 5e-3};
  system.halo->emulate(slow);
  system.deep_halo->emulate(slow);
  CHECK(with_faster_ghosts(distributed.A(), system, 1, {}, ranks).deep == system.deep_halo.get());
}

TEST_CASE("all ranks take the same ghosts of powers, on a network of any speed", "[powers]") {
  const Communicator ranks;
  for (const int layers : {4, 64}) {
    const Distributed distributed = slabs(ranks, layers, PowersHalo::automatic);
    const PowersSetting found = with_faster_ghosts(distributed.A(), distributed.system(), 2, {}, ranks);
    const double deep = found.deep == nullptr ? 0 : 1;
    CHECK(ranks.reduce(deep, ReduceBy::maximum) == deep);
    CHECK(ranks.reduce(deep, ReduceBy::minimum) == deep);
  }
}

TEST_CASE("with injected times, powers take ghosts by one exchange for a tenth of redundant rows", "[powers]") {
  const Communicator ranks;
  if (!on_host || ranks.size() == 1) SKIP("powers take the ghosts of one product after the other, or none");
  RunRecord machine;
  machine.triad_source = std::string(described_triad);
  // Of four powers, 3 + 2 + 1 layers are redundant for each neighbour: of 4 · 4 layers, or of 4 · 64.
  for (const auto& [layers, deep] : {std::pair{4, false}, {64, true}}) {
    const Distributed distributed = slabs(ranks, layers, PowersHalo::automatic);
    const PowersSetting found = with_faster_ghosts(distributed.A(), distributed.system(), 1, machine, ranks);
    CHECK((found.deep != nullptr) == deep);
  }
}

TEST_CASE("ghosts of powers that are asked for are not measured", "[powers]") {
  const Communicator ranks;
  if (!on_host || ranks.size() == 1) SKIP("powers take the ghosts of one product after the other, or none");
  const Distributed deep = slabs(ranks, 4, PowersHalo::deep), rounds = slabs(ranks, 64, PowersHalo::rounds);
  RunRecord machine;
  machine.triad_source = std::string(described_triad);
  CHECK(with_faster_ghosts(deep.A(), deep.system(), 1, machine, ranks).deep == deep.system().deep_halo.get());
  CHECK(with_faster_ghosts(rounds.A(), rounds.system(), 1, machine, ranks).deep == nullptr);
}

TEST_CASE("iterations of polynomials are bounded as they are expected") {
  const Distributed distributed(make_problem(ProblemKind::poisson3d_7, {24, 24, 24}), {});
  constexpr double pi = 3.14159265358979323846, angle = pi / 50;  // 25 intervals
  const double smallest = 2 * std::pow(std::sin(angle), 2), largest = 2 - smallest, rtol = 1e-9;
  double before = 1e9;
  for (const int degree : {0, 1, 2, 4, 6}) {
    const int taken = distributed
                          .solve(*find_method("pcg"), {.preconditioner = PreconditionerChoice::chebyshev,
                                                       .preconditioning = {.chebyshev_degree = degree},
                                                       .rtol = rtol})
                          .outcome.iterations;
    const double expected = chebyshev_iterations(smallest, largest, degree);
    INFO(degree << " products: " << taken << " iterations, " << expected << " expected per factor e");
    CHECK(taken < 1 + expected * std::log(2 / rtol));
    CHECK(expected < before);
    before = expected;
  }
  // Where all eigenvalues are far below each interval, only the degree counts.
  const auto gain = [](double lowest) {
    return chebyshev_iterations(lowest, 2, 3) / chebyshev_iterations(lowest, 2, 1);
  };
  CHECK(std::fabs(gain(1e-6) - gain(1e-8)) < 1e-3);
  CHECK(std::fabs(gain(1e-6) - 0.5) < 0.1);
}

}  // namespace minikrylov::test
