// Halos inside reductions: every solve agrees with the plain method up to rounding, on any number of ranks.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <random>

#include "comm/embedded/embedded.hpp"
#include "tests/bits.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// The maximum relative difference of the first 20 residuals from those of the plain method.
double difference_to_plain(const Distributed& system, const CatalogueRow& row, Setting setting) {
  const Solved plain = system.solve(row, setting);
  setting.reduction = ReductionKind::embedded;
  const Solved embedded = system.solve(row, setting);
  CHECK(embedded.outcome.worst() == Ending::converged);
  CHECK(std::abs(embedded.outcome.iterations - plain.outcome.iterations) <= 1);
  for (const double residual : embedded.true_relative_residuals) CHECK(residual < 2 * setting.rtol);
  return largest_difference(embedded.outcome, plain.outcome, 20, setting.width);
}

/// A symmetric, diagonally dominant matrix with random couplings.
SparseMatrix random_matrix(LocalIndex rows) {
  std::mt19937 random(9);
  std::vector<std::map<LocalIndex, double>> entries(rows);
  for (LocalIndex i = 0; i < rows; ++i)
    for (int k = 0; k < 3; ++k) {
      const auto j = static_cast<LocalIndex>(random() % static_cast<unsigned>(rows));
      if (j != i) entries[i][j] = entries[j][i] = -1 - static_cast<double>(random() % 100) / 100;
    }
  SparseMatrix matrix{rows, {0}, {}, {}};
  for (LocalIndex i = 0; i < rows; ++i) {
    double sum = 0;
    for (const auto& [column, value] : entries[i]) sum -= value;
    entries[i][i] = sum + 0.01 * (1 + i % 7);
    for (const auto& [column, value] : entries[i]) {
      matrix.columns.push_back(column);
      matrix.values.push_back(value);
    }
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

}  // namespace

TEST_CASE("embedded: methods agree with the plain ones on a grid, in every formulation, width, format and mapping") {
  for (const MatrixLayout& layout :
       {MatrixLayout{}, MatrixLayout{MatrixFormat::crs}, MatrixLayout{.ordering = OrderingChoice::interior_first}}) {
    const Distributed system(make_problem(ProblemKind::poisson3d_7, {13, 11, 9}), layout);
    for (const CatalogueRow& row : catalogue()) {
      if (row.carries.empty()) continue;
      for (const Formulation formulation : {Formulation::merged, Formulation::basic})
        for (const int width : {1, 3})
          for (const Mapping mapping : {Mapping::none, Mapping::klf, Mapping::klr}) {
            const double difference = difference_to_plain(
                system, row, {.how = {.formulation = formulation}, .mapping = mapping, .width = width});
            INFO(row.name << ", width " << width << ", " << name_of(formulation) << ", " << name_of(layout.format));
            CHECK(difference < 1e-9);
          }
    }
  }
}

TEST_CASE("embedded: methods agree with the plain ones if every rank exchanges with every other") {
  const Communicator ranks;
  const SparseMatrix matrix = random_matrix(400);
  const Distributed system(matrix, block_owners(matrix.rows, ranks.size()));
  for (const CatalogueRow& row : catalogue()) {
    if (row.carries.empty()) continue;
    for (const auto preconditioner : {PreconditionerChoice::none, PreconditionerChoice::jacobi}) {
      INFO(row.name);
      CHECK(difference_to_plain(system, row, {.mapping = Mapping::klr, .preconditioner = preconditioner}) < 1e-9);
    }
  }
}

TEST_CASE("embedded: a repeated solve is the same bit for bit") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {13, 11, 9}));
  const Setting setting{.reduction = ReductionKind::embedded, .mapping = Mapping::klf};
  const Outcome first = system.solve(*find_method("cg-saad"), setting).outcome;
  const Outcome second = system.solve(*find_method("cg-saad"), setting).outcome;
  CHECK(same_bits(first.residual_history, second.residual_history));
}

TEST_CASE(
    "embedded: sums are bitwise equal on all ranks, with and without ghosts, and ghosts have their owners' values") {
  const Distributed system(make_problem(ProblemKind::poisson3d_27, {9, 8, 7}));
  const Communicator& ranks = system.ranks();
  const Halo& halo = *system.system().halo;
  for (const Mapping mapping : {Mapping::none, Mapping::klf, Mapping::klr}) {
    const EmbeddedHalo embedded = embed(halo, mapping, ranks);
    EmbeddedReduction reduction(embedded);
    std::mt19937 random(static_cast<unsigned>(ranks.rank()));
    for (const int width : {1, 4, 2}) {
      const Vector x = make_vector("x", halo.rows(), halo.ghosts(), width);
      const Vector expected = make_vector("x", halo.rows(), halo.ghosts(), width);
      const auto host = Kokkos::create_mirror_view(x.data);
      for (Offset e = 0; e < x.elements(); ++e) host(e) = static_cast<double>(random());
      Kokkos::deep_copy(x.data, host);
      Kokkos::deep_copy(expected.data, host);
      halo.exchange(expected);

      std::vector<double> terms{std::ldexp(static_cast<double>(random()), -20), 1.0, 0.1 * ranks.rank()};
      const std::vector<double> sums = ranks.reduce(terms, ReduceBy::sum);
      if (width != 2) reduction.carry(x);
      reduction.start(terms, "terms");
      reduction.progress();
      if (width == 4) reduction.arrive();
      reduction.finish();
      for (std::size_t d = 0; d < terms.size(); ++d) {
        CHECK(std::fabs(terms[d] - sums[d]) <= 1e-14 * std::fabs(sums[d]));
        CHECK(ranks.reduce(terms[d], ReduceBy::minimum) == ranks.reduce(terms[d], ReduceBy::maximum));
      }
      if (width == 2) continue;
      const auto got = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
      const auto wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), expected.data);
      const bool equal = std::memcmp(got.data(), wanted.data(), got.extent(0) * sizeof(double)) == 0;
      CHECK(ranks.reduce(equal ? 1 : 0, ReduceBy::minimum) == 1);
    }
  }
}

TEST_CASE("embedded: a reduction may be destroyed with a sum in flight") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {9, 8, 7}));
  const EmbeddedHalo embedded = embed(*system.system().halo, Mapping::klr, system.ranks());
  std::vector<double> terms{1};
  {
    EmbeddedReduction reduction(embedded);
    reduction.start(terms, "abandoned");
  }
  EmbeddedReduction reduction(embedded);
  terms = {1};
  reduction.start(terms, "ranks");
  reduction.finish();
  CHECK(terms[0] == system.ranks().size());
}

}  // namespace minikrylov::test
