// Right-hand sides, solutions and initial guesses that the user gives.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <map>

#include "kernels/core/arrays.hpp"
#include "miniapp/system/given_vectors.hpp"
#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/square_samples.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::array_file;
using test::bumps;
using test::Columns;
using test::five_point_product;
using test::grid_rows;
using test::grid_x;
using test::grid_y;
using test::solved;

/// A system on all ranks, made from given vectors, with A times 2^of_A.
struct GivenSystem {
  Communicator ranks;
  System system;
  DistributedMatrix A;
  RightHandSides sides;
  Vector guess;

  explicit GivenSystem(const VectorOptions& vectors, int asked = 1, int of_A = 0)
      : GivenSystem(vectors, asked, assembled(of_A)) {}

  /// 2^-exponent times the number of global row i and column j; zero on ranks that do not have it.
  [[nodiscard]] double at(const Vector& v, int exponent, GlobalIndex i, int j) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), v.data);
    const auto number = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system.global_number);
    double value = 0;
    for (LocalIndex k = 0; k < v.rows; ++k)
      if (number(k) == i) value = std::ldexp(host(Offset{k} * v.width + j), -exponent);
    return value;
  }
  /// All numbers of a vector, in global order, on all ranks.
  [[nodiscard]] Columns whole(const Vector& v, int exponent) const {
    Columns all;
    for (int j = 0; j < v.width; ++j) {
      std::vector<double> column;
      for (GlobalIndex i = 0; i < grid_rows; ++i) column.push_back(at(v, exponent, i, j));
      all.push_back(ranks.reduce(column, ReduceBy::sum));
    }
    return all;
  }

 private:
  static AssembledRows assembled(int of_A) {
    const Problem problem = make_problem(ProblemKind::poisson2d_5, {grid_x, grid_y, 1});
    const Communicator all;
    AssembledRows made = assemble_rows(problem, make_partition(problem.grid, all.size()), all.rank());
    made.rows.values = times_power(made.rows.values, of_A);
    return made;
  }
  GivenSystem(const VectorOptions& vectors, int asked, const AssembledRows& plain)
      : GivenSystem(given_vectors(vectors, plain, asked, Communicator()), plain) {}
  GivenSystem(const GivenVectors& given, const AssembledRows& plain)
      : system(build_system(with_vectors(plain, given), ranks, {.ordering = OrderingChoice::red_black},
                            GpuAwareMpi::automatic)),
        A(*system.matrix, *system.halo),
        sides(make_right_hand_sides(system, A, given.width)),
        guess(given.guess.extent(0) == 0 ? Vector{} : make_guess(system, given.guess, given.width, ranks)) {}
};

std::string complaint_about(const VectorOptions& vectors, int asked = 1) {
  try {
    const GivenSystem made(vectors, asked);
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("b and x are those of the files, row by row", "[vectors]") {
  const TemporaryFolder folder;
  for (const int columns : {1, 3}) {
    const Columns x = bumps(columns), b = five_point_product(x);
    const GivenSystem both({.rhs = RhsSource::file,
                            .rhs_file = array_file(folder, "b.mtx", b),
                            .solution_file = array_file(folder, "x.mtx", x)});
    CHECK(both.sides.b.width == columns);
    CHECK(both.whole(both.sides.b, 0) == b);
    CHECK(both.whole(both.sides.exact, 0) == x);
    CHECK(both.sides.first_known == 0);
    const GivenSystem only_b({.rhs = RhsSource::file, .rhs_file = folder.file("b.mtx")}, columns);
    CHECK(only_b.whole(only_b.sides.b, 0) == b);
    CHECK(only_b.sides.first_known == columns);
    const GivenSystem only_x({.rhs = RhsSource::solution, .solution_file = folder.file("x.mtx")});
    CHECK(only_x.whole(only_x.sides.b, 0) == b);  // quarters: no rounding
    CHECK(only_x.whole(only_x.sides.exact, 0) == x);
  }
}

TEST_CASE("powers of two scale what is given", "[vectors]") {
  const TemporaryFolder folder;
  Columns x = bumps(2), b = five_point_product(x);
  for (auto& column : x)
    for (double& value : column) value = std::ldexp(value, -150);
  const std::string file = array_file(folder, "x.mtx", x);
  for (auto& column : b)
    for (double& value : column) value = std::ldexp(value, 200 - 150);
  const GivenSystem made(
      {.rhs = RhsSource::solution, .solution_file = file, .guess = GuessSource::file, .guess_file = file}, 1, 200);
  const ScaleExponents scale = made.system.scale;
  CHECK(scale.matrix != 0);
  CHECK(scale.solution() != 0);
  CHECK(made.whole(made.sides.b, scale.rhs) == b);
  CHECK(made.whole(made.sides.exact, scale.solution()) == x);
  CHECK(made.whole(made.guess, scale.solution()) == x);
  const auto ghosts_too = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), made.guess.data);
  double least = 1;
  for (std::size_t k = 0; k < ghosts_too.extent(0); ++k) least = std::min(least, ghosts_too(k));
  CHECK(least > 0);

  Columns large(1, std::vector<double>(grid_rows, 1e200));
  CHECK_THAT(complaint_about({.guess = GuessSource::file, .guess_file = array_file(folder, "large.mtx", large)}),
             ContainsSubstring("the largest entry of the initial guess is 1.0e+200"));
  CHECK_THAT(complaint_about({.rhs = RhsSource::solution, .solution_file = folder.file("large.mtx")}),
             ContainsSubstring("the largest entry of the solution is"));
}

TEST_CASE("random vectors depend on seed, use, row and column alone", "[vectors]") {
  const GivenSystem one({.rhs = RhsSource::random, .rhs_seed = 1, .guess = GuessSource::random, .guess_seed = 1}, 3);
  const Columns b = one.whole(one.sides.b, 0), x0 = one.whole(one.guess, 0);
  CHECK(one.sides.first_known == 3);
  // The same numbers, made for all rows in one piece.
  std::vector<GlobalIndex> numbers(grid_rows);
  for (int i = 0; i < grid_rows; ++i) numbers[i] = i;
  const Vector whole = make_vector("all rows", grid_rows, 0, 3);
  fill_pseudo_random(array_of("numbers", numbers), whole, 0, {RandomStream::Use::rhs, 1});
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), whole.data);
  bool same = true;
  std::map<double, int> seen;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < grid_rows; ++i) {
      same = same && b[j][i] == host(i * 3 + j);
      ++seen[b[j][i]], ++seen[x0[j][i]];
      CHECK((b[j][i] >= 0 && b[j][i] < 1));
    }
  CHECK(same);
  CHECK(seen.size() == std::size_t{2} * 3 * grid_rows);  // no two alike
  const GivenSystem other({.rhs = RhsSource::random, .rhs_seed = 2}, 3);
  CHECK(other.whole(other.sides.b, 0) != b);
}

TEST_CASE("one column of x0 serves all right-hand sides", "[vectors]") {
  const TemporaryFolder folder;
  const Columns x0 = bumps(1);
  const GivenSystem made({.guess = GuessSource::file, .guess_file = array_file(folder, "x0.mtx", x0)}, 4);
  CHECK(made.whole(made.guess, 0) == Columns{x0[0], x0[0], x0[0], x0[0]});
}

TEST_CASE("all ranks refuse unsuitable vectors alike", "[vectors]") {
  const TemporaryFolder folder;
  std::string text = market_array_head("a test", grid_rows, 1);
  for (int i = 0; i < grid_rows; ++i) text += i == 70 ? "nan\n" : "1\n";
  CHECK_THAT(complaint_about({.rhs = RhsSource::file, .rhs_file = folder.write("nan.mtx", text)}),
             ContainsSubstring("nan.mtx:74: the value nan is not a number"));
  text = market_array_head("a test", grid_rows, 1) + "1\n";
  CHECK_THAT(complaint_about({.rhs = RhsSource::file, .rhs_file = folder.write("short.mtx", text)}),
             ContainsSubstring("the file ends after 1 of 72 values"));
  CHECK_THAT(complaint_about({.rhs = RhsSource::file, .rhs_file = folder.file("none.mtx")}),
             ContainsSubstring("cannot be read"));
  CHECK_THAT(complaint_about({.rhs = RhsSource::file, .rhs_file = array_file(folder, "b.mtx", bumps(2))}, 3),
             ContainsSubstring("rhs 3 does not suit"));
}

TEST_CASE("a random right-hand side of a singular matrix is refused", "[vectors]") {
  SolveOptions options;
  options.problem = {.kind = ProblemKind::matrix_market, .matrix_file = MINIKRYLOV_TEST_DATA "/no-flux.mtx.gz"};
  options.partition.rows = RowDistribution::block;
  options.method.methods.push_back({"cg", PreconditionerChoice::none});
  options.vectors = {.rhs = RhsSource::random};
  std::string message;
  try {
    static_cast<void>(solved(options));
  } catch (const SetupError& error) {
    message = error.what();
  }
  CHECK_THAT(message, ContainsSubstring("a random right-hand side does not suit this matrix"));
}

}  // namespace minikrylov
