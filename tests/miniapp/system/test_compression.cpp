// Compressed matrices: every method takes the same steps, bit for bit.
#include "tests/miniapp/system/compressed_solves.hpp"

namespace minikrylov::test::compressed {
namespace {

ProblemOptions from_file(const char* name) {
  return {.kind = ProblemKind::matrix_market, .matrix_file = std::string(MINIKRYLOV_TEST_DATA) + "/" + name};
}

void compare_at(int chunk, SolveOptions options) {
  INFO(name_of(options.problem.kind) << " " << options.problem.matrix_file << ", chunks of " << chunk);
  options.matrix.chunk = chunk;
  compare(options);
}

}  // namespace

TEST_CASE("histories of all methods are the same with and without compression", "[compression]") {
  ChunkHeights heights;
  const ProblemOptions problems[] = {
      {.kind = ProblemKind::poisson3d_7, .size = {9, 8, 11}},  {.kind = ProblemKind::poisson2d_5, .size = {14, 13, 1}},
      {.kind = ProblemKind::poisson3d_27, .size = {8, 9, 7}},  {.kind = ProblemKind::poisson3d_125, .size = {7, 6, 5}},
      {.kind = ProblemKind::poisson3d_fvm, .size = {9, 7, 6}}, {.kind = ProblemKind::fe2d_9, .size = {13, 12, 1}}};
  for (const ProblemOptions& problem : problems) compare_at(heights.next(), all_methods(problem, Symmetry::symmetric));
  compare_at(heights.next(),
             all_methods({.kind = ProblemKind::convection_diffusion, .size = {10, 7, 6}}, Symmetry::general));
}

TEST_CASE("histories are the same with each kind of code alone, and with rows that are sorted by length",
          "[compression]") {
  for (const Compression compression : {Compression::lossless, Compression::tables, Compression::narrow})
    for (const LocalIndex sigma : {1, 64})
      for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::crs}) {
        if (format == MatrixFormat::crs && (sigma > 1 || !on_host)) continue;
        INFO(name_of(compression) << ", σ = " << sigma << ", " << name_of(format));
        SolveOptions options = all_methods({.kind = ProblemKind::poisson3d_27, .size = {9, 8, 7}}, Symmetry::symmetric);
        options.method.methods = {{"pipecg", PreconditionerChoice::jacobi},
                                  {"pcg", PreconditionerChoice::ic0},
                                  {"pbicgstab", PreconditionerChoice::jacobi}};
        options.matrix.format = format;
        options.matrix.sigma = sigma;
        compare(options, compression);
      }
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

TEST_CASE("histories with factors are the same in every format, ordering and precision of theirs", "[compression]") {
  using enum PreconditionerChoice;
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::crs})
    for (const ProblemKind kind : {ProblemKind::poisson3d_7, ProblemKind::poisson3d_fvm})
      for (const OrderingChoice ordering : {OrderingChoice::natural, OrderingChoice::red_black})
        for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
          if (!on_host && format == MatrixFormat::crs) continue;  // it has no loop over row blocks
          INFO(name_of(format) << " " << name_of(kind) << " " << name_of(ordering) << " " << name_of(precision));
          SolveOptions options = all_methods({.kind = kind, .size = {9, 8, 7}}, Symmetry::symmetric);
          options.method.methods = {{"pcg", ic0}, {"pcg", sgs}, {"pbicgstab", block_jacobi_ic0}};
          options.method.preconditioning.precision = precision;
          options.matrix.format = format;
          options.ordering.ordering = ordering;
          compare(options);
        }
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::sell_block}) {
    SolveOptions options = all_methods({.kind = ProblemKind::elasticity3d, .size = {6, 5, 4}}, Symmetry::symmetric);
    options.method.methods = {{"pcg", block_ic0}};
    options.matrix.format = format;
    options.ordering.ordering = OrderingChoice::multicolour;
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

}  // namespace minikrylov::test::compressed
