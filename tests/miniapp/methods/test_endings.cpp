// How an iteration ends: every breakdown by its name, and cases without anything to do.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/methods.hpp"
#include "miniapp/methods/running/run_method.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov::test {
namespace {

/// The entries of a 2 × 2 matrix.
struct Matrix2 {
  double a00, a01, a10, a11;
};

void multiply_by(const Matrix2& a, const Vector& x, const Vector& y) {
  const auto from = x.data, to = y.data;
  const int width = x.width;
  const Matrix2 of = a;
  Kokkos::parallel_for(
      "y = A x", Kokkos::RangePolicy<Exec>(0, width), KOKKOS_LAMBDA(int j) {
        to(j) = of.a00 * from(j) + of.a01 * from(width + j);
        to(width + j) = of.a10 * from(j) + of.a11 * from(width + j);
      });
}

/// Each rank solves the same small system by itself; reductions are rank-local, so ranks agree.
class Small final : public Operator {
 public:
  explicit Small(const Matrix2& a) : a_(a) {}
  void apply(const Vector& x, const Vector& y, const Around&) const override {
    ++products_;
    multiply_by(a_, x, y);
  }
  void apply_transposed(const Vector& x, const Vector& y) const override {
    multiply_by({a_.a00, a_.a10, a_.a01, a_.a11}, x, y);
  }
  [[nodiscard]] Fusible fuses(int) const override { return Fusible::nothing; }
  [[nodiscard]] Cost cost(int) const override { return {}; }
  [[nodiscard]] int products() const { return products_; }

 private:
  Matrix2 a_;
  mutable int products_ = 0;
};

/// Row by row, right-hand side by right-hand side.
Vector vector_of(const std::vector<double>& values, int width) {
  const Vector v = make_vector("v", 2, 0, width);
  const auto host = Kokkos::create_mirror_view(v.data);
  std::copy(values.begin(), values.end(), host.data());
  Kokkos::deep_copy(v.data, host);
  return v;
}

struct Run {
  Outcome outcome;
  std::vector<double> x;
};

/// Reductions with the wrong sign.
class NegatedSum final : public Reduction {
 public:
  void start(std::span<double> values, std::string_view /*label*/) override {
    for (double& value : values) value = -value;
  }
  void finish() override {}
  void progress() override {}
};

/// M = -I.
class Negation final : public Preconditioner {
 public:
  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook*) const override {
    const auto from = r.data, to = z.data;
    Kokkos::parallel_for(
        "z = -r", Kokkos::RangePolicy<Exec>(0, r.elements()), KOKKOS_LAMBDA(Offset e) { to(e) = -from(e); });
  }
  [[nodiscard]] Cost cost(int /*width*/) const override { return {}; }
};

Run run(const CatalogueRow& row, const Matrix2& matrix, const std::vector<double>& b, const std::vector<double>& x0,
        double divergence = 1e10, Reduction&& sum = OwnSum(), const Preconditioner& M = Identity(),
        ResidualNorm norm = ResidualNorm::unpreconditioned) {
  const int width = static_cast<int>(b.size()) / 2;
  const Small A(matrix);
  const Vector x = vector_of(x0, width);
  VectorPool pool;
  MethodRun setting{row, A, M, {vector_of(b, width), x}, {.norm = norm}, {}, {}, 0, pool};
  setting.rule.max_iterations = 50;
  setting.rule.divergence = divergence;
  setting.parameters.largest_eigenvalue = 3;
  setting.parameters.basis = make_basis(BasisKind::chebyshev, row.family == Family::cg ? 1 : 2, {0.5, 3});
  for (int j = 0; j < width; ++j) setting.rule.reference.push_back(std::hypot(b[j], b[width + j]));
  Run result{run_method(setting, sum), {}};
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
  result.x.assign(host.data(), host.data() + host.extent(0));
  return result;
}

/// pbicgstab with reliable updates, by a matrix that is not rounded.
CatalogueRow reliable_pbicgstab() {
  CatalogueRow row = *find_method("pbicgstab");
  row.method = [](const Operator& A, const Preconditioner& M, Env& env) { return pbicgstab_reliable({A, A}, M, env); };
  return row;
}

Ending ending_of(std::string_view method, const Matrix2& matrix, const std::vector<double>& b) {
  return run(*find_method(method), matrix, b, {0, 0}).outcome.endings.front();
}

constexpr Matrix2 definite{2, -1, -1, 2};
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("a zero right-hand side and an exact initial guess need no iterations") {
  for (const CatalogueRow& row : catalogue())
    for (const double solution : {0.0, 1.0}) {
      const Run done = run(row, definite, {solution, solution}, {solution, solution});
      INFO(row.name << ", x = " << solution);
      CHECK(done.outcome.endings.front() == Ending::converged);
      CHECK(done.outcome.iterations == 0);
      CHECK(done.x == std::vector<double>{solution, solution});
    }
}

TEST_CASE("a NaN in b ends every method") {
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    CHECK(run(row, definite, {1, nan}, {0, 0}).outcome.endings.front() == Ending::not_finite);
  }
}

TEST_CASE("a NaN in A ends every method") {
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    CHECK(run(row, {2, nan, nan, 2}, {1, 1}, {0, 0}).outcome.endings.front() == Ending::not_finite);
  }
}

TEST_CASE("CG reports an indefinite matrix") {
  for (const CatalogueRow& row : catalogue())
    if (row.family == Family::cg) {
      INFO(row.name);
      CHECK(run(row, {1, 0, 0, -2}, {1, 1}, {0, 0}).outcome.endings.front() == Ending::indefinite_matrix);
    }
}

TEST_CASE("if preconditioner and matrix are indefinite, all CG methods report the preconditioner") {
  // M = -I: (r, M⁻¹ r) = -2, and (p, A p) = -1 < 0 for the first direction p = -r.
  for (const CatalogueRow& row : catalogue())
    if (row.family == Family::cg && row.preconditioning == Preconditioning::any)
      for (const ResidualNorm norm : {ResidualNorm::unpreconditioned, ResidualNorm::natural}) {
        if (row.norms == KnownNorms::natural && norm != ResidualNorm::natural) continue;
        INFO(row.name);
        const Run ended = run(row, {1, 0, 0, -2}, {1, 1}, {0, 0}, 1e10, OwnSum(), Negation(), norm);
        CHECK(ended.outcome.endings.front() == Ending::indefinite_preconditioner);
        CHECK(ended.outcome.iterations == 0);
      }
}

TEST_CASE("if ω and ρ vanish together, all BiCGStab methods report ω") {
  // s = (0, -1), t = A s = (-1, 0): (t,s) = 0, and r = s is orthogonal to r0. In coordinates of a basis these are
  // zero but for rounding.
  for (const CatalogueRow& row : catalogue())
    if (row.family == Family::bicgstab && row.needs != Needs::basis) {
      INFO(row.name);
      CHECK(ending_of(row.name, {1, 1, 1, 0}, {1, 0}) == Ending::breakdown_omega);
    }
}

TEST_CASE("CG reports a residual that grows beyond the bound") {
  // α = 1/2 nearly: r goes from (1, 1/100) to about (1/2, -50), and only then to zero.
  for (const CatalogueRow& row : catalogue())
    if (row.family == Family::cg) {
      INFO(row.name);
      const Matrix2 stretched{1, 0, 0, 1e4};
      CHECK(run(row, stretched, {1, 0.01}, {0, 0}, 100).outcome.endings.front() != Ending::diverged);
      CHECK(run(row, stretched, {1, 0.01}, {0, 0}, 40).outcome.endings.front() == Ending::diverged);
    }
}

TEST_CASE("a negative squared natural norm reveals an indefinite preconditioner, and its root is not taken") {
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    const Run done = run(row, definite, {1, 0}, {0, 0}, 1e10, NegatedSum());
    CHECK(done.outcome.endings.front() == Ending::indefinite_preconditioner);
    CHECK(done.outcome.iterations == 0);
  }
}

TEST_CASE("BiCGStab reports its breakdowns") {
  // A rotation by 90 degrees: v = A r0 is orthogonal to r0.
  CHECK(ending_of("bicgstab", {0, 1, -1, 0}, {1, 0}) == Ending::breakdown_r0v);
  CHECK(ending_of("pbicgstab", {0, 1, -1, 0}, {1, 0}) == Ending::breakdown_r0v);
  // s = (0, -1), t = A s = (-1, 0): (t,s) = 0, so ω = 0 and the step stabilises nothing.
  CHECK(ending_of("bicgstab", {1, 1, 1, 0}, {1, 0}) == Ending::breakdown_omega);
  CHECK(ending_of("pbicgstab", {1, 1, 1, 0}, {1, 0}) == Ending::breakdown_omega);
}

TEST_CASE("BiCGStab methods end where a sum vanishes relative to its vectors, not only where it is zero") {
  for (const CatalogueRow& row : catalogue())
    if (row.family == Family::bicgstab) {
      INFO(row.name);
      // v = A r0 = (1e-40, -1): α = 1e40 would make s, and x, as large.
      const Run turned = run(row, {1e-40, 1, -1, 1e-40}, {1, 0}, {0, 0});
      CHECK(turned.outcome.endings.front() == Ending::breakdown_r0v);
      CHECK(turned.x == std::vector<double>{0, 0});
      // s = (0, -1), t = A s = (-1, -1e-40).
      if (row.needs == Needs::basis) continue;
      CHECK(ending_of(row.name, {1, 1, 1, 1e-40}, {1, 0}) == Ending::breakdown_omega);
    }
  const CatalogueRow reliable = reliable_pbicgstab();
  const Run turned = run(reliable, {1e-40, 1, -1, 1e-40}, {1, 0}, {0, 0});
  CHECK(turned.outcome.endings.front() == Ending::breakdown_r0v);
  CHECK(turned.x == std::vector<double>{0, 0});
  CHECK(run(reliable, {1, 1, 1, 1e-40}, {1, 0}, {0, 0}).outcome.endings.front() == Ending::breakdown_omega);
}

TEST_CASE("b - A x is computed only where an ending makes a claim, or before a restart") {
  const Communicator ranks;
  const Identity M;
  const auto looks = [&](const Matrix2& matrix, int restarts) {
    const Small A(matrix), looked_at(matrix);
    const Vector b = vector_of({1, 0}, 1), x = vector_of({0, 0}, 1);
    const TrueResidual truth(looked_at, b, {ResidualNorm::unpreconditioned, M}, ranks);
    VectorPool pool;
    MethodRun setting{*find_method("bicgstab"), A, M, {b, x}, {}, {}, {}, restarts, pool, &truth};
    setting.rule.max_iterations = 50;
    setting.rule.reference = {1};
    OwnSum sum;
    static_cast<void>(run_method(setting, sum));
    return looked_at.products();
  };
  constexpr Matrix2 rotation{0, 1, -1, 0};
  CHECK(looks(definite, 0) == 1);
  CHECK(looks(rotation, 0) == 0);
  CHECK(looks(rotation, 1) > 0);  // the next attempt is compared with it
}

TEST_CASE("a right-hand side that breaks down or is solved does not affect the others") {
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    // Columns: solved at once, broken from the start, an ordinary one. Row by row.
    const Run run_of_three = run(row, definite, {0, nan, 1, 0, 1, 3}, {0, 0, 0, 0, 0, 0});
    CHECK(run_of_three.outcome.endings[0] == Ending::converged);
    CHECK(run_of_three.outcome.endings[1] == Ending::not_finite);
    CHECK(run_of_three.outcome.endings[2] == Ending::converged);
    CHECK(std::fabs(run_of_three.x[2] - 5.0 / 3) < 1e-7);
    CHECK(std::fabs(run_of_three.x[5] - 7.0 / 3) < 1e-7);
    CHECK(run_of_three.x[0] == 0);
    CHECK(run_of_three.x[3] == 0);
  }
}

}  // namespace minikrylov::test
