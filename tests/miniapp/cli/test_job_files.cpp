// Job files have the same effect as command lines; help and version are texts.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/miniapp/command_lines.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("a dumped job file reproduces itself") {
  const TemporaryFolder folder;
  const std::string dump = text_of({"--dump-config", "--size", "9x8x7", "--method", "pcg,cg", "--rtol", "1e-5",
                                    "--fixed-iterations", "3", "--detailed", "--chunk", "32"});
  const std::string file = folder.write("job.toml", dump);
  const SolveOptions job = solve({"--config", file.c_str()});
  CHECK(job.problem.size == GridSize{9, 8, 7});
  CHECK(names(job) == "pcg/jacobi cg/none ");
  CHECK(job.method.rtol == 1e-5);
  CHECK(job.method.fixed_iterations == 3);
  CHECK(job.run.detail == Detail::on);
  CHECK(job.matrix.chunk == 32);
  CHECK_FALSE(job.output.file);
  CHECK(text_of({"--config", file.c_str(), "--dump-config"}) == dump);
  CHECK(solve({"--config", file.c_str(), "--size", "5"}).problem.size == GridSize{5, 5, 5});
}

TEST_CASE("a dumped job file says what is not said, too") {
  const TemporaryFolder folder;
  const std::string dump = text_of({"solve", "--dump-config"}), file = folder.write("job.toml", dump);
  CHECK(names(solve({"--config", file.c_str()})) == names(solve({"solve"})));
  const std::string again = text_of({"--config", file.c_str(), "--dump-config"});  // with lists as lists
  const std::string second = folder.write("second.toml", again);
  CHECK(names(solve({"--config", second.c_str()})) == names(solve({"solve"})));
  CHECK(text_of({"--config", second.c_str(), "--dump-config"}) == again);
}

TEST_CASE("a job file is checked like the command line") {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.ini", "# a comment\nsize = 8\nmethod = pcg, cg\nrhs = 4\n");
  CHECK(names(solve({"--config", good.c_str()})) == "pcg/jacobi cg/none ");
  CHECK(solve({"--config", good.c_str()}).method.rhs == 4);
  const std::string bad = folder.write("bad.ini", "metod = pcg\nrhs = 0\n");
  const std::vector<std::string> complaints = complaints_of({"--config", bad.c_str()});
  CAPTURE(complaints);
  REQUIRE(complaints.size() == 2);
  CHECK_THAT(complaints[0], ContainsSubstring("did you mean --method?"));
  CHECK_THAT(complaints[1], ContainsSubstring("--rhs"));
  CHECK_THAT(complaint_of({"--config", folder.file("missing").c_str()}), ContainsSubstring("missing cannot be read"));
}

TEST_CASE("a job file is not overwritten by what its job writes") {
  const TemporaryFolder folder;
  const std::string file = folder.write("job.toml", "size = 8\n"), other = folder.file("other.json");
  for (const char* flag : {"--trace", "--dump-matrix", "--dump-rhs"})
    CHECK_THAT(complaint_of({"--config", file.c_str(), flag, file.c_str(), "--force"}),
               ContainsSubstring("--config") && ContainsSubstring(flag) && ContainsSubstring("are the same file"));
  CHECK(solve({"--config", file.c_str(), "--trace", other.c_str()}).job_file == file);
  CHECK(solve({"--size", "8"}).job_file.empty());
}

TEST_CASE("help and version are texts") {
  CHECK_THAT(text_of({"--help"}), ContainsSubstring("solve") && ContainsSubstring("list"));
  CHECK_THAT(text_of({"--version"}), ContainsSubstring("miniKrylov"));
  CHECK_THAT(text_of({"list", "--help"}), ContainsSubstring("preconditioners"));
  const std::string help = text_of({"solve", "--help"});
  for (const char* option : {"--problem", "--size", "--method", "--formulation", "--format", "--chunk", "--sigma",
                             "--preconditioner", "--ordering", "--reduction", "--rhs", "--rtol", "--max-iterations",
                             "--fixed-iterations", "--repetitions", "--ranks-grid", "--output", "--config", "--force"})
    CHECK_THAT(help, ContainsSubstring(option));
}

}  // namespace minikrylov
