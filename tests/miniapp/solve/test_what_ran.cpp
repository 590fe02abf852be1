// The record of a solve says what ran, not what was requested.
#include <catch2/catch_test_macros.hpp>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/report/report.hpp"
#include "tests/miniapp/solve/solved.hpp"

namespace minikrylov {
namespace {

using test::solved;

/// Poisson's equation on a square with this many points in each direction.
SolveOptions square(LocalIndex points, std::vector<std::string_view> methods) {
  SolveOptions options;
  options.problem = {.kind = ProblemKind::poisson2d_5, .size = {points, points, 1}};
  for (const std::string_view name : methods) options.method.methods.push_back({name, PreconditionerChoice::jacobi});
  options.method.fixed_iterations = 4;
  options.run = {.repetitions = 1, .warm_up = 0};
  return options;
}

/// The same square in a strip per rank.
SolveOptions strips(LocalIndex points, PowersHalo halo) {
  SolveOptions options = square(points, {});
  options.halo.powers_halo = halo;
  options.partition.ranks_grid = GridSize{1, Communicator().size(), 1};
  return options;
}

SolveRecord solved_by(std::string_view method, const MethodOptions& how, MatrixFormat format = MatrixFormat::sell) {
  SolveOptions options = square(12, {});
  options.method = how;
  const bool preconditioned = find_method(method)->preconditioning == Preconditioning::any;
  options.method.methods = {{method, preconditioned ? PreconditionerChoice::jacobi : PreconditionerChoice::none}};
  options.method.fixed_iterations = 4;
  options.matrix.format = format;
  return solved(options).front();
}

}  // namespace

TEST_CASE("fuse is recorded as done: by formats that support it, in the merged formulation", "[what-ran]") {
  const SolveRecord fused = solved_by("pcg", {.fuse = Fuse::yes});
  CHECK(fused.fuse == (on_host ? Fuse::yes : Fuse::no));
  CHECK((fused.products_fused > 0) == on_host);
  CHECK(fused.products_fused <= fused.products);

  const SolveRecord behind = solved_by("pcg", {.fuse = Fuse::behind});
  CHECK(behind.fuse == (on_host ? Fuse::behind : Fuse::no));
  CHECK(behind.vectors_read >= fused.vectors_read);
  // p once more, from memory instead of from a cache; most rows of small parts are needed early, and not fused either.
  if (Communicator().size() == 1) CHECK((behind.vectors_read > fused.vectors_read) == on_host);

  const SolveRecord crs = solved_by("pcg", {.fuse = Fuse::yes}, MatrixFormat::crs);
  CHECK(crs.fuse == Fuse::no);
  CHECK(crs.products_fused == 0);
  CHECK(crs.products == fused.products);

  CHECK(solved_by("pcg", {.fuse = Fuse::no}).fuse == Fuse::no);
  for (const Formulation formulation : {Formulation::basic, Formulation::kokkos_kernels}) {
    const SolveRecord apart = solved_by("pcg", {.formulation = formulation, .fuse = Fuse::yes});
    CHECK_FALSE(apart.fuse.has_value());
    CHECK(apart.products_fused == 0);
  }
}

TEST_CASE("grouping is recorded as done: paper only where a list was split", "[what-ran]") {
  bool one_is_cut = false, one_is_not = false;
  for (const CatalogueRow& row : catalogue()) {
    if (row.norms == KnownNorms::natural) continue;
    INFO(row.name);
    const SolveRecord paper = solved_by(row.name, {.grouping = Grouping::paper}),
                      minimum = solved_by(row.name, {.grouping = Grouping::minimum});
    CHECK(minimum.grouping == Grouping::minimum);
    // A split adds one fused kernel.
    CHECK((paper.grouping == Grouping::paper) == (paper.launches > minimum.launches));
    (paper.grouping == Grouping::paper ? one_is_cut : one_is_not) = true;
  }
  CHECK(one_is_cut);
  CHECK(one_is_not);
  CHECK_FALSE(solved_by("pcg", {.formulation = Formulation::basic, .grouping = Grouping::paper}).grouping.has_value());
}

TEST_CASE("overlap is recorded where rows were computed while messages were in flight", "[what-ran]") {
  SolveOptions options = square(96, {"pcg"});
  options.halo = {.overlap = Overlap::dynamic, .chunk_rows = 1};
  options.ordering.ordering = OrderingChoice::interior_first;  // gives every rank blocks without ghosts
  const SolveRecord record = solved(options).front();
  const bool several = record.ranks > 1;
  CHECK((record.overlap == Overlap::dynamic) == several);
  CHECK((record.hidden_rows > 0) == several);
  CHECK(record.chunk_rows.has_value() == (several && on_host));
  if (record.chunk_rows) CHECK(*record.chunk_rows == RowBlocks::alignment);
  CHECK_FALSE(record.mapping.has_value());
}

TEST_CASE("powers of the matrix hide halos behind rows that are shared out in advance", "[what-ran]") {
  SolveOptions options = square(96, {"ca-pcg", "pcg"});
  options.halo.overlap = Overlap::dynamic;
  options.ordering.ordering = OrderingChoice::interior_first;
  const std::vector<SolveRecord> records = solved(options);
  for (const SolveRecord& record : records) CHECK((record.hidden_rows > 0) == (record.ranks > 1));
  if (records[0].ranks == 1) return;
  CHECK(records[0].overlap == (on_host ? Overlap::fixed : Overlap::dynamic));
  CHECK_FALSE(records[0].chunk_rows.has_value());
  CHECK(records[1].overlap == Overlap::dynamic);
}

TEST_CASE("two powers at a time are recorded as those of s-step methods are, but for s and a basis", "[what-ran]") {
  for (const PowersHalo halo : {PowersHalo::rounds, PowersHalo::deep}) {
    SolveOptions options = square(96, {"pipe2cg-powers", "pipe2cg"});
    options.halo.powers_halo = halo;
    const std::vector<SolveRecord> records = solved(options);
    const SolveRecord &pairs = records[0], &one = records[1];
    CHECK_FALSE(pairs.steps.has_value());
    CHECK_FALSE(pairs.basis.has_value());
    CHECK(pairs.tile_rows.has_value());
    CHECK_FALSE(one.tile_rows.has_value());
    CHECK_FALSE(one.powers_halo.has_value());
    CHECK(pairs.powers_halo.has_value() == (pairs.ranks > 1));
    if (pairs.ranks == 1 || !on_host) continue;
    CHECK(pairs.powers_halo == halo);
    CHECK((pairs.redundant_rows > 0) == (halo == PowersHalo::deep));
    CHECK(pairs.powers_messages > 0);
  }
}

TEST_CASE("s-step methods with a polynomial hide the halos of their products, and record s and the degree",
          "[what-ran]") {
  SolveOptions options = square(96, {"ca-pcg", "pcg"});
  for (ChosenMethod& chosen : options.method.methods) chosen.preconditioner = PreconditionerChoice::chebyshev;
  options.method.preconditioning.chebyshev_degree = 3;
  options.halo.overlap = Overlap::dynamic;
  options.ordering.ordering = OrderingChoice::interior_first;
  const std::vector<SolveRecord> records = solved(options);
  const SolveRecord &blocks = records[0], &one = records[1];
  CHECK(blocks.steps == options.method.steps);
  CHECK(blocks.chebyshev_degree == 3);
  CHECK(blocks.tile_rows == one.tile_rows);
  CHECK(blocks.hidden_rows == one.hidden_rows);
  CHECK(blocks.overlap == one.overlap);
  CHECK(blocks.powers_messages == one.powers_messages);
}

TEST_CASE("the degree of a polynomial is recorded, and who chose it", "[what-ran]") {
  SolveOptions options = square(24, {"pcg"});
  options.method.methods.front().preconditioner = PreconditionerChoice::chebyshev;
  options.method.preconditioning.chebyshev_degree = 3;
  const SolveRecord given = solved(options).front();
  CHECK(given.chebyshev_degree == 3);
  CHECK(given.degree_choice == DegreeChoice::given);
  options.method.preconditioning.degree_choice = DegreeChoice::fastest;
  const SolveRecord chosen = solved(options).front();
  CHECK(chosen.degree_choice == DegreeChoice::fastest);
  CHECK((chosen.chebyshev_degree >= 1 && chosen.chebyshev_degree <= 8));
  options.method.methods.front().preconditioner = PreconditionerChoice::jacobi;
  options.method.preconditioning.degree_choice = DegreeChoice::given;
  CHECK_FALSE(solved(options).front().degree_choice.has_value());
}

TEST_CASE("if halos travel in sums, the mapping is recorded instead of an overlap", "[what-ran]") {
  SolveOptions options = square(96, {"cg-chronopoulos-gear"});
  options.halo.overlap = Overlap::fixed;
  options.method.reduction = ReductionKind::embedded;
  options.method.mapping = Mapping::klf;
  const SolveRecord record = solved(options).front();
  CHECK(record.overlap == Overlap::none);
  CHECK(record.hidden_rows == 0);
  CHECK(record.mapping.has_value() == (record.ranks > 1));
  if (record.mapping) CHECK(record.mapping == Mapping::klf);
}

TEST_CASE("a reduction is recorded where there are ranks to sum over", "[what-ran]") {
  for (const ReductionKind kind : {ReductionKind::blocking, ReductionKind::nonblocking}) {
    const SolveRecord record = solved_by("pcg", {.reduction = kind});
    CHECK(name_of_sums(record) == (record.ranks > 1 ? name_of(kind) : "none"));
  }
}

TEST_CASE("whether MPI was handed device memory is recorded where there is any", "[what-ran]") {
  for (const GpuAwareMpi asked : {GpuAwareMpi::off, GpuAwareMpi::automatic}) {
    SolveOptions options = square(12, {"pcg"});
    options.halo.gpu_aware_mpi = asked;
    const SolveRecord record = solved(options).front();
    CHECK(record.gpu_aware_mpi.has_value() == (!on_host && record.ranks > 1));
    if (record.gpu_aware_mpi && asked == GpuAwareMpi::off) CHECK(record.gpu_aware_mpi == GpuAwareMpi::off);
  }
}

TEST_CASE("precision is recorded for factors only, rtol for convergence tests only", "[what-ran]") {
  SolveOptions options = square(12, {"pcg"});
  options.method.preconditioning.precision = Precision::single_precision;
  CHECK_FALSE(solved(options).front().preconditioner_precision.has_value());
  CHECK_FALSE(solved(options).front().rtol.has_value());
  options.method.methods.front().preconditioner = PreconditionerChoice::ic0;
  options.method.fixed_iterations.reset();
  const SolveRecord record = solved(options).front();
  CHECK(record.preconditioner_precision == Precision::single_precision);
  CHECK(record.rtol == options.method.rtol);
}

TEST_CASE("the smallest s is recorded of s-step methods, and is s where no block was shortened", "[what-ran]") {
  for (const int steps : {1, 2}) {
    const SolveRecord record = solved_by("ca-cg", {.steps = steps});
    CHECK(record.steps == steps);
    CHECK(record.smallest_steps == steps);
    CHECK(record.basis_condition.value_or(0) >= 1);
    CHECK(record.basis_condition.value_or(0) < 1e4);
  }
  CHECK_FALSE(solved_by("pcg", {}).smallest_steps.has_value());
}

TEST_CASE("messages, values and redundant rows of powers are those of the boxes, and are printed", "[what-ran]") {
  constexpr LocalIndex points = 12;
  for (const PowersHalo halo : {PowersHalo::deep, PowersHalo::rounds}) {
    SolveOptions options = strips(points, halo);
    options.method.methods = {{"ca-cg", PreconditionerChoice::none}};
    options.method.steps = 3;
    const SolveRecord record = solved(options).front();
    const int ranks = record.ranks, boundaries = 2 * (ranks - 1);  // each seen from both of its sides
    CHECK(record.powers_halo.has_value() == (ranks > 1));
    if (ranks == 1) continue;
    const bool deep = on_host && halo == PowersHalo::deep;
    CHECK(record.powers_halo == (deep ? PowersHalo::deep : PowersHalo::rounds));
    // Strips of 12 / ranks lines, at least 3. P and R: deep, three lines each; in rounds, one for each of 3 + 2
    // products.
    CHECK(record.powers_messages == boundaries * (deep ? 2 : 5));
    CHECK(record.powers_values == boundaries * points * (deep ? 2 * 3 : 5));
    // y_1 on two lines and y_2 on one for P, y_1 on one line for R.
    CHECK(record.redundant_rows == (deep ? boundaries * points * (2 + 1 + 1) : 0));
    CHECK(report_solve(record).find(deep ? "halo of powers     deep: " : "halo of powers     rounds: ") !=
          std::string::npos);
  }
}

TEST_CASE("a polynomial of degree k takes one exchange of ghosts k rows deep, or k exchanges", "[what-ran]") {
  constexpr LocalIndex points = 12;
  const int degree = 3;
  for (const PowersHalo halo : {PowersHalo::deep, PowersHalo::rounds}) {
    SolveOptions options = strips(points, halo);
    options.method.methods = {{"pcg", PreconditionerChoice::chebyshev}};
    options.method.preconditioning.chebyshev_degree = degree;
    const SolveRecord record = solved(options).front();
    const int boundaries = 2 * (record.ranks - 1);
    if (record.ranks == 1) continue;
    const bool deep = on_host && halo == PowersHalo::deep;
    CHECK(record.powers_messages == boundaries * (deep ? 1 : degree));
    CHECK(record.powers_values == boundaries * points * degree);
    CHECK(record.redundant_rows == (deep ? boundaries * points * (2 + 1) : 0));
  }
}

TEST_CASE("tiles of powers, and what they gain, are recorded where there are powers, and printed", "[what-ran]") {
  for (const char* method : {"ca-cg", "pcg"}) {
    INFO(method);
    const SolveRecord record = solved_by(method, {.steps = 3});
    const bool powers = std::string_view(method) == "ca-cg";
    CHECK(record.tile_rows.has_value() == powers);
    CHECK(record.tile_gain.has_value() == (powers && on_host));
    CHECK((record.tile_pass_seconds.value_or(0) > 0) == (powers && on_host));
    CHECK(record.tile_gain_products.value_or(0) == (powers && on_host ? 3 + 2 : 0));  // powers of two vectors
    CHECK((report_solve(record).find("tiles of powers    ") != std::string::npos) == powers);
  }
}

TEST_CASE("manual progress is recorded if any loop has polled", "[what-ran]") {
  if (!on_host) SKIP("loops do not poll on a device");
  SolveOptions options = square(96, {"pcg", "pipecg"});
  options.method.reduction = ReductionKind::nonblocking;
  options.network.progress = {.kind = ProgressKind::manual, .calls_per_loop = 5};
  const std::vector<SolveRecord> records = solved(options);
  for (const SolveRecord& record : records) {
    INFO(record.method);
    CHECK((record.progress == ProgressKind::manual) == (record.progress_calls > 0));
    CHECK(record.progress_calls_per_loop.has_value() == (record.progress_calls > 0));
  }
  CHECK(records[1].progress == ProgressKind::manual);  // reductions are in flight during a product
  options.network.progress.kind = ProgressKind::none;
  for (const SolveRecord& record : solved(options)) CHECK(record.progress == ProgressKind::none);
}

}  // namespace minikrylov
