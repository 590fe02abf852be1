// The checks of the acceptance run pass, and catch what is wrong; its options.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "miniapp/accept/symmetry.hpp"
#include "miniapp/accept/validate.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/system/preconditioners.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {
namespace {

/// A with one wrong entry: `extra` is added to row 0, column 1 of rank 0.
class SpoiltOperator final : public Operator {
 public:
  SpoiltOperator(const Operator& A, double extra) : A_(A), extra_(extra) {}

  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    A_.apply(x, y, around);
    if (Communicator().rank() > 0) return;
    const auto from = x.data, to = y.data;
    const double extra = extra_;
    Kokkos::parallel_for(
        "add error", Kokkos::RangePolicy<Exec>(0, 1), KOKKOS_LAMBDA(int) { to(0) += extra * from(1); });
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { A_.apply_transposed(x, y); }
  [[nodiscard]] Fusible fuses(int) const override { return Fusible::nothing; }
  [[nodiscard]] Cost cost(int width) const override { return A_.cost(width); }

 private:
  const Operator& A_;
  double extra_;
};

/// z = r with one wrong entry.
class SpoiltPreconditioner final : public Preconditioner {
 public:
  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook*) const override {
    copy(r, z);
    if (Communicator().rank() > 0) return;
    const auto from = r.data, to = z.data;
    Kokkos::parallel_for(
        "add error", Kokkos::RangePolicy<Exec>(0, 1), KOKKOS_LAMBDA(int) { to(0) += 1e-6 * from(1); });
  }
  [[nodiscard]] Cost cost(int) const override { return {}; }
};

VariantRuns runs_of(const char* method, int iterations, double error, std::vector<std::vector<double>> histories) {
  return {method, iterations, error, std::move(histories), {}};
}

}  // namespace

TEST_CASE("symmetry: operators and preconditioners pass, a single wrong entry fails", "[accept]") {
  const Communicator ranks;
  for (const ProblemKind kind : {ProblemKind::poisson3d_7, ProblemKind::poisson3d_27, ProblemKind::elasticity3d}) {
    const Bench bench(kind, 8, accept_layout(MatrixFormat::sell), ranks);
    const auto M = make_preconditioner(PreconditionerChoice::jacobi, {}, bench.system(), bench.A(), ranks);
    for (const CheckRow& row : check_symmetry(bench.A(), *M, "jacobi", bench, ranks))
      CHECK(row.result == CheckResult::passed);
    const std::vector<CheckRow> spoilt =
        check_symmetry(SpoiltOperator(bench.A(), 1e-6), SpoiltPreconditioner(), "spoilt", bench, ranks);
    REQUIRE(spoilt.size() == 2);
    CHECK(spoilt[0].result == CheckResult::failed);
    CHECK(spoilt[1].result == CheckResult::failed);
  }
  const Bench convection(ProblemKind::convection_diffusion, 8, accept_layout(MatrixFormat::sell), ranks);
  CHECK(asymmetry_of(convection.A(), convection.system(), ranks) > 1e-6);
}

TEST_CASE("variants that disagree, and residuals that do not repeat, are detected", "[accept]") {
  const auto good = runs_of("pcg", 40, 1e-9, {{1, 0.5}, {1, 0.5}, {1, 0.5}});
  const auto results = [&](const VariantRuns& other) {
    std::vector<CheckResult> list;
    for (const CheckRow& row : check_agreement("poisson3d-7", {good, other})) list.push_back(row.result);
    return list;
  };
  using enum CheckResult;
  CHECK(results(runs_of("pipecg", 52, 1e-7, {{1, 0.6}, {1, 0.6}})) == std::vector{passed, passed, passed});
  CHECK(results(runs_of("pipecg", 36, 1e-7, {{1, 0.5}, {1, 0.5}})) == std::vector{passed, passed, passed});
  CHECK(results(runs_of("pipecg", 35, 1e-7, {{1, 0.5}, {1, 0.5}})) == std::vector{failed, passed, passed});
  CHECK(results(runs_of("pipecg", 53, 1e-7, {{1, 0.5}, {1, 0.5}})) == std::vector{failed, passed, passed});
  CHECK(results(runs_of("pipecg", 40, 2e-6, {{1, 0.5}, {1, 0.5}})) == std::vector{passed, failed, passed});
  CHECK(results(runs_of("pipecg", 40, 1e-9, {{1, 0.5}, {1, 0.5}, {1, std::nextafter(0.5, 1)}})) ==
        std::vector{passed, passed, failed});
  const double unknown = std::numeric_limits<double>::quiet_NaN();  // of an iterate that is not tested
  CHECK(results(runs_of("pipe2cg", 40, 1e-9, {{1, unknown}, {1, unknown}})) == std::vector{passed, passed, passed});
  CHECK(results(runs_of("pipe2cg", 40, 1e-9, {{1, unknown}, {1}})) == std::vector{passed, passed, failed});
  VariantRuns objected = good;
  objected.objections = {"it did not converge"};
  CHECK(results(objected) == std::vector{passed, failed, passed});
}

TEST_CASE("the published problem takes the known number of iterations", "[accept][large]") {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  ProgressLine progress(nullptr);
  const AcceptOptions options;
  const std::vector<CheckRow> rows = check_known_counts(64, {options, ranks, triad, triad, progress});
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].result == CheckResult::passed);
  CHECK(rows[1].result == CheckResult::passed);
  CHECK(rows[2].result == (ranks.size() == 1 ? CheckResult::passed : CheckResult::left_out));
  CHECK(rows[3].finding == "413");
}

TEST_CASE("acceptance options", "[accept]") {
  const auto accept = [](std::vector<const char*> words) { return std::get<AcceptOptions>(parse(std::move(words))); };
  const AcceptOptions usual = accept({"accept"});
  CHECK(usual.seconds >= minimum_timed_seconds);
  CHECK_FALSE(usual.size.has_value());
  CHECK_FALSE(usual.fixed_iterations.has_value());
  CHECK_FALSE(usual.requirements.has_value());
  CHECK(usual.network.network.latency == 0);
  CHECK(usual.bytes_per_rank == 1e12);
  CHECK(usual.text.starts_with("minikrylov-accept-"));
  if (results_support() == ResultsSupport::hdf5) CHECK(accept({"accept", "--output", "b.h5"}).text == "b.txt");
  const AcceptOptions tried = accept({"accept", "--size", "9", "--fixed-iterations", "3", "--emulate-latency", "5us",
                                      "--text", "t.txt", "--signed-by", "Ada Lovelace", "--force"});
  CHECK(tried.size == 9);
  CHECK(tried.fixed_iterations == 3);
  CHECK(tried.network.network.latency == 5e-6);
  CHECK(tried.text == "t.txt");
  CHECK(tried.signed_by == "Ada Lovelace");
  CHECK(tried.overwrite == OverwritePolicy::replace);
}

}  // namespace minikrylov
