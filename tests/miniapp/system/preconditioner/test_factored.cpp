// IC(0), symmetric Gauss-Seidel and Schwarz corrections over ranks: they solve, are symmetric, and fail on all ranks
// alike.
#include "miniapp/system/preconditioner/factored.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "problems/require.hpp"
#include "tests/miniapp/systems.hpp"
#include "tests/miniapp/waves.hpp"

namespace minikrylov::test {
namespace {

constexpr PreconditionerChoice choices[] = {PreconditionerChoice::sgs, PreconditionerChoice::ic0};

std::unique_ptr<Preconditioner> make(const Distributed& d, PreconditionerChoice choice, int corrections) {
  return make_preconditioner(choice, {0, corrections}, d.system(), d.A(), d.ranks());
}

const MatrixLayout layouts[] = {{.ordering = OrderingChoice::red_black},
                                {.chunk = 32, .sigma = 64, .ordering = OrderingChoice::reordered_1},
                                {MatrixFormat::crs, 8, 1, OrderingChoice::multicolour},
                                {MatrixFormat::crs, 8, 1, OrderingChoice::natural},
                                {.ordering = OrderingChoice::interior_first}};

}  // namespace

TEST_CASE("every method converges to the solution with factored preconditioners") {
  const Problem poisson = make_problem(ProblemKind::poisson3d_7, {13, 11, 9});
  const Problem convection = make_problem(ProblemKind::convection_diffusion, {13, 11, 9}, {.peclet = 20});
  for (const MatrixLayout& layout : layouts) {
    const Distributed symmetric(poisson, layout), general(convection, layout);
    for (const CatalogueRow& row : catalogue())
      for (const PreconditionerChoice choice : choices) {
        if (row.preconditioning != Preconditioning::any) continue;
        const bool sgs_only = choice == PreconditionerChoice::sgs && row.family == Family::bicgstab;
        INFO(row.name << ", " << name_of(choice) << ", " << name_of(layout.ordering));
        const Solved solved = (sgs_only ? general : symmetric).solve(row, {.preconditioner = choice, .width = 2});
        for (const Ending ending : solved.outcome.endings) CHECK(ending == Ending::converged);
        CHECK(solved.error < 1e-6);
      }
  }
}

TEST_CASE("IC(0) and Gauss-Seidel need fewer iterations than Jacobi") {
  for (const ProblemKind kind : {ProblemKind::poisson3d_7, ProblemKind::poisson3d_27, ProblemKind::poisson3d_fvm}) {
    const Distributed system(make_problem(kind, {20, 21, 22}), {.ordering = OrderingChoice::multicolour});
    const auto iterations = [&](PreconditionerChoice choice) {
      return system.solve(*find_method("pcg"), {.preconditioner = choice}).outcome.iterations;
    };
    const int jacobi = iterations(PreconditionerChoice::jacobi), sgs = iterations(PreconditionerChoice::sgs),
              ic0 = iterations(PreconditionerChoice::ic0);
    INFO(properties_of(kind).name << ": " << jacobi << ", " << sgs << ", " << ic0);
    CHECK(ic0 < 0.8 * jacobi);
    CHECK(sgs < 0.8 * jacobi);
  }
}

TEST_CASE("reordered-2 has the factorisation of red-black, reordered-1 another") {
  const Problem problem = make_problem(ProblemKind::poisson3d_fvm, {16, 15, 17});
  const auto solve = [&](OrderingChoice ordering) {
    return Distributed(problem, {.ordering = ordering})
        .solve(*find_method("pcg"), {.preconditioner = PreconditionerChoice::ic0});
  };
  const Solved red_black = solve(OrderingChoice::red_black);
  CHECK(largest_difference(solve(OrderingChoice::reordered_2).outcome, red_black.outcome, 20, 1) < 1e-9);
  CHECK(largest_difference(solve(OrderingChoice::reordered_1).outcome, red_black.outcome, 20, 1) > 1e-4);
}

TEST_CASE("preconditioners are symmetric, with and without corrections") {
  for (const MatrixLayout& layout : layouts) {
    const Distributed d(make_problem(ProblemKind::poisson3d_7, {13, 11, 9}), layout);
    const Vector x = wave(d.system(), 0.7), y = wave(d.system(), 1.3);
    for (const PreconditionerChoice choice : choices)
      for (const int corrections : {0, 1, 2}) {
        const auto M = make(d, choice, corrections);
        INFO(name_of(choice) << ", " << corrections << " corrections, " << name_of(layout.ordering));
        CHECK(std::fabs(dot_of(x, applied(*M, y), d.ranks()) - dot_of(y, applied(*M, x), d.ranks())) < 1e-12);
        CHECK(dot_of(x, applied(*M, x), d.ranks()) > 0);
      }
  }
}

TEST_CASE("a correction is z + M⁻¹ (r - A z)") {
  const Distributed d(make_problem(ProblemKind::poisson3d_7, {13, 11, 9}), {.ordering = OrderingChoice::red_black});
  const Vector r = wave(d.system(), 0.4);
  const auto M = make(d, PreconditionerChoice::ic0, 0);
  Vector z = applied(*M, r);
  std::vector<double> expected = values_of(z);
  for (const int corrections : {1, 2, 3}) {
    const Vector product = zeros_like(r), residual = zeros_like(r);
    d.A().apply(z, product, {});
    const auto a = values_of(r), b = values_of(product);
    const auto host = Kokkos::create_mirror_view(residual.data);
    for (std::size_t i = 0; i < a.size(); ++i) host(i) = a[i] - b[i];
    Kokkos::deep_copy(residual.data, host);
    const auto change = values_of(applied(*M, residual));
    z = applied(*make(d, PreconditionerChoice::ic0, corrections), r);
    const auto found = values_of(z);
    double difference = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      expected[i] += change[i];
      difference = std::fmax(difference, std::fabs(found[i] - expected[i]));
    }
    CHECK(d.ranks().reduce(difference, ReduceBy::maximum) < 1e-13);
  }
}

TEST_CASE("corrections save iterations") {
  const Distributed d(make_problem(ProblemKind::poisson3d_fvm, {24, 22, 20}), {.ordering = OrderingChoice::red_black});
  const auto iterations = [&](int corrections) {
    return d
        .solve(*find_method("pcg"),
               {.preconditioner = PreconditionerChoice::ic0, .preconditioning = {0, corrections}, .width = 2})
        .outcome.iterations;
  };
  const int none = iterations(0), one = iterations(1);
  CHECK(one < none);
  CHECK(2 * one > none);
}

TEST_CASE("a bad pivot on one rank fails on all, with the row's number in the grid") {
  const Communicator ranks;
  const Problem problem = make_problem(ProblemKind::poisson3d_7, {7, 6, 5});
  const MatrixLayout layout{.ordering = OrderingChoice::red_black, .ordered_rows = OrderedRows::kept};
  System system = build_system(problem, make_partition(problem.grid, ranks.size()), ranks, layout, GpuAwareMpi::off);
  const DistributedMatrix A(*system.matrix, *system.halo);
  const int last = ranks.size() - 1;
  const LocalIndex row = system.rows / 3;
  GlobalIndex number = 0;
  Kokkos::deep_copy(number, Kokkos::subview(system.global_number, row));
  if (ranks.rank() == last) {
    const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system.ordered_rows.offsets);
    const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system.ordered_rows.columns);
    for (Offset e = offsets(row); e < offsets(row + 1); ++e)
      if (columns(e) == row) Kokkos::deep_copy(Kokkos::subview(system.ordered_rows.values, e), -2.0);
  }
  std::string complaint;
  try {
    static_cast<void>(make_preconditioner(PreconditionerChoice::ic0, {}, system, A, ranks));
  } catch (const SetupError& error) {
    complaint = error.what();
  }
  const auto all = ranks.gather(complaint);
  const auto numbers = ranks.gather(std::to_string(number));
  for (const std::string& one : all) CHECK(one == all.front());
  CHECK(all.front().find("row " + numbers[last] + " is -2,") != std::string::npos);
  CHECK(all.front().find("ic0-shift") != std::string::npos);
}

}  // namespace minikrylov::test
