// Compressed matrices: every method takes the same steps, bit for bit; what is recorded is what was read.
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/timing/compression.hpp"
#include "tests/miniapp/solve/solved.hpp"

namespace minikrylov {
namespace {

using test::solved;

/// All methods that suit the problem, 12 iterations each.
SolveOptions all_methods(const ProblemOptions& problem, Symmetry symmetry) {
  SolveOptions options;
  options.problem = problem;
  for (const CatalogueRow& row : catalogue())
    if (symmetry == Symmetry::symmetric || row.family == Family::bicgstab)
      options.method.methods.push_back({row.name, row.preconditioning == Preconditioning::any
                                                      ? PreconditionerChoice::jacobi
                                                      : PreconditionerChoice::none});
  options.method.fixed_iterations = 12;
  options.run = {.repetitions = 1, .warm_up = 0};
  return options;
}

ProblemOptions from_file(const char* name) {
  return {.kind = ProblemKind::matrix_market, .matrix_file = std::string(MINIKRYLOV_TEST_DATA) + "/" + name};
}

/// Iterations that a method does not judge are no numbers.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// Histories with and without compression, and what each solve says of it.
void compare(SolveOptions options) {
  const std::vector<SolveRecord> plain = solved(options);
  options.matrix.compression = Compression::lossless;
  const std::vector<SolveRecord> compressed = solved(options);
  REQUIRE(plain.size() == compressed.size());
  for (std::size_t k = 0; k < plain.size(); ++k) {
    INFO(plain[k].method);
    CHECK(same_bits(plain[k].residual_history.values, compressed[k].residual_history.values));
    CHECK(plain[k].true_relative_residual == compressed[k].true_relative_residual);
    CHECK(plain[k].compression == Compression::none);
    CHECK(compressed[k].compression == Compression::lossless);
  }
}

}  // namespace

TEST_CASE("histories of all methods are the same with and without compression", "[compression]") {
  compare(all_methods({.kind = ProblemKind::poisson3d_7, .size = {9, 8, 11}}, Symmetry::symmetric));
  compare(all_methods({.kind = ProblemKind::convection_diffusion, .size = {10, 7, 6}}, Symmetry::general));
  for (const char* name : {"nos4.mtx.gz", "1138_bus.mtx.gz", "mesh3e1.mtx.gz", "nos7.mtx.gz"})
    compare(all_methods(from_file(name), Symmetry::symmetric));
  for (const char* name : {"orsirr_1.mtx.gz", "cage8.mtx.gz", "west0479.mtx.gz", "bfw782a.mtx.gz"}) {
    SolveOptions options = all_methods(from_file(name), Symmetry::general);
    options.method.preconditioning.zero_diagonal = ZeroDiagonal::one;
    compare(options);
  }
}

TEST_CASE("compression suits every chunk height, overlap, ordering and width", "[compression]") {
  for (const int chunk : {4, 8, 16, 32, 64})
    for (const Overlap overlap : {Overlap::none, Overlap::fixed, Overlap::dynamic})
      for (const OrderingChoice ordering : {OrderingChoice::natural, OrderingChoice::red_black}) {
        SolveOptions options = all_methods({.kind = ProblemKind::poisson3d_7, .size = {8, 9, 10}}, Symmetry::symmetric);
        options.method.methods = {{"pipecg", PreconditionerChoice::jacobi}, {"pbicgstab", PreconditionerChoice::ic0}};
        options.matrix.chunk = chunk;
        options.halo.overlap = overlap;
        options.ordering.ordering = ordering;
        options.method.rhs = chunk == 8 ? 16 : 3;
        compare(options);
      }
}

TEST_CASE("of two matrices one is kept, and it is the one that is recorded", "[compression]") {
  SolveOptions options = all_methods({.kind = ProblemKind::poisson3d_7, .size = {12, 12, 12}}, Symmetry::symmetric);
  options.matrix.compression = Compression::automatic;
  const Communicator ranks;
  SourcedSystem sourced =
      build_system(source_of(options.problem, options.partition, options.method),
                   layout_of(options.matrix, options.ordering, options.method), options.halo.gpu_aware_mpi, ranks);
  REQUIRE(sourced.system.plain != nullptr);
  const Offset plain = sourced.system.plain->allocated_bytes(), compressed = sourced.system.matrix->allocated_bytes();
  CHECK(compressed < plain);
  CHECK(sourced.system.coding->plain_bytes == plain);
  const System kept = with_faster_matrix(std::move(sourced.system), 1, ranks);
  CHECK(kept.plain == nullptr);
  const bool coded = kept.layout.compression == Compression::lossless;
  CHECK(kept.coding.has_value() == coded);
  CHECK(kept.matrix->allocated_bytes() == (coded ? compressed : plain));
}

}  // namespace minikrylov
