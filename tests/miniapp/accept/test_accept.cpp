// The checks of the acceptance run: they pass, and they catch what is wrong; and its options.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

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
