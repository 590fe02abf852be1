// Command lines for matrices from files, and for halos inside sums.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/miniapp/command_lines.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("matrix file options are for matrix-market only") {
  const std::string file = MINIKRYLOV_TEST_DATA "/nos4.mtx.gz";
  const auto with = [&](std::vector<const char*> more) {
    more.insert(more.begin(), {"--problem", "matrix-market", "--matrix", file.c_str()});
    return more;
  };
  const SolveOptions job = solve(with({"--partition", "block", "--symmetry", "ignored"}));
  CHECK(job.problem.matrix_file == file);
  CHECK(job.problem.symmetry == SymmetryCheck::ignored);
  CHECK(job.partition.rows == RowDistribution::block);
  CHECK(solve({"--size", "4"}).partition.rows == RowDistribution::boxes);
  const TemporaryFolder folder;
  const std::string owners = folder.write("a.part", "0\n");
  CHECK(solve(with({"--partition", owners.c_str()})).partition.file == owners);
  CHECK(solve(with({"--partition", owners.c_str()})).partition.rows == RowDistribution::file);
  CHECK_THAT(complaint_of(with({"--partition", "missing.part"})), ContainsSubstring("missing.part cannot be read"));
  CHECK_THAT(complaint_of({"--problem", "matrix-market"}), ContainsSubstring("--matrix FILE"));
  CHECK_THAT(complaint_of({"--problem", "matrix-market", "--matrix", "missing.mtx"}), ContainsSubstring("missing.mtx"));
  CHECK_THAT(complaint_of({"--matrix", file.c_str()}), ContainsSubstring("--problem matrix-market"));
  CHECK_THAT(complaint_of({"--partition", "block"}), ContainsSubstring("--ranks-grid"));
  CHECK_THAT(complaint_of(with({"--size", "4"})), ContainsSubstring("--size"));
  CHECK_THAT(complaint_of(with({"--ranks-grid", "1x1x1"})), ContainsSubstring("--ranks-grid"));
  CHECK_THAT(complaint_of(with({"--ordering", "red-black"})), ContainsSubstring("multicolour"));
}

TEST_CASE("halos inside sums are refused unless ghosts are kept up to date") {
  CHECK_THAT(complaint_of({"--method", "cg", "--reduction", "embedded"}), ContainsSubstring("use one of pcg"));
  CHECK_THAT(complaint_of({"--method", "pcg", "--reduction", "embedded", "--preconditioner", "ic0"}),
             ContainsSubstring("--preconditioner jacobi"));
  CHECK_THAT(complaint_of({"--method", "pcg", "--reduction", "embedded", "--formulation", "kokkos-kernels"}),
             ContainsSubstring("--formulation merged"));
  CHECK_THAT(complaint_of({"--method", "pcg", "--mapping", "klf"}), ContainsSubstring("--reduction embedded"));
}

}  // namespace minikrylov
