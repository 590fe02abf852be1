// The checks of the acceptance run: they pass, and they catch what is wrong; and its options.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "kernels/core/digest.hpp"
#include "miniapp/accept/checks/on_ranks.hpp"
#include "miniapp/accept/checks/products.hpp"
#include "miniapp/accept/checks/symmetry.hpp"
#include "miniapp/accept/validate.hpp"
#include "miniapp/accept/verdict.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/results/results.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {
namespace {

/// A, but for one entry: `extra` is added to row 0, column 1 of rank 0.
class SpoiltOperator final : public Operator {
 public:
  SpoiltOperator(const Operator& A, double extra) : A_(A), extra_(extra) {}

  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    A_.apply(x, y, around);
    if (Communicator().rank() > 0) return;
    const auto from = x.data, to = y.data;
    const double extra = extra_;
    Kokkos::parallel_for(
        "spoil", Kokkos::RangePolicy<Exec>(0, 1), KOKKOS_LAMBDA(int) { to(0) += extra * from(1); });
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { A_.apply_transposed(x, y); }
  [[nodiscard]] Fusible fuses(int) const override { return Fusible::nothing; }
  [[nodiscard]] Cost cost(int width) const override { return A_.cost(width); }

 private:
  const Operator& A_;
  double extra_;
};

/// z = r, but for one entry.
class SpoiltPreconditioner final : public Preconditioner {
 public:
  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook*) const override {
    copy(r, z);
    if (Communicator().rank() > 0) return;
    const auto from = r.data, to = z.data;
    Kokkos::parallel_for(
        "spoil", Kokkos::RangePolicy<Exec>(0, 1), KOKKOS_LAMBDA(int) { to(0) += 1e-6 * from(1); });
  }
  [[nodiscard]] Cost cost(int) const override { return {}; }
};

/// A solve whose residuals are these.
SolveRecord solve_with(std::vector<double> history, std::uint64_t digest) {
  SolveRecord solve;
  solve.method = "pcg";
  solve.iterations = static_cast<int>(history.size()) - 1;
  solve.residual_history.values = std::move(history);
  solve.digest = digest;
  solve.rtol = 1e-8;
  return solve;
}

/// What is said of solves, one after the other.
CheckRow verdict_on(const std::vector<SolveRecord>& solves) {
  Repeats repeats;
  for (const SolveRecord& solve : solves) repeats.add("poisson3d-7", solve);
  return repeats.rows(Communicator()).front();
}

}  // namespace

TEST_CASE("symmetry: of operators and preconditioners that are, and of one entry that is not", "[accept]") {
  const Communicator ranks;
  for (const ProblemKind kind : {ProblemKind::poisson3d_7, ProblemKind::poisson3d_27, ProblemKind::elasticity3d}) {
    const Bench bench({.problem = kind, .points = 8}, ranks);
    const auto M = make_preconditioner(PreconditionerChoice::jacobi, {}, bench.system(), bench.A(), ranks);
    for (const CheckRow& row : check_symmetry(bench.A(), *M, "jacobi", bench, ranks))
      CHECK(row.result == CheckResult::passed);
    const std::vector<CheckRow> spoilt =
        check_symmetry(SpoiltOperator(bench.A(), 1e-6), SpoiltPreconditioner(), "spoilt", bench, ranks);
    REQUIRE(spoilt.size() == 2);
    CHECK(spoilt[0].result == CheckResult::failed);
    CHECK(spoilt[1].result == CheckResult::failed);
  }
  const Bench convection({.problem = ProblemKind::convection_diffusion, .points = 8}, ranks);
  CHECK(asymmetry_of(convection.A(), convection.system(), ranks) > 1e-6);
}

TEST_CASE("digests: any bit of an array changes them, and threads do not", "[accept]") {
  constexpr int length = 1000;
  const Array<double> numbers("numbers", length);
  const auto digest = [&] {
    Digest found;
    found.add_all(numbers);
    return found.value();
  };
  const auto host = Kokkos::create_mirror_view(numbers);
  for (int i = 0; i < length; ++i) host(i) = i % 7;
  Kokkos::deep_copy(numbers, host);
  const std::uint64_t before = digest();
  CHECK(digest() == before);
  for (const int i : {0, 1, length - 1})
    for (int bit = 0; bit < 64; ++bit) {
      const double value = host(i);
      host(i) = Kokkos::bit_cast<double>(Kokkos::bit_cast<std::uint64_t>(value) ^ std::uint64_t{1} << bit);
      Kokkos::deep_copy(numbers, host);
      CHECK(digest() != before);
      host(i) = value;
    }
  std::swap(host(2), host(3));
  Kokkos::deep_copy(numbers, host);
  CHECK(digest() != before);
}

TEST_CASE("what is timed is not compressed, and a system says what it is", "[accept]") {
  const Communicator ranks;
  const BenchPlan plan{.problem = ProblemKind::poisson3d_7, .points = 8};
  CHECK(Bench(plan, ranks).row().compression == Compression::none);
  MatrixLayout coded = accept_layout(plan.format);
  CHECK(coded.compression == Compression::none);
  coded.compression = Compression::lossless;
  CHECK(Bench(plan, coded, ranks).row().compression == Compression::lossless);
}

TEST_CASE("a bit of what solves read, and a row of a product, are found", "[accept]") {
  const Communicator ranks;
  for (const int rhs : {1, 16})
    for (const AcceptWorkload& workload : workloads)
      for (const MatrixFormat format : formats_for(workload.problem)) {
        const Bench bench({.problem = workload.problem, .points = 8, .rhs = rhs, .format = format}, ranks);
        CHECK(bench.digest_now() == bench.digest_made());
        CHECK(Bench(bench.plan(), ranks).digest_made() == bench.digest_made());
        CHECK(compare_product(bench, bench.A(), ranks).wrong_rows == 0);
        const SpoiltOperator spoilt(bench.A(), 1e-9);
        CHECK(compare_product(bench, spoilt, ranks).wrong_rows == (ranks.rank() == 0 ? 1 : 0));
        const auto b = Kokkos::subview(bench.sides().b.data, 5);
        double value = 0;
        Kokkos::deep_copy(value, b);
        Kokkos::deep_copy(b, std::nextafter(value, 10));
        CHECK(bench.digest_now() != bench.digest_made());
      }
}

TEST_CASE("sums over ranks: whole numbers, which every rank adds up for itself", "[accept]") {
  CHECK(check_sums("now", NonblockingSums::trusted, Communicator()).result == CheckResult::passed);
}

TEST_CASE("ranks on which something is wrong are named", "[accept]") {
  const Communicator ranks;
  CHECK(name_ranks({2}) == "rank 2");
  CHECK(name_ranks({0, 2}) == "ranks 0, 2");
  CHECK(name_ranks({0, 1, 2, 3, 4}) == "ranks 0, 1, 2 and 2 more");
  RankFlags flags(ranks);
  flags.raise(false, "this");
  CHECK(flags.row("MPI", "check").result == CheckResult::passed);
  flags.raise(ranks.rank() == ranks.size() - 1, "that");
  CHECK(flags.row("MPI", "check").result == CheckResult::failed);
  CHECK(flags.row("MPI", "check").finding == "not that (rank " + std::to_string(ranks.size() - 1) + ")");
}

TEST_CASE("a rank that is slower than others, or than it was, is found", "[accept]") {
  CHECK(slow_ranks({1, 1.4, 1.2}, {}).empty());
  CHECK(slow_ranks({1, 1.6}, {}) == std::vector{1});
  CHECK(slow_ranks({3, 3, 3, 5}, {}) == std::vector{3});
  CHECK(slow_ranks({1.6}, {1}) == std::vector{0});
  CHECK(slow_ranks({1, 1.4}, {0.9, 1}).empty());
}

TEST_CASE("solves that do not repeat are found: residuals as far as both went, solutions where both went as far",
          "[accept]") {
  using enum CheckResult;
  const double unknown = std::numeric_limits<double>::quiet_NaN();  // of an iteration that is not judged
  const SolveRecord whole = solve_with({1, 0.5, 0.25}, 7);
  SolveRecord shorter = solve_with({1, 0.5}, 9), repeated = whole;
  shorter.rtol.reset();
  repeated.digests = {7, 7};
  CHECK(verdict_on({whole, shorter, repeated, shorter}).result == passed);
  CHECK(verdict_on({whole, repeated}).check == "4 solves, bitwise equal");
  CHECK(verdict_on({whole, solve_with({1, std::nextafter(0.5, 1), 0.25}, 7)}).result == failed);
  CHECK(verdict_on({whole, solve_with({1, 0.5, 0.25}, 8)}).result == failed);
  repeated.digests = {7, 8};
  CHECK(verdict_on({repeated}).result == failed);
  shorter.residual_history.values[1] = 0.6;
  CHECK(verdict_on({whole, shorter}).result == failed);
  CHECK(verdict_on({whole, solve_with({1, 0.5, 0.25, 0.1}, 7)}).result == failed);  // one iteration more
  CHECK(verdict_on({solve_with({1, unknown, 0.25}, 7), solve_with({1, unknown, 0.25}, 7)}).result == passed);
  // The last norm of a solve with a tolerance may be a sum, where a longer one takes a difference of sums.
  SolveRecord ended = whole, longer = solve_with({1, 0.5, std::nextafter(0.25, 1), 0.1}, 11);
  ended.iterations_of = {2};
  longer.rtol.reset();
  ended.residual_history.columns = longer.residual_history.columns = 1;
  CHECK(verdict_on({ended, longer}).result == passed);
  longer.residual_history.values[1] = std::nextafter(0.5, 1);
  CHECK(verdict_on({ended, longer}).result == failed);
}

TEST_CASE("methods are judged by what rounding is known to do to each", "[accept]") {
  using enum CheckResult;
  const KnownIterations& known = known_iterations().front();
  const KnownRounding& rounding = known_rounding().front();
  REQUIRE(known.problem == rounding.problem);
  MethodSolves solves{.problem = known.problem,
                      .points = known.points,
                      .classical = {.method = "pcg",
                                    .iterations = known.minimum,
                                    .history = {1, 0.1, 1e-3},
                                    .true_residual = 1e-8,
                                    .recurrence = 1e-8,
                                    .objections = {}},
                      .variants = {{.method = rounding.method,
                                    .iterations = 2,
                                    .history = {1, 0.1, 1e-3},
                                    .true_residual = 1e-3,
                                    .recurrence = 1e-3,
                                    .objections = {}}}};
  const auto results = [&] {
    std::vector<CheckResult> list;
    for (const CheckRow& row : check_methods(solves)) list.push_back(row.result);
    return list;
  };
  CHECK(results() == std::vector{passed, passed, passed, passed});
  const auto [least, most] = allowed_iterations(known);
  solves.classical.iterations = most;
  CHECK(results() == std::vector{passed, passed, passed, passed});
  solves.classical.iterations = most + 1;
  CHECK(results() == std::vector{failed, passed, passed, passed});
  solves.classical.iterations = least - 1;
  CHECK(results() == std::vector{failed, passed, passed, passed});
  solves.points = 7;  // of which nothing is known
  CHECK(results() == std::vector{left_out, passed, passed, passed});
  solves.classical.true_residual = 3e-8;
  CHECK(results() == std::vector{left_out, failed, passed, passed});
  solves.classical.true_residual = 1e-8;
  solves.classical.objections = {"it did not converge"};
  CHECK(results() == std::vector{left_out, failed, passed, passed});
  solves.classical.objections.clear();
  MethodSolve& variant = solves.variants.front();
  variant.history[1] *= 1 + 1.1 * allowed(rounding.deviation);
  CHECK(results() == std::vector{left_out, passed, failed, passed});
  variant.history[1] = std::nan("");  // an iteration that it skipped
  CHECK(results() == std::vector{left_out, passed, passed, passed});
  variant.history[2] = std::nan("");
  CHECK(results() == std::vector{left_out, passed, failed, passed});
  variant.history = solves.classical.history;
  variant.true_residual = 1e-3 + 1.1 * allowed(rounding.loss);
  CHECK(results() == std::vector{left_out, passed, passed, failed});
}

TEST_CASE("the tables know all methods that the validation compares", "[accept]") {
  for (const auto& [problem, classical] : workloads) {
    for (const CatalogueRow& row : catalogue()) {
      const bool compared = row.classical == classical && row.name != classical && row.norms != KnownNorms::natural;
      INFO(name_of(problem) << " " << row.name);
      CHECK((find_rounding(problem, row.name) != nullptr) == compared);
      if (compared) CHECK(allowed(find_rounding(problem, row.name)->deviation) < 1e-3);
    }
    for (const int points : {8, 12, 16, 24}) CHECK(find_iterations(problem, points) != nullptr);
  }
  CHECK(validation_points(2) == 8);
  CHECK(validation_points(17) == 16);
}

TEST_CASE("the published problem takes the iterations that are known", "[accept][large]") {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  ProgressLine progress(nullptr);
  Repeats repeats;
  const std::vector<CheckRow> rows =
      check_known_counts(64, {.ranks = ranks, .triad = triad, .no_triad = triad, .progress = progress}, repeats);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].result == CheckResult::passed);
  CHECK(rows[1].result == CheckResult::passed);
  CHECK(rows[2].result == (ranks.size() == 1 ? CheckResult::passed : CheckResult::left_out));
  CHECK(rows[3].finding == "413");
}

TEST_CASE("options of the acceptance run", "[accept]") {
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
