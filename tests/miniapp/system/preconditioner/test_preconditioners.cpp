// All preconditioners over ranks: they solve with every method, are symmetric where A is, and obey their options.
#include "miniapp/system/preconditioner/preconditioners.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "miniapp/system/preconditioner/polynomial.hpp"
#include "problems/matrix_market.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/systems.hpp"
#include "tests/miniapp/waves.hpp"

namespace minikrylov::test {
namespace {

using enum PreconditionerChoice;

Problem body() { return make_problem(ProblemKind::elasticity3d, {6, 5, 4}); }
Problem poisson() { return make_problem(ProblemKind::poisson3d_7, {11, 10, 9}); }

const MatrixLayout point_layouts[] = {
    {MatrixFormat::sell_block, 8, 1, OrderingChoice::multicolour},
    {.chunk = 4, .sigma = 32, .ordering = OrderingChoice::multicolour, .unit = OrderedUnit::point},
    {MatrixFormat::crs, 8, 1, OrderingChoice::natural, OrderedRows::kept, OrderedUnit::point},
    {MatrixFormat::sell_block, 16, 16, OrderingChoice::interior_first}};

int iterations(const Distributed& system, PreconditionerChoice choice, const PreconditionerOptions& how = {}) {
  const Solved solved = system.solve(*find_method("pcg"), {.preconditioner = choice, .preconditioning = how});
  CHECK(solved.outcome.worst() == Ending::converged);
  return solved.outcome.iterations;
}

void check_every_method(const Distributed& system, PreconditionerChoice choice, Symmetry symmetry) {
  for (const CatalogueRow& row : catalogue()) {
    if (row.preconditioning == Preconditioning::none) continue;
    if (row.family == Family::cg && symmetry == Symmetry::general) continue;
    INFO(row.name << ", " << name_of(choice));
    const Solved solved = system.solve(row, {.preconditioner = choice, .width = 2});
    for (const Ending ending : solved.outcome.endings) CHECK(ending == Ending::converged);
    CHECK(solved.error < 1e-6);
  }
}

double asymmetry(const Distributed& d, PreconditionerChoice choice, const PreconditionerOptions& how) {
  const auto M = make_preconditioner(choice, how, d.system(), d.A(), d.ranks());
  const Vector x = wave(d.system(), 0.7), y = wave(d.system(), 1.3);
  const double xy = dot_of(x, applied(*M, y), d.ranks()), yx = dot_of(y, applied(*M, x), d.ranks());
  CHECK(dot_of(x, applied(*M, x), d.ranks()) > 0);
  return std::fabs(xy - yx) / (std::fabs(xy) + dot_of(x, applied(*M, x), d.ranks()));
}

}  // namespace

TEST_CASE("every method finds the displacements with block preconditioners") {
  for (const MatrixLayout& layout : point_layouts) {
    const Distributed system(body(), layout);
    INFO(name_of(layout.format) << ", " << name_of(layout.ordering));
    for (const PreconditionerChoice choice : {block_lu, block_ic0})
      check_every_method(system, choice, Symmetry::symmetric);
  }
}

TEST_CASE("every method converges to the solution with the other preconditioners") {
  const Distributed symmetric(poisson()), colours(poisson(), {.ordering = OrderingChoice::red_black});
  for (const PreconditionerChoice choice : {block_jacobi_ic0, chebyshev, newton, emulated, sgs_kokkos_kernels})
    check_every_method(symmetric, choice, Symmetry::symmetric);
  check_every_method(colours, block_jacobi_ic0, Symmetry::symmetric);
  const Distributed general(make_problem(ProblemKind::convection_diffusion, {13, 11, 9}, {.peclet = 20}));
  for (const PreconditionerChoice choice : {emulated, newton, sgs_kokkos_kernels})
    check_every_method(general, choice, Symmetry::general);
}

TEST_CASE("formulations and numbers of right-hand sides agree with every preconditioner") {
  const Distributed points(body(), point_layouts[0]), rows(poisson(), {.ordering = OrderingChoice::red_black});
  for (const char* name : {"pcg", "pipecg", "pbicgstab"})
    for (const PreconditionerChoice choice :
         {block_lu, block_ic0, sgs, ic0, block_jacobi_ic0, chebyshev, newton, emulated}) {
      const Distributed& system = needs_points(choice) ? points : rows;
      const auto run = [&](Formulation formulation, int width) {
        return system.solve(*find_method(name),
                            {.how = {.formulation = formulation}, .preconditioner = choice, .width = width});
      };
      const Solved merged = run(Formulation::merged, 1);
      INFO(name << ", " << name_of(choice));
      CHECK(largest_difference(run(Formulation::basic, 1).outcome, merged.outcome, 10, 1) == 0);
      CHECK(largest_difference(run(Formulation::kokkos_kernels, 1).outcome, merged.outcome, 10, 1) < 1e-8);
      for (const int width : {7, 32}) CHECK(run(Formulation::merged, width).error < 1e-6);
    }
}

TEST_CASE("all preconditioners are symmetric and positive, also with corrections and in lower precision") {
  const Distributed points(body(), point_layouts[0]), rows(poisson());
  for (const PreconditionerChoice choice :
       {jacobi, block_lu, sgs, sgs_kokkos_kernels, ic0, block_ic0, block_jacobi_ic0, chebyshev, newton, emulated})
    for (const Precision precision :
         {Precision::double_precision, Precision::single_precision, Precision::half_precision, Precision::bfloat16})
      for (const int corrections : {0, 1}) {
        INFO(name_of(choice) << ", " << name_of(precision) << ", " << corrections << " corrections");
        const PreconditionerOptions how{.schwarz_corrections = corrections, .precision = precision};
        CHECK(asymmetry(needs_points(choice) ? points : rows, choice, how) < 1e-12);
      }
}

TEST_CASE("block-ic0 converges like ic0 in the same ordering, in every format") {
  const int single = iterations(Distributed(body()), ic0);
  for (const MatrixLayout& layout : {MatrixLayout{.unit = OrderedUnit::point}, MatrixLayout{MatrixFormat::sell_block},
                                     MatrixLayout{MatrixFormat::crs}})
    CHECK(iterations(Distributed(body(), layout), block_ic0) == single);
}

TEST_CASE("single-precision factors cost hardly any iterations") {
  const Distributed points(body(), point_layouts[0]), rows(poisson(), {.ordering = OrderingChoice::red_black});
  for (const PreconditionerChoice choice : {sgs, ic0, block_ic0, block_jacobi_ic0}) {
    const Distributed& system = needs_points(choice) ? points : rows;
    INFO(name_of(choice));
    CHECK(std::abs(iterations(system, choice, {.precision = Precision::single_precision}) -
                   iterations(system, choice)) <= 1);
  }
}

TEST_CASE("factors of 16 bits cost few iterations, in every format") {
  const auto check = [](const Distributed& system, PreconditionerChoice choice) {
    const int exact = iterations(system, choice);
    const int halves = iterations(system, choice, {.precision = Precision::half_precision}),
              brains = iterations(system, choice, {.precision = Precision::bfloat16});
    INFO(name_of(choice) << ": " << exact << ", half " << halves << ", bfloat16 " << brains);
    CHECK(halves <= 1.1 * exact + 1);
    CHECK(brains <= 1.3 * exact + 1);
  };
  for (const MatrixLayout& layout : point_layouts) check(Distributed(body(), layout), block_ic0);
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::crs})
    for (const PreconditionerChoice choice : {sgs, ic0, block_jacobi_ic0})
      check(Distributed(body(), {.format = format, .ordering = OrderingChoice::multicolour}), choice);
}

TEST_CASE("factors outside of the range of halves are refused by name") {
  const SparseMatrix matrix = read_matrix_market(MINIKRYLOV_TEST_DATA "/bcsstk27.mtx.gz");
  const Distributed system(matrix, block_owners(matrix.rows, Communicator().size()));
  CHECK_THROWS_AS(iterations(system, sgs, {.precision = Precision::half_precision}), SetupError);
  CHECK(iterations(system, sgs, {.precision = Precision::bfloat16}) > 0);
}

TEST_CASE("one Jacobi block is IC(0) of the rank, and more blocks cost iterations") {
  for (const OrderingChoice ordering : {OrderingChoice::natural, OrderingChoice::red_black}) {
    const Distributed system(make_problem(ProblemKind::poisson3d_7, {24, 22, 20}), {.ordering = ordering});
    const auto with_blocks = [&](int blocks) {
      return iterations(system, block_jacobi_ic0, {.jacobi_blocks = blocks});
    };
    CHECK(with_blocks(1) == iterations(system, ic0));
    CHECK(with_blocks(40) > with_blocks(1));
    CHECK(with_blocks(40) < iterations(system, jacobi));
  }
}

TEST_CASE("the Chebyshev polynomial saves iterations with increasing degree, and is D⁻¹ at degree 0") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {24, 22, 20}));
  const auto of_degree = [&](int degree) { return iterations(system, chebyshev, {.chebyshev_degree = degree}); };
  CHECK(of_degree(0) == iterations(system, jacobi));
  CHECK(of_degree(2) < of_degree(0));
  CHECK(of_degree(6) < of_degree(2));
}

TEST_CASE("polynomials start at r itself where D is a multiple of the identity, and are the same map") {
  const Distributed system(poisson());
  const PreconditionerOptions usual;
  const Jacobi by_rows(system.system().diagonal),
      by_number = inverse_diagonal_of({usual, system.system(), system.A(), system.ranks()});
  REQUIRE_FALSE(by_rows.multiple_of_identity().has_value());
  REQUIRE(by_number.multiple_of_identity().has_value());
  const Vector r = wave(system.system(), 0.7), narrow = make_vector("r", r.rows, 0, 1), z = zeros_like(r);
  copy(r, narrow);
  for (int degree = 0; degree <= 5; ++degree) {
    PolynomialSteps steps{.first = 0.3};
    for (int k = 1; k <= degree; ++k) steps.terms.push_back({.a = -0.1 * k, .b = 1.1, .c = -0.2 * k, .d = 0.4});
    const auto made = [&](const Jacobi& D) {
      return Polynomial(system.A(), D, system.system().rows, system.system().ghosts, steps);
    };
    const Polynomial known = made(by_rows), found = made(by_number);
    const std::vector<double> expected = values_of(applied(known, r));
    double largest = 0;
    for (const double value : expected) largest = std::fmax(largest, std::fabs(value));
    const auto is_close = [&](const Vector& to) {
      const std::vector<double> values = values_of(to);
      for (std::size_t i = 0; i < values.size(); ++i)
        if (std::fabs(values[i] - expected[i]) > 1e-13 * largest) return false;
      return true;
    };
    INFO(degree << " products");
    CHECK(is_close(applied(found, r)));
    CHECK(values_of(applied(found, r)) == values_of(applied(found, r)));
    found.apply(narrow, z, nullptr);  // without room for ghosts it is copied
    CHECK(is_close(z));
    if (degree > 0) CHECK(found.cost(1).bytes_read < known.cost(1).bytes_read);
  }
}

TEST_CASE(
    "preconditioners of products cost what their statements move and compute, and applying them changes nothing") {
  const Distributed system(poisson());
  const double rows = system.system().rows;
  const auto made = [&](PreconditionerChoice choice, const PreconditionerOptions& how) {
    return make_preconditioner(choice, how, system.system(), system.A(), system.ranks());
  };
  const Cost product = system.A().cost(1);
  const auto polynomial = made(chebyshev, {.chebyshev_degree = 3});
  // D⁻¹ is a number: z = a A r + b r, then z = a A z + b z + c r, then z = a A z + b z + c z' + d r.
  CHECK(polynomial->cost(1).flops == 3 * product.flops + (3 + 5 + 7) * rows);
  CHECK(polynomial->cost(1).bytes_written == 3 * (product.bytes_written + 8 * rows));
  const Distributed varying(make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}));
  const double fewer = varying.system().rows;
  const Cost its_product = varying.A().cost(1);
  const Cost its =
      make_preconditioner(chebyshev, {.chebyshev_degree = 3}, varying.system(), varying.A(), varying.ranks())->cost(1);
  // z = z/θ; then each time z = a D⁻¹ A z + b z + c z' + d z₀, without z' at first.
  CHECK(its.flops == fewer + 3 * its_product.flops + (6 + 8 + 8) * fewer);
  CHECK(its.bytes_written == 8 * fewer + 3 * (its_product.bytes_written + 8 * fewer));
  const Cost once = made(sgs, {})->cost(1);
  const auto corrected = made(sgs, {.schwarz_corrections = 2});
  // w = r - w, and z = z + c.
  CHECK(corrected->cost(1).flops == 3 * once.flops + 2 * (product.flops + (3 + 3) * rows));
  CHECK(corrected->cost(1).bytes_written == 3 * once.bytes_written + 2 * (product.bytes_written + 8 * 2 * rows));
  const Cost before = corrected->cost(1);
  static_cast<void>(applied(*corrected, wave(system.system(), 0.7)));
  CHECK(corrected->cost(1).bytes_read == before.bytes_read);
}

TEST_CASE("an emulated preconditioner moves the requested data and changes nothing") {
  const Distributed system(poisson());
  const Solved plain = system.solve(*find_method("pcg"), {.preconditioner = none});
  for (const int cost : {2, 4, 6, 20}) {
    const PreconditionerOptions how{.emulated_cost = cost};
    const Solved solved = system.solve(*find_method("pcg"), {.preconditioner = emulated, .preconditioning = how});
    CHECK(largest_difference(solved.outcome, plain.outcome, 20, 1) < 1e-12);
    const auto M = make_preconditioner(emulated, how, system.system(), system.A(), system.ranks());
    const Vector x = wave(system.system(), 0.3);
    CHECK(values_of(applied(*M, x)) == values_of(x));
    CHECK(M->cost(3).bytes_read + M->cost(3).bytes_written == 8.0 * cost * 3 * system.system().rows);
  }
}

}  // namespace minikrylov::test
