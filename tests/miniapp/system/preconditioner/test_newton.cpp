// The polynomial of GMRES: its roots, its steps, what it saves, and what it refuses.
#include "miniapp/system/preconditioner/newton.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "problems/require.hpp"
#include "tests/miniapp/system/preconditioner/dense.hpp"

namespace minikrylov::test {
namespace {

using Catch::Matchers::ContainsSubstring;
constexpr LocalIndex matrix_rows = 60;

struct SmallSystem {
  explicit SmallSystem(double mirrored, unsigned seed = 7)
      : matrix(random_matrix(matrix_rows, mirrored, seed)), system(matrix, in_blocks(matrix_rows)), options{} {}
  [[nodiscard]] PreconditionerInputs inputs() const { return {options, system.system(), system.A(), system.ranks()}; }

  SparseMatrix matrix;
  Distributed system;
  PreconditionerOptions options;
};

/// M⁻¹ r with these roots, against the explicit sum.
void check_explicit(const SmallSystem& small, std::span<const std::complex<double>> roots) {
  const ComplexVector all = with_conjugates(roots);
  const int degree = static_cast<int>(all.size()) - 1;
  const auto M = make_polynomial(small.inputs(), newton_steps(roots, degree));
  const Vector r = wave(small.system.system(), 0.7);
  const Evaluated expected = evaluated({small.matrix}, all, whole(r, small.system));
  INFO(degree << " products");
  const Vector z = applied(*M, r);
  CHECK(difference(whole(z, small.system), expected.z) < 1e-12);
  CHECK(values_of(applied(*M, r)) == values_of(z));  // the same map again
}

int iterations(const Distributed& system, const char* method, PreconditionerChoice choice, int degree) {
  const Solved solved =
      system.solve(*find_method(method), {.preconditioner = choice, .preconditioning = {.chebyshev_degree = degree}});
  CHECK(solved.outcome.worst() == Ending::converged);
  return solved.outcome.iterations;
}

/// What is said against newton with so many products; nothing if it is made.
std::string refusal(const Distributed& system, int degree) {
  try {
    static_cast<void>(make_preconditioner(PreconditionerChoice::newton, {.chebyshev_degree = degree}, system.system(),
                                          system.A(), system.ranks()));
  } catch (const SetupError& error) {
    return error.messages().front();
  }
  return "";
}

}  // namespace

TEST_CASE("newton is the polynomial of its roots, real or in pairs anywhere in the plane", "[newton]") {
  const SmallSystem small(-1);
  using namespace std::complex_literals;
  const ComplexVector lists[] = {
      {2.0}, {0.7 + 0.9i}, {-0.3 + 1.1i, 1.5}, {1.9, 1.0i, 0.4}, {1.2 + 0.01i, -0.9, 0.5 + 0.5i, 1e-3 - 0i + 2.0}};
  for (const ComplexVector& roots : lists) check_explicit(small, roots);
}

TEST_CASE("its roots are those of GMRES: what is left is orthogonal to all that products reach", "[newton]") {
  bool complex_roots = false;
  for (const double mirrored : {-1.0, 0.3, 1.0})
    for (const int degree : {0, 2, 4, 7}) {
      if (mirrored == 1 && degree % 2 != 0) continue;  // refused where p is not positive
      const SmallSystem small(mirrored);
      const ComplexVector roots = newton_roots(small.inputs(), degree), all = with_conjugates(roots);
      INFO("below the diagonal " << mirrored << " times what is above, " << degree << " products");
      REQUIRE(static_cast<int>(all.size()) == degree + 1);
      complex_roots = complex_roots || all.size() > roots.size();
      if (mirrored == 1) CHECK(all.size() == roots.size());
      check_explicit(small, roots);
      const Vector start = zeros_like(wave(small.system.system(), 0.7));
      fill_pseudo_random(small.system.system().global_number, start);
      // The start itself, not D⁻¹ times it.
      const DenseScaled B{small.matrix};
      std::vector<double> v = whole(start, small.system);
      for (LocalIndex i = 0; i < matrix_rows; ++i) v[i] *= B.diagonal(i);
      const ComplexVector left = evaluated(B, all, v).left;
      ComplexVector reached = evaluated(B, {}, v).left;
      for (int k = 0; k <= degree; ++k) {
        reached = B.product(reached);
        std::complex<double> sum = 0;
        double a = 0, b = 0;
        for (LocalIndex i = 0; i < matrix_rows; ++i) {
          sum += B.diagonal(i) * left[i] * reached[i];
          a += B.diagonal(i) * std::norm(left[i]);
          b += B.diagonal(i) * std::norm(reached[i]);
        }
        CHECK(std::abs(sum) < 1e-9 * std::sqrt(a * b));
      }
    }
  CHECK(complex_roots);
}

TEST_CASE("newton is symmetric and positive where the matrix is", "[newton]") {
  const SmallSystem small(1);
  const Vector x = wave(small.system.system(), 0.7), y = wave(small.system.system(), 1.3);
  for (const int degree : {0, 2, 4, 6, 8}) {
    const ComplexVector roots = newton_roots(small.inputs(), degree);
    const auto M = make_polynomial(small.inputs(), newton_steps(roots, degree));
    const Communicator& ranks = small.system.ranks();
    const double xy = dot_of(x, applied(*M, y), ranks), yx = dot_of(y, applied(*M, x), ranks);
    CHECK(std::fabs(xy - yx) < 1e-12 * dot_of(x, applied(*M, x), ranks));
    CHECK(dot_of(y, applied(*M, y), ranks) > 0);
    for (const std::complex<double>& root : roots) CHECK((root.imag() == 0 && root.real() > 0));
    CHECK(largest_newton_residual(roots, 0) < 1);
  }
}

TEST_CASE("newton saves iterations with increasing degree, also where the matrix is not symmetric", "[newton]") {
  const Distributed poisson(make_problem(ProblemKind::poisson3d_7, {24, 22, 20}));
  const Distributed convection(make_problem(ProblemKind::convection_diffusion, {20, 18, 16}, {.peclet = 20}));
  using enum PreconditionerChoice;
  CHECK(iterations(poisson, "pcg", newton, 0) == iterations(poisson, "pcg", jacobi, 0));
  for (const auto& [system, method] : {std::pair(&poisson, "pcg"), std::pair(&convection, "pbicgstab")}) {
    const int few = iterations(*system, method, newton, 0), some = iterations(*system, method, newton, 2),
              many = iterations(*system, method, newton, 6);
    INFO(method << ": " << few << ", " << some << ", " << many);
    CHECK(some < 0.7 * few);
    CHECK(many < 0.7 * some);
  }
}

TEST_CASE("newton leaves residuals as they are, however rows are distributed", "[newton]") {
  const int ranks = Communicator().size();
  std::vector<int> in_turn;
  for (LocalIndex i = 0; i < matrix_rows; ++i) in_turn.push_back(i % ranks);
  for (const double mirrored : {1.0, -1.0}) {
    const SparseMatrix matrix = random_matrix(matrix_rows, mirrored, 7);
    const Setting setting{.preconditioner = PreconditionerChoice::newton, .fixed_iterations = 5};
    const CatalogueRow& method = *find_method(mirrored == 1 ? "pcg" : "pbicgstab");
    const Solved blocks = Distributed(matrix, in_blocks(matrix_rows)).solve(method, setting),
                 turns = Distributed(matrix, in_turn).solve(method, setting);
    CHECK(largest_difference(blocks.outcome, turns.outcome, 4, 1) < 1e-6);
  }
}

TEST_CASE("a polynomial that is not positive is refused by name", "[newton]") {
  const Distributed poisson(make_problem(ProblemKind::poisson3d_7, {24, 22, 20}));
  CHECK(refusal(poisson, 6).empty());
  CHECK_THAT(refusal(poisson, 7), ContainsSubstring("positive") && ContainsSubstring("--chebyshev-degree 6"));
}

TEST_CASE("a polynomial with a root at zero is refused by name", "[newton]") {
  if (Communicator().size() > 2) SKIP("two rows");
  const auto made = [](std::vector<double> values) {
    return Distributed(SparseMatrix{2, {0, 2, 4}, {0, 1, 0, 1}, std::move(values)}, in_blocks(2));
  };
  CHECK(refusal(made({1, 2, -2, 1}), 1).empty());
  CHECK_THAT(refusal(made({1, 1, 1, 1}), 1), ContainsSubstring("does not exist"));
}

TEST_CASE("where the space is exhausted, further products change nothing", "[newton]") {
  SparseMatrix diagonal{8, {0}, {}, {}};
  for (LocalIndex i = 0; i < 8; ++i) {
    diagonal.columns.push_back(i);
    diagonal.values.push_back(1 + i);
    diagonal.offsets.push_back(i + 1);
  }
  const Distributed system(diagonal, in_blocks(8));
  const auto M = make_preconditioner(PreconditionerChoice::newton, {.chebyshev_degree = 4}, system.system(), system.A(),
                                     system.ranks());
  const Vector r = wave(system.system(), 0.7);
  const std::vector<double> z = whole(applied(*M, r), system), of_r = whole(r, system);
  for (int i = 0; i < 8; ++i) CHECK(std::fabs(z[i] * (1 + i) - of_r[i]) < 1e-14);
}

}  // namespace minikrylov::test
