// D⁻¹ beside a compressed matrix: in pieces where they repeat, every bit as without compression, and bytes as counted.
#include <catch2/catch_approx.hpp>

#include "tests/miniapp/system/compressed_solves.hpp"

namespace minikrylov::test::compressed {
namespace {

using enum PreconditionerChoice;

/// Solves whose kernels apply M before a product, behind one, ahead of one, to ghosts, and within polynomials. Ranks
/// have whole layers of a grid, so that pieces repeat on any number of them.
SolveOptions diagonal_solves(const ProblemOptions& problem) {
  SolveOptions options = all_methods(problem, Symmetry::symmetric);
  if (problem.kind != ProblemKind::matrix_market) options.partition.ranks_grid = GridSize{1, 1, Communicator().size()};
  options.method.methods = {{"pcg", jacobi},      {"pipecg", jacobi},    {"cg-chronopoulos-gear", jacobi},
                            {"pipeprcg", jacobi}, {"pbicgstab", jacobi}, {"ppipebicgstab", jacobi},
                            {"ca-pcg", jacobi},   {"pcg", chebyshev}};
  return options;
}

const ProblemOptions constant{.kind = ProblemKind::poisson3d_7, .size = {32, 16, 16}};
/// Eight pieces per layer; those of its first, last and other lines differ, and so do the first, last and other layers.
const ProblemOptions repeated{.kind = ProblemKind::poisson3d_fvm, .size = {32, 16, 16}};

/// Whether each solve with M = D found D⁻¹ in pieces.
void check_pieces(const std::vector<SolveRecord>& solves, bool expected) {
  for (const SolveRecord& solve : solves) {
    INFO(solve.method);
    CHECK(solve.diagonal_pieces.has_value() == (expected && on_host && solve.preconditioner == jacobi));
    CHECK(solve.diagonal_bytes.has_value() == solve.diagonal_pieces.has_value());
  }
}

/// Calls of all kernels that apply M, and the bytes that these read.
KernelRow preconditioning_kernels(const SolveRecord& solve) {
  KernelRow all{.name = "M⁻¹ r"};
  for (const KernelRow& kernel : solve.kernels)
    if (kernel.name.find(all.name) != std::string::npos) {
      all.calls += kernel.calls;
      all.bytes_read += kernel.bytes_read;
    }
  return all;
}

}  // namespace

TEST_CASE("a repeated diagonal is in pieces and changes no bit of a history", "[compression]") {
  for (const int rhs : {1, 3, 16})
    for (const Formulation formulation : {Formulation::merged, Formulation::basic}) {
      INFO(name_of(formulation) << ", " << rhs << " right-hand sides");
      SolveOptions options = diagonal_solves(constant);
      options.method.rhs = rhs;
      options.method.formulation = formulation;
      if (rhs > 1 || formulation == Formulation::basic)  // for want of time
        options.method.methods = {{"pcg", jacobi}, {"pipecg", jacobi}, {"pbicgstab", jacobi}};
      const std::vector<SolveRecord> same = compare(options);
      check_pieces(same, true);
      if (on_host) CHECK(same.front().diagonal_pieces == same.front().ranks);
      options.problem = repeated;
      const std::vector<SolveRecord> various = compare(options);
      check_pieces(various, true);
      if (on_host) CHECK(various.front().diagonal_pieces > various.front().ranks);
      if (on_host && various.front().ranks == 1) {
        constexpr int pieces = 9, rows = 32 * 16 * 16;
        CHECK(various.front().diagonal_pieces == pieces);
        CHECK(various.front().diagonal_bytes == 8 * rows_per_piece * pieces + rows / rows_per_piece);
      }
    }
}

TEST_CASE("a diagonal that hardly repeats, or has few rows, stays in one array", "[compression]") {
  for (const int rhs : {1, 3}) {
    for (const char* name : {"1138_bus.mtx.gz", "nos7.mtx.gz"}) {
      SolveOptions options = diagonal_solves(
          {.kind = ProblemKind::matrix_market, .matrix_file = std::string(MINIKRYLOV_TEST_DATA) + "/" + name});
      options.method.rhs = rhs;
      options.method.methods = {{"pcg", jacobi}, {"pipecg", jacobi}};
      INFO(name);
      check_pieces(compare(options), false);
    }
    SolveOptions options = diagonal_solves({.kind = ProblemKind::poisson3d_7, .size = {5, 4, 9}});
    options.method.rhs = rhs;
    check_pieces(compare(options), false);
  }
}

TEST_CASE("rows need not be a multiple of those of a piece", "[compression]") {
  for (const GridSize size : {GridSize{23, 22, 21}, GridSize{41, 17, 15}}) {
    SolveOptions options = diagonal_solves({.kind = ProblemKind::poisson3d_7, .size = size});
    check_pieces(compare(options), true);
  }
}

TEST_CASE("a diagonal in pieces suits every overlap and ordering", "[compression]") {
  SolveOptions options = diagonal_solves(constant);
  options.method.methods = {{"pcg", jacobi}, {"pipecg", jacobi}};
  for (const OrderingChoice ordering : all_orderings) {
    options.ordering.ordering = ordering;
    check_pieces(compare(options), true);
  }
  options.problem = repeated;
  for (const HaloOptions& halo : overlaps())
    for (const OrderingChoice ordering : {OrderingChoice::natural, OrderingChoice::red_black})
      for (const int rhs : {1, 3}) {
        if (halo.overlap == Overlap::guided && rhs == 1) continue;  // for want of time
        INFO(name_of(halo.overlap) << ", " << name_of(ordering) << ", " << rhs << " right-hand sides");
        options.method.rhs = rhs;
        options.halo = halo;
        options.ordering.ordering = ordering;
        const std::vector<SolveRecord> solves = compare(options);
        if (ordering == OrderingChoice::natural) check_pieces(solves, true);
      }
}

TEST_CASE("kernels that also run on ghosts read a diagonal in pieces for rows only", "[compression]") {
  for (const ProblemOptions& problem : {constant, repeated}) {
    SolveOptions options = diagonal_solves(problem);
    options.method.methods = {{"pcg", jacobi}, {"cg-chronopoulos-gear", jacobi}, {"pipecg", jacobi}};
    options.method.reduction = ReductionKind::embedded;
    check_pieces(compare(options), true);
  }
}

TEST_CASE("a solve moves as many bytes less as its diagonal takes less", "[compression]") {
  if constexpr (!on_host) SKIP("a device reads all of the diagonal");
  for (const ProblemOptions& problem : {constant, repeated}) {
    SolveOptions options = diagonal_solves(problem);
    options.method.methods = {{"pcg", jacobi}};
    const auto with = [&](Compression compression) {
      options.matrix.compression = compression;
      return solved(options).front();
    };
    const SolveRecord plain = with(Compression::tables), pieces = with(Compression::lossless);
    CHECK_FALSE(with(Compression::none).diagonal_bytes.has_value());
    CHECK_FALSE(with(Compression::narrow).diagonal_bytes.has_value());
    CHECK_FALSE(plain.diagonal_bytes.has_value());
    REQUIRE(pieces.diagonal_bytes.has_value());
    const double saved = 8.0 * static_cast<double>(plain.rows) - static_cast<double>(*pieces.diagonal_bytes);
    CHECK(saved > 4.0 * static_cast<double>(plain.rows));
    const auto beside_products = [](const SolveRecord& solve) {
      return solve.bytes_per_iteration - solve.products * solve.bytes_per_product.value_or(0);
    };
    CHECK(beside_products(plain) - beside_products(pieces) == Catch::Approx(pieces.preconditions * saved));
    const KernelRow of_plain = preconditioning_kernels(plain), of_pieces = preconditioning_kernels(pieces);
    REQUIRE(of_plain.calls > 0);
    CHECK(of_plain.calls == of_pieces.calls);
    CHECK(of_plain.bytes_read - of_pieces.bytes_read == Catch::Approx(static_cast<double>(of_plain.calls) * saved));
  }
}

}  // namespace minikrylov::test::compressed
