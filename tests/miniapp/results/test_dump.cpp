// Systems as Matrix Market files: what is read back is what was assembled, bit by bit, from any number of ranks.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include "miniapp/results/dump.hpp"
#include "miniapp/system/product/operators.hpp"
#include "problems/assemble.hpp"
#include "problems/market/array.hpp"
#include "problems/matrix_market.hpp"
#include "tests/miniapp/small_disk.hpp"
#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

AssembledRows assembled_rows_of(const Problem& problem, const Communicator& ranks) {
  return assemble_rows(problem, make_partition(problem.grid, ranks.size(), std::nullopt, problem.dofs()), ranks.rank());
}

/// The matrix assembled in one piece, by (row, column).
using Entries = std::map<std::pair<GlobalIndex, GlobalIndex>, double>;

Entries in_one_piece(const Problem& problem) {
  const Rows rows = assemble(problem, whole(problem.grid));
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.offsets);
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.columns);
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.values);
  Entries entries;
  for (LocalIndex i = 0; i < rows.rows; ++i)
    for (Offset e = offsets(i); e < offsets(i + 1); ++e) entries[{i, columns(e)}] = values(e);
  return entries;
}

Entries entries_of(const SparseMatrix& matrix) {
  Entries entries;
  for (LocalIndex i = 0; i < matrix.rows; ++i)
    for (Offset e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
      entries[{i, matrix.columns[e]}] = matrix.values[e];
  return entries;
}

/// The complaint that all ranks have, or nothing.
std::string dump_complaint(const std::string& path, const AssembledRows& rows, OverwritePolicy policy,
                           const Communicator& ranks) {
  try {
    dump_matrix(path, rows, policy, ranks);
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a matrix is read back as it was assembled, in ascending rows", "[dump]") {
  const Communicator ranks;
  const TemporaryFolder folder;
  const std::string path = folder.file("a.mtx");
  for (const auto& [kind, size, symmetry] :
       {std::tuple(ProblemKind::poisson2d_5, GridSize{7, 5, 1}, "symmetric"),
        std::tuple(ProblemKind::poisson3d_7, GridSize{6, 4, 5}, "symmetric"),
        std::tuple(ProblemKind::poisson3d_27, GridSize{5, 4, 6}, "symmetric"),
        std::tuple(ProblemKind::poisson3d_125, GridSize{6, 5, 7}, ""),
        std::tuple(ProblemKind::fe2d_9, GridSize{7, 6, 1}, ""),
        std::tuple(ProblemKind::poisson3d_fvm, GridSize{4, 5, 6}, "symmetric"),
        std::tuple(ProblemKind::convection_diffusion, GridSize{5, 6, 4}, "general"),
        std::tuple(ProblemKind::elasticity2d, GridSize{6, 5, 1}, ""),
        std::tuple(ProblemKind::elasticity3d, GridSize{4, 4, 5}, "")}) {
    const Problem problem = make_problem(kind, size);
    INFO(properties_of(kind).name);
    dump_matrix(path, assembled_rows_of(problem, ranks), OverwritePolicy::replace, ranks);
    if (ranks.rank() != 0) continue;
    const SparseMatrix read = read_matrix_market(path);
    CHECK(entries_of(read) == in_one_piece(problem));
    const std::string text = folder.read("a.mtx");
    CHECK_THAT(text, ContainsSubstring(std::string("real ") + symmetry));
    // The same text as a single rank would write: rows ascend, and so do columns.
    std::pair<long, long> last{0, 0};
    bool ascend = true;
    std::istringstream lines(text.substr(read_market_header(path).body));
    for (long row = 0, column = 0; lines >> row >> column; lines.ignore(100, '\n')) {
      ascend = ascend && last < std::pair(row, column);
      last = {row, column};
    }
    CHECK(ascend);
    CHECK(last == std::pair<long, long>(problem.rows(), problem.rows()));
  }
  CHECK(folder.entries() == (ranks.rank() == 0 ? 1 : 0));
}

TEST_CASE("a matrix is symmetric in a file if it is so bit for bit", "[dump]") {
  const Communicator ranks;
  const TemporaryFolder folder;
  const std::string path = folder.file("a.mtx");
  const Problem problem = make_problem(ProblemKind::poisson2d_5, {6, 7, 1});
  AssembledRows rows = assembled_rows_of(problem, ranks);
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.rows.values);
  if (ranks.rank() == 0) values(1) = std::nextafter(values(1), 0);  // an entry beside the diagonal
  Kokkos::deep_copy(rows.rows.values, values);
  dump_matrix(path, rows, OverwritePolicy::refuse, ranks);
  if (ranks.rank() != 0) return;
  CHECK(folder.read("a.mtx").starts_with("%%MatrixMarket matrix coordinate real general\n"));
  const Entries read = entries_of(read_matrix_market(path));
  CHECK(read.at({0, 1}) != read.at({1, 0}));
  CHECK(read.size() == in_one_piece(problem).size());
}

TEST_CASE("right-hand sides are written as they were given, column by column", "[dump]") {
  const Communicator ranks;
  const TemporaryFolder folder;
  const Problem problem = make_problem(ProblemKind::poisson3d_7, {5, 6, 7});
  AssembledRows rows = assembled_rows_of(problem, ranks);
  constexpr int power = 300;
  const auto times = [](const Array<double>& array) { return times_power(array, power); };
  rows.rows.rhs = times(rows.rows.rhs);
  rows.rows.solution = times(rows.rows.solution);
  const System system = build_system(rows, ranks, {.ordering = OrderingChoice::red_black}, GpuAwareMpi::automatic);
  CHECK(system.scale.rhs != 0);
  const DistributedMatrix A(*system.matrix, *system.halo);
  const RightHandSides sides = make_right_hand_sides(system, A, 3);
  dump_rhs(folder.file("b.mtx"), system, sides, OverwritePolicy::refuse, ranks);
  if (ranks.rank() != 0) return;
  const DenseColumns read = read_market_array(folder.file("b.mtx"), {problem.rows(), 3});
  REQUIRE(read.columns == 3);
  const Rows whole_rows = assemble(problem, whole(problem.grid));
  const auto b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), whole_rows.rhs);
  bool same = true;
  for (GlobalIndex i = 0; i < problem.rows(); ++i) same = same && read.values[i] == std::ldexp(b(i), power);
  CHECK(same);
}

TEST_CASE("a system that is read back is solved likewise", "[dump]") {
  const Communicator ranks;
  const TemporaryFolder folder;
  SolveOptions options;
  options.problem = {.kind = ProblemKind::elasticity2d, .size = {8, 9, 1}};
  options.method.methods = {{"pcg", PreconditionerChoice::jacobi}, {"pbicgstab", PreconditionerChoice::jacobi}};
  options.method.rhs = 2;
  options.run = {.repetitions = 1, .warm_up = 0};
  const std::vector<SolveRecord> first = test::solved(options);

  const SourcedRows rows = source_rows(source_of(options.problem, {}, options.method), ranks);
  const System system = build_system(rows.rows, ranks, {}, GpuAwareMpi::automatic);
  const DistributedMatrix A(*system.matrix, *system.halo);
  dump_matrix(folder.file("a.mtx"), rows.rows, OverwritePolicy::refuse, ranks);
  dump_rhs(folder.file("b.mtx"), system, make_right_hand_sides(system, A, 2), OverwritePolicy::refuse, ranks);
  options.problem = {.kind = ProblemKind::matrix_market, .matrix_file = folder.file("a.mtx")};
  options.partition.rows = RowDistribution::block;
  options.vectors = {.rhs = RhsSource::file, .rhs_file = folder.file("b.mtx")};
  options.method.rhs = 1;  // the file has two
  const std::vector<SolveRecord> second = test::solved(options);
  for (std::size_t k = 0; k < first.size(); ++k) {
    const std::vector<double>&one = first[k].residual_history.values, &other = second[k].residual_history.values;
    INFO(first[k].method);
    CHECK(second[k].rhs == 2);
    CHECK(second[k].outcome == Ending::converged);
    if (ranks.size() == 1) {
      CHECK(one == other);  // bit for bit
    } else {
      for (std::size_t e = 0; e < 20; ++e) CHECK(std::fabs(one[e] - other[e]) <= 1e-10 * one[0]);
    }
  }
}

TEST_CASE("a dump is whole or not there, and never replaces a file unasked", "[dump]") {
  const Communicator ranks;
  const TemporaryFolder folder;
  const AssembledRows rows = assembled_rows_of(make_problem(ProblemKind::poisson3d_27, {12, 12, 12}), ranks);
  const std::string there = folder.write("there.mtx", "old");
  CHECK_THAT(dump_complaint(there, rows, OverwritePolicy::refuse, ranks), ContainsSubstring("--force"));
  CHECK(folder.read("there.mtx") == "old");
  {
    const SmallDisk disk(50000);
    CHECK_THAT(dump_complaint(folder.file("a.mtx"), rows, OverwritePolicy::refuse, ranks),
               ContainsSubstring("could not be written"));
    CHECK_THAT(dump_complaint(there, rows, OverwritePolicy::replace, ranks), ContainsSubstring("could not be written"));
  }
  CHECK(folder.read("there.mtx") == "old");
  CHECK(folder.entries() == 1);
  CHECK_THAT(dump_complaint(folder.file("none/a.mtx"), rows, OverwritePolicy::refuse, ranks),
             ContainsSubstring("does not exist"));
}

}  // namespace minikrylov
