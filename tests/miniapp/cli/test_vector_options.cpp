// Command lines for right-hand sides, solutions, initial guesses, and systems written to files.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/miniapp/command_lines.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

/// An array of file_of_ones.
std::string file_of_ones(const TemporaryFolder& folder, const std::string& name, int rows, int columns) {
  std::string text = fmt::format("%%MatrixMarket matrix array real general\n{} {}\n", rows, columns);
  for (int k = 0; k < rows * columns; ++k) text += "1\n";
  return folder.write(name, text);
}

}  // namespace

TEST_CASE("b, x and x0 come from the problem, from files or from seeds", "[vectors]") {
  const TemporaryFolder folder;
  const std::string b = file_of_ones(folder, "b.mtx", 8, 2), x = file_of_ones(folder, "x.mtx", 8, 2),
                    x0 = file_of_ones(folder, "x0.mtx", 8, 1);
  const SolveOptions plain = solve({"--size", "2"});
  CHECK(plain.vectors.rhs == RhsSource::problem);
  CHECK(plain.vectors.guess == GuessSource::zero);
  CHECK(plain.vectors.solution_file.empty());
  const SolveOptions given =
      solve({"--size", "2", "--rhs-file", b.c_str(), "--solution-file", x.c_str(), "--x0", x0.c_str()});
  CHECK(given.vectors.rhs == RhsSource::file);
  CHECK(given.vectors.rhs_file == b);
  CHECK(given.vectors.solution_file == x);
  CHECK(given.vectors.guess == GuessSource::file);
  CHECK(given.vectors.guess_file == x0);
  CHECK(solve({"--size", "2", "--solution-file", x.c_str(), "--rhs", "2"}).vectors.rhs == RhsSource::solution);
  const SolveOptions random = solve({"--size", "2", "--random-rhs", "7", "--x0", "random:2147483647"});
  CHECK(random.vectors.rhs == RhsSource::random);
  CHECK(random.vectors.rhs_seed == 7);
  CHECK(random.vectors.guess == GuessSource::random);
  CHECK(random.vectors.guess_seed == 2147483647);
  CHECK(solve({"--size", "2", "--random-rhs", "0"}).vectors.rhs == RhsSource::random);
  CHECK(solve({"--size", "2", "--x0", "zero"}).vectors.guess == GuessSource::zero);
}

TEST_CASE("vectors that contradict each other are refused", "[vectors]") {
  const TemporaryFolder folder;
  const std::string one = file_of_ones(folder, "one.mtx", 8, 1), two = file_of_ones(folder, "two.mtx", 8, 2),
                    three = file_of_ones(folder, "three.mtx", 8, 3),
                    short_one = file_of_ones(folder, "short.mtx", 7, 1), wide = file_of_ones(folder, "wide.mtx", 8, 33);
  const std::string matrix = MINIKRYLOV_TEST_DATA "/nos4.mtx.gz";
  const auto with = [](std::vector<const char*> more) {
    more.insert(more.begin(), {"--size", "2"});
    return more;
  };
  CHECK_THAT(complaint_of(with({"--rhs-file", one.c_str(), "--random-rhs", "1"})), ContainsSubstring("--random-rhs"));
  CHECK_THAT(complaint_of(with({"--solution-file", one.c_str(), "--random-rhs", "1"})),
             ContainsSubstring("--random-rhs does not suit --solution-file"));
  CHECK_THAT(complaint_of(with({"--rhs-file", two.c_str(), "--solution-file", three.c_str()})),
             ContainsSubstring("has 2 columns and"));
  CHECK_THAT(complaint_of(with({"--rhs-file", two.c_str(), "--rhs", "3"})), ContainsSubstring("rhs 3 does not suit"));
  CHECK_THAT(complaint_of(with({"--solution-file", one.c_str(), "--rhs", "3"})), ContainsSubstring("omit rhs"));
  CHECK_THAT(complaint_of(with({"--rhs-file", three.c_str(), "--x0", two.c_str()})),
             ContainsSubstring("has 2 columns (there are 3 right-hand sides)"));
  CHECK_THAT(complaint_of(with({"--rhs-file", short_one.c_str()})), ContainsSubstring("has 7 rows (the system has 8)"));
  CHECK_THAT(complaint_of(with({"--x0", short_one.c_str()})), ContainsSubstring("has 7 rows (the system has 8)"));
  CHECK_THAT(complaint_of(with({"--rhs-file", wide.c_str()})), ContainsSubstring("has 33 columns (at most 32"));
  CHECK_THAT(complaint_of(with({"--rhs-file", "missing.mtx"})), ContainsSubstring("missing.mtx cannot be read"));
  CHECK_THAT(complaint_of({"--problem", "matrix-market", "--matrix", matrix.c_str(), "--x0", one.c_str()}),
             ContainsSubstring("has 8 rows (the system has 100)"));
  for (const char* bad : {"random", "random:", "random:x", "random:-1", "random:2147483648", "random:1.5"})
    CHECK_THAT(complaint_of(with({"--x0", bad})), ContainsSubstring("is invalid (a random x0 needs a seed"));
  CHECK_THAT(complaint_of(with({"--random-rhs", "-1"})), ContainsSubstring("--random-rhs -1 is invalid"));
  CHECK(complaints_of(with({"--rhs-file", short_one.c_str(), "--solution-file", "missing.mtx", "--x0", "random"}))
            .size() == 3);
}

TEST_CASE("systems are written where nothing else is", "[vectors]") {
  const TemporaryFolder folder;
  const std::string there = folder.write("there.mtx", "old"), b = file_of_ones(folder, "b.mtx", 8, 1),
                    free = folder.file("free.mtx"), packed = folder.file("a.mtx.gz");
  const SolveOptions job = solve({"--size", "2", "--dump-matrix", free.c_str()});
  CHECK(job.output.matrix == free);
  CHECK_FALSE(job.output.rhs.has_value());
  CHECK_THAT(complaint_of({"--size", "2", "--dump-matrix", there.c_str()}), ContainsSubstring("--force"));
  CHECK_THAT(complaint_of({"--size", "2", "--dump-rhs", there.c_str()}), ContainsSubstring("--force"));
  CHECK(solve({"--size", "2", "--dump-rhs", there.c_str(), "--force"}).output.rhs == there);
  CHECK_THAT(complaint_of({"--size", "2", "--dump-matrix", packed.c_str()}), ContainsSubstring("ends in .mtx"));
  CHECK_THAT(complaint_of({"--size", "2", "--dump-matrix", free.c_str(), "--dump-rhs", free.c_str()}),
             ContainsSubstring("are the same file"));
  CHECK_THAT(complaint_of({"--size", "2", "--rhs-file", b.c_str(), "--dump-rhs", b.c_str(), "--force"}),
             ContainsSubstring("are the same file"));
}

}  // namespace minikrylov
