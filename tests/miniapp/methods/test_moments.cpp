// Gram matrices of Chebyshev's basis by moments: the inner products of columns, up to rounding.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

Problem small_grid() { return make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}); }

/// Columns 0 filled, the others empty.
Panel panel_of(const System& system, const char* name, int width, int count) {
  Panel panel{{}, name};
  for (int k = 0; k < count; ++k)
    panel.columns.push_back(make_vector(name, system.rows, system.ghosts, width, static_cast<std::size_t>(k)));
  auto first = Kokkos::create_mirror_view(panel.columns[0].data);
  for (Offset e = 0; e < panel.columns[0].elements(); ++e)
    first(e) = std::sin(0.7 * static_cast<double>(e) + name[0]) + 0.1;
  Kokkos::deep_copy(panel.columns[0].data, first);
  return panel;
}

/// The bases of p and of a vector, and their Gram matrices over all ranks.
class Block {
 public:
  Block(const Distributed& system, const Preconditioner& M, int steps, int width, BasisKind kind = BasisKind::chebyshev)
      : system_(system),
        M_(M),
        basis_(make_basis(kind, steps, {0.01, 2})),
        kernels_(system.system().rows, width),
        P_(panel_of(system.system(), "P", width, steps + 1)),
        R_(panel_of(system.system(), "R", width, steps)) {}

  /// In the inner products of these powers of M.
  std::vector<LocalGram> run(const std::vector<int>& powers_of_M) {
    const Panel Y = joined(P_, R_);
    std::vector<GramStatement> wanted;
    for (const int power : powers_of_M) wanted.push_back(weighted(Y, M_, power));
    return kernels_.run(powers(M_, system_.A(), basis_.terms, P_, R_), wanted);
  }
  /// The same from all columns.
  std::vector<LocalGram> run_apart(const std::vector<int>& powers_of_M) {
    kernels_.run(powers(M_, system_.A(), basis_.terms, P_, R_));
    std::vector<LocalGram> grams;
    for (const int power : powers_of_M) grams.push_back(kernels_.run(weighted(joined(P_, R_), M_, power)));
    return grams;
  }
  [[nodiscard]] Gram sum(const LocalGram& local) const {
    const std::vector<double> all = system_.ranks().reduce(local.values, ReduceBy::sum);
    return local.moments ? gram_of_moments(*local.moments, kernels_.width(), all)
                         : Gram(local.size, kernels_.width(), all);
  }
  [[nodiscard]] long vectors_read() const { return kernels_.traffic().vectors_read; }

 private:
  const Distributed& system_;
  const Preconditioner& M_;
  KrylovBasis basis_;
  Kernels kernels_;
  Panel P_, R_;
};

/// The largest difference, relative to the norms of the first columns.
double difference(const Gram& a, const Gram& b, int of_p) {
  double largest = 0;
  for (int column = 0; column < a.width(); ++column)
    for (int i = 0; i < a.size(); ++i)
      for (int j = 0; j <= i; ++j) {
        const int y = i < of_p ? 0 : of_p, z = j < of_p ? 0 : of_p;
        const double size = std::sqrt(b.at(y, y, column) * b.at(z, z, column));
        largest = std::fmax(largest, std::fabs(a.at(i, j, column) - b.at(i, j, column)) / size);
      }
  return largest;
}

}  // namespace

TEST_CASE("moments of Chebyshev's basis give the inner products of its columns, in any of these weights", "[s-step]") {
  const int steps = GENERATE(2, 4, 8, 16), width = GENERATE(1, 3);
  // A diagonal that differs from row to row, and one that does not.
  for (const ProblemKind kind : {ProblemKind::poisson3d_fvm, ProblemKind::poisson3d_7}) {
    const Distributed system(make_problem(kind, {12, 10, 9}));
    const auto M = make_preconditioner(PreconditionerChoice::jacobi, {}, system.system(), system.A(), system.ranks());
    CHECK(M->multiple_of_identity().has_value() == (kind == ProblemKind::poisson3d_7));
    Block fused(system, *M, steps, width), plain(system, *M, steps, width);
    const auto by_moments = fused.run({1, 2}), by_columns = plain.run_apart({1, 2});
    for (int k = 0; k < 2; ++k) {
      INFO("s = " << steps << ", " << width << " right-hand sides, M to the power of " << k + 1);
      CHECK_FALSE(by_columns[k].moments.has_value());
      CHECK(by_moments[k].moments.has_value() == (on_host && (k == 0 || M->multiple_of_identity())));
      CHECK(difference(fused.sum(by_moments[k]), plain.sum(by_columns[k]), steps + 1) < 1e-14 * steps);
    }
  }
}

TEST_CASE("moments need Chebyshev's basis of two vectors, and are fewer than all inner products", "[s-step]") {
  if (!on_host) SKIP("moments are for hosts");
  const Distributed system(small_grid());
  const auto M = make_preconditioner(PreconditionerChoice::jacobi, {}, system.system(), system.A(), system.ranks());
  for (const int s : {1, 4}) {
    Block block(system, *M, s, 1);
    const std::vector<LocalGram> grams = block.run({1, 2});
    CHECK(grams[0].values.size() == static_cast<std::size_t>(s == 1 ? Gram::count(3) : 6 * s));
    CHECK(grams[1].values.size() == static_cast<std::size_t>(Gram::count(2 * s + 1)));
    CHECK(block.vectors_read() == 2 * s + 1);
  }
  for (const BasisKind kind : {BasisKind::monomial, BasisKind::newton}) {
    Block block(system, *M, 4, 1, kind);
    for (const LocalGram& gram : block.run({1, 2})) CHECK_FALSE(gram.moments.has_value());
    CHECK(block.vectors_read() == 9);  // once for both
  }
}

}  // namespace minikrylov::test
