// Compressed matrices: every method takes the same steps, bit for bit.
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "kernels/formats/sell.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov {
namespace {

using test::solved;

/// All methods that suit the problem, 12 iterations each.
SolveOptions all_methods(const ProblemOptions& problem, Symmetry symmetry) {
  SolveOptions options;
  options.problem = problem;
  for (const CatalogueRow& row : catalogue())
    if (test::repeats_exactly(row) && (symmetry == Symmetry::symmetric || row.family == Family::bicgstab))
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

/// A matrix whose products are all by its own loop over rows, and never by a library's.
class ByRows final : public LocalMatrix {
 public:
  explicit ByRows(std::unique_ptr<LocalMatrix> matrix) : matrix_(std::move(matrix)) {}
  [[nodiscard]] LocalIndex rows() const override { return matrix_->rows(); }
  [[nodiscard]] LocalIndex columns() const override { return matrix_->columns(); }
  [[nodiscard]] Offset nonzeros() const override { return matrix_->nonzeros(); }
  [[nodiscard]] Offset stored_entries() const override { return matrix_->stored_entries(); }
  [[nodiscard]] Offset allocated_bytes() const override { return matrix_->allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const override { return matrix_->digest(); }
  [[nodiscard]] RowLoop row_loop() const override { return matrix_->row_loop(); }
  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    matrix_->multiply_rows(x, rows, y);
  }
  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host)
      matrix_->multiply_rows(x, rows, {.rows = y.data.data() + Offset{rows.begin} * x.width});
    else
      matrix_->multiply(x, y, rows);
  }
  void multiply_transposed(const Vector& x, const Vector& y) const override { matrix_->multiply_transposed(x, y); }

 private:
  std::unique_ptr<LocalMatrix> matrix_;
};

/// Kokkos Kernels may add in another order than coded CRS.
void without_libraries(System& system) {
  if (system.layout.format == MatrixFormat::crs) system.matrix = std::make_unique<ByRows>(std::move(system.matrix));
}

/// Histories with and without compression, and what each solve says of it.
void compare(SolveOptions options) {
  const std::vector<SolveRecord> plain = solved(options, without_libraries);
  options.matrix.compression = Compression::lossless;
  const std::vector<SolveRecord> compressed = solved(options);
  REQUIRE(plain.size() == compressed.size());
  for (std::size_t k = 0; k < plain.size(); ++k) {
    INFO(plain[k].method);
    CHECK(same_bits(plain[k].residual_history.values, compressed[k].residual_history.values));
    CHECK(same_bits({plain[k].true_relative_residual}, {compressed[k].true_relative_residual}));
    CHECK(plain[k].overlap == compressed[k].overlap);
    CHECK(plain[k].compression == Compression::none);
    CHECK(compressed[k].compression == Compression::lossless);
  }
}

/// Cases take turns with the heights of chunks, so that each meets several matrices.
class ChunkHeights {
 public:
  int next() { return sell_chunks[taken_++ % std::size(sell_chunks)]; }

 private:
  std::size_t taken_ = 0;
};

void compare_at(int chunk, SolveOptions options) {
  INFO(name_of(options.problem.kind) << " " << options.problem.matrix_file << ", chunks of " << chunk);
  options.matrix.chunk = chunk;
  compare(options);
}

/// All overlaps there are, in small chunks of rows.
std::vector<HaloOptions> overlaps() {
  std::vector<HaloOptions> all;
  for (const auto& name : Names<Overlap>::table)
    if (on_host || name.value != Overlap::guided)
      all.push_back(
          {.overlap = name.value, .chunk_rows = hands_out_chunks(name.value) ? std::optional(1) : std::nullopt});
  return all;
}

}  // namespace

TEST_CASE("histories of all methods are the same with and without compression", "[compression]") {
  ChunkHeights heights;
  const ProblemOptions problems[] = {{.kind = ProblemKind::poisson3d_7, .size = {9, 8, 11}},
                                     {.kind = ProblemKind::poisson2d_5, .size = {14, 13, 1}},
                                     {.kind = ProblemKind::poisson3d_125, .size = {7, 6, 5}},
                                     {.kind = ProblemKind::poisson3d_fvm, .size = {9, 7, 6}},
                                     {.kind = ProblemKind::fe2d_9, .size = {13, 12, 1}}};
  for (const ProblemOptions& problem : problems) compare_at(heights.next(), all_methods(problem, Symmetry::symmetric));
  compare_at(heights.next(),
             all_methods({.kind = ProblemKind::convection_diffusion, .size = {10, 7, 6}}, Symmetry::general));
}

TEST_CASE("histories of all methods are the same for a dozen real matrices", "[compression]") {
  ChunkHeights heights;
  for (const char* name : {"nos4.mtx.gz", "1138_bus.mtx.gz", "mesh3e1.mtx.gz", "nos7.mtx.gz", "nos1.mtx.gz",
                           "bcsstk01.mtx.gz", "bcsstk03.mtx.gz"})
    compare_at(heights.next(), all_methods(from_file(name), Symmetry::symmetric));
  for (const char* name : {"orsirr_1.mtx.gz", "orsirr_2.mtx.gz", "cage8.mtx.gz", "west0479.mtx.gz", "bfw782a.mtx.gz"}) {
    SolveOptions options = all_methods(from_file(name), Symmetry::general);
    options.method.preconditioning.zero_diagonal = ZeroDiagonal::one;
    compare_at(heights.next(), options);
  }
}

TEST_CASE("a solve with a compressed matrix records what a product moves, and what it would move as CRS",
          "[compression]") {
  for (const int rhs : {1, 4}) {
    SolveOptions options = all_methods({.kind = ProblemKind::poisson3d_27, .size = {12, 12, 12}}, Symmetry::symmetric);
    options.method.methods = {{"pcg", PreconditionerChoice::jacobi}};
    options.method.rhs = rhs;
    CHECK_FALSE(solved(options).front().crs_bytes_per_product.has_value());
    options.matrix.compression = Compression::lossless;
    const SolveRecord solve = solved(options).front();
    const double nonzeros = static_cast<double>(solve.nonzeros), rows = static_cast<double>(solve.rows);
    REQUIRE(solve.crs_bytes_per_product.has_value());
    CHECK(*solve.bytes_per_product < *solve.crs_bytes_per_product);
    CHECK(*solve.crs_bytes_per_product >= 12 * nonzeros + 16 * rows * rhs);  // more with ghosts
    if (solve.ranks == 1) CHECK(*solve.crs_bytes_per_product == 12 * nonzeros + 16 * rows * rhs);
  }
}

TEST_CASE("compression suits every chunk height, overlap, ordering and width", "[compression]") {
  for (const int chunk : sell_chunks)
    for (const HaloOptions& halo : overlaps())
      for (const OrderingChoice ordering : {OrderingChoice::natural, OrderingChoice::red_black}) {
        if (halo.overlap == Overlap::guided && ordering != OrderingChoice::natural) continue;  // for want of time
        SolveOptions options = all_methods({.kind = ProblemKind::poisson3d_7, .size = {8, 9, 10}}, Symmetry::symmetric);
        options.method.methods = {{"pipecg", PreconditionerChoice::jacobi}, {"pbicgstab", PreconditionerChoice::ic0}};
        options.matrix.chunk = chunk;
        options.halo = halo;
        options.ordering.ordering = ordering;
        options.method.rhs = chunk == 8 ? 16 : 3;
        compare(options);
      }
}

TEST_CASE("histories of all methods are the same for elasticity in every format", "[compression]") {
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::sell_block, MatrixFormat::crs})
    for (const ProblemKind kind : {ProblemKind::elasticity2d, ProblemKind::elasticity3d}) {
      SolveOptions options =
          all_methods({.kind = kind, .size = {9, 8, kind == ProblemKind::elasticity3d ? 6 : 1}}, Symmetry::symmetric);
      options.matrix.format = format;
      compare(options);
    }
}

TEST_CASE("compressed blocks suit every chunk height, overlap, and width", "[compression]") {
  for (const int chunk : sell_chunks)
    for (const HaloOptions& halo : overlaps())
      for (const int rhs : {1, 3, 16}) {
        if (halo.overlap == Overlap::guided && rhs != 3) continue;  // for want of time
        SolveOptions options = all_methods({.kind = ProblemKind::elasticity3d, .size = {7, 5, 6}}, Symmetry::symmetric);
        options.method.methods = {{"pipecg", PreconditionerChoice::jacobi},
                                  {"pbicgstab", PreconditionerChoice::block_lu}};
        options.matrix.format = MatrixFormat::sell_block;
        options.matrix.chunk = chunk;
        options.halo = halo;
        options.method.rhs = rhs;
        compare(options);
      }
}

TEST_CASE("histories of all methods are the same with compressed crs", "[compression]") {
  if constexpr (!on_host) SKIP("a device has no loop over row blocks");
  for (const HaloOptions& halo : overlaps())
    for (const int rhs : {1, 3, 16}) {
      if (halo.overlap == Overlap::guided && rhs == 1) continue;  // for want of time
      SolveOptions options = all_methods({.kind = ProblemKind::poisson3d_27, .size = {9, 8, 11}}, Symmetry::symmetric);
      if (rhs > 1) options.method.methods = {{"pcg", PreconditionerChoice::jacobi}};
      options.matrix.format = MatrixFormat::crs;
      options.halo = halo;
      options.method.rhs = rhs;
      compare(options);
    }
  for (const char* name : {"orsirr_1.mtx.gz", "cage8.mtx.gz", "west0479.mtx.gz"}) {
    SolveOptions options = all_methods(from_file(name), Symmetry::general);
    options.method.preconditioning.zero_diagonal = ZeroDiagonal::one;
    options.matrix.format = MatrixFormat::crs;
    compare(options);
  }
}

}  // namespace minikrylov
