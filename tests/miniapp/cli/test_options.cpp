// The command line: the meaning of options, and the messages of refusals.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/parsing/nearest.hpp"
#include "miniapp/results/results.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

/// Checks that every word of a table is parsed to its value, and printed as itself.
template <class E, class Get> void check_words(const char* flag, const Get& get, const char* problem = "poisson3d-7") {
  for (const auto& name : Names<E>::table) {
    CAPTURE(name.text);
    if (!on_host && name.text == name_of(Overlap::guided)) continue;  // refused on a device
    CHECK(get(solve({"--problem", problem, flag, std::string(name.text).c_str()})) == name.value);
    CHECK(name_of(name.value) == name.text);
  }
}

}  // namespace

TEST_CASE("an empty command line runs the default job") {
  const SolveOptions job = solve({});
  CHECK(job.problem.kind == ProblemKind::poisson3d_7);
  CHECK(job.problem.size == GridSize{64, 64, 64});
  CHECK(names(job) == "pcg/jacobi pbicgstab/jacobi ");
  CHECK(job.output.file.has_value() == (results_support() == ResultsSupport::hdf5));
  if (job.output.file) CHECK_THAT(*job.output.file, Catch::Matchers::Matches("minikrylov-[0-9]{8}-[0-9]{6}\\.h5"));
  CHECK_FALSE(solve({"solve"}).output.file);
}

TEST_CASE("each word of each table is accepted") {
  check_words<MatrixFormat>(
      "--format", [](const SolveOptions& o) { return o.matrix.format; }, "elasticity3d");
  check_words<OrderingChoice>("--ordering", [](const SolveOptions& o) { return o.ordering.ordering; });
  check_words<Formulation>("--formulation", [](const SolveOptions& o) { return o.method.formulation; });
  for (const auto& name : Names<ReductionKind>::table)
    CHECK(solve({"--method", "pcg", "--reduction", std::string(name.text).c_str()}).method.reduction == name.value);
  for (const auto& name : Names<Mapping>::table)
    CHECK(solve({"--method", "pcg", "--reduction", "embedded", "--mapping", std::string(name.text).c_str()})
              .method.mapping == name.value);
  check_words<SymmetryCheck>("--symmetry", [](const SolveOptions& o) { return o.problem.symmetry; });
  check_words<ZeroDiagonal>("--zero-diagonal",
                            [](const SolveOptions& o) { return o.method.preconditioning.zero_diagonal; });
  for (const auto& name : Names<ResidualNorm>::table)
    CHECK(solve({"--method", "pcg", "--norm", std::string(name.text).c_str()}).method.methods[0].norm == name.value);
  check_words<Grouping>("--grouping", [](const SolveOptions& o) { return o.method.grouping; });
  check_words<Fuse>("--fuse", [](const SolveOptions& o) { return o.method.fuse; });
  CHECK(solve({"solve"}).run.detail == Detail::off);
  CHECK(solve({"solve", "--detailed"}).run.detail == Detail::on);
  check_words<Overlap>("--overlap", [](const SolveOptions& o) { return o.halo.overlap; });
  if (device_is_emulated)
    CHECK_THAT(complaint_of({"--gpu-aware-mpi", "on"}), ContainsSubstring("--gpu-aware-mpi on does not suit"));
  else
    check_words<GpuAwareMpi>("--gpu-aware-mpi", [](const SolveOptions& o) { return o.halo.gpu_aware_mpi; });
  check_words<PreconditionerChoice>(
      "--preconditioner", [](const SolveOptions& o) { return o.method.methods[0].preconditioner; }, "elasticity3d");
  for (const ProblemProperties& p : problem_table) {
    if (p.dimensions == Dimensions::none) continue;
    const SolveOptions job = solve({"--problem", std::string(p.name).c_str(), "--method", "bicgstab"});
    CHECK(job.problem.kind == p.kind);
  }
  for (const auto& topic : Names<ListTopic>::table)
    CHECK(std::get<ListOptions>(parse({"list", std::string(topic.text).c_str()})).topic == topic.value);
}

TEST_CASE("numbers are parsed") {
  const SolveOptions job = solve({"solve",
                                  "--chunk",
                                  "16",
                                  "--sigma",
                                  "100",
                                  "--rhs",
                                  "32",
                                  "--rtol",
                                  "1e-3",
                                  "--max-iterations",
                                  "0",
                                  "--fixed-iterations=21",
                                  "--repetitions",
                                  "7",
                                  "--warm-up",
                                  "0",
                                  "--problem",
                                  "convection-diffusion",
                                  "--peclet",
                                  "2.5",
                                  "--method",
                                  "bicgstab"});
  CHECK(job.matrix.chunk == 16);
  CHECK(job.matrix.sigma == 100);
  CHECK(job.method.rhs == 32);
  CHECK(job.method.rtol == 1e-3);
  CHECK(job.method.max_iterations == 0);
  CHECK(job.method.fixed_iterations == 21);
  CHECK(job.run.repetitions == 7);
  CHECK(job.run.warm_up == 0);
  CHECK(job.problem.parameters.peclet == 2.5);
}

TEST_CASE("a size has as many dimensions as its problem") {
  const auto size = [](const char* problem, const char* text) {
    return solve({"--problem", problem, "--method", "bicgstab", "--size", text}).problem.size;
  };
  CHECK(size("poisson3d-27", "12") == GridSize{12, 12, 12});
  CHECK(size("poisson3d-27", "3x4x5") == GridSize{3, 4, 5});
  CHECK(size("poisson2d-5", "12") == GridSize{12, 12, 1});
  CHECK(size("poisson2d-5", "12x7") == GridSize{12, 7, 1});
  CHECK(size("convection-diffusion", "12") == GridSize{12, 12, 12});
  CHECK(size("convection-diffusion", "12x7") == GridSize{12, 7, 1});
  CHECK(size("poisson2d-5", "auto") == GridSize{512, 512, 1});
  CHECK_THAT(complaint_of({"--size", "4x5"}), ContainsSubstring("4x5"));
  CHECK_THAT(complaint_of({"--problem", "poisson2d-5", "--size", "4x5x6"}), ContainsSubstring("two-dimensional"));
  for (const char* bad : {"0", "-3", "8x", "x8", "8x0x8", "8x8x8x8", "eight", "8.5", "99999999999", "8x8 x8"})
    CHECK_THAT(complaint_of({"--size", bad}), ContainsSubstring("--size") && ContainsSubstring("64x64x32"));
}

TEST_CASE("methods are chosen by name and by family") {
  CHECK(names(solve({"--method", "cg,pcg,cg"})) == "cg/none pcg/jacobi ");
  CHECK(names(solve({"--method", "pcg", "--method", "cg"})) == "pcg/jacobi cg/none ");
  CHECK(names(solve({"--method", "all"})) == "cg/none pcg/jacobi bicgstab/none pbicgstab/jacobi ");
  CHECK(names(solve({"--method", "all-bicgstab"})) == "bicgstab/none pbicgstab/jacobi ");
  CHECK(names(solve({"--method", "all", "--preconditioner", "none"})) ==
        "cg/none pcg/none bicgstab/none pbicgstab/none ");
  CHECK(names(solve({"--method", "all", "--preconditioner", "jacobi"})) == "pcg/jacobi pbicgstab/jacobi ");
  CHECK(names(solve({"--method", "all", "--problem", "convection-diffusion"})) == "bicgstab/none pbicgstab/jacobi ");
  CHECK_THAT(complaint_of({"--method", "pcg", "--problem", "convection-diffusion"}),
             ContainsSubstring("symmetric") && ContainsSubstring("bicgstab, pbicgstab"));
  CHECK_THAT(complaint_of({"--method", "all-cg", "--problem", "convection-diffusion"}), ContainsSubstring("all-cg"));
  CHECK_THAT(complaint_of({"--method", "cg", "--preconditioner", "jacobi"}), ContainsSubstring("pcg"));
}

TEST_CASE("unknown names are refused with a suggestion") {
  CHECK_THAT(complaint_of({"--method", "pgc"}), ContainsSubstring("did you mean \"pcg\"?"));
  CHECK_THAT(complaint_of({"--method", "all-bicgstb"}), ContainsSubstring("\"all-bicgstab\""));
  CHECK_THAT(complaint_of({"--problem", "poison3d-7"}), ContainsSubstring("\"poisson3d-7\""));
  CHECK_THAT(complaint_of({"--format", "sel"}), ContainsSubstring("\"sell\""));
  CHECK_THAT(complaint_of({"--formulation", "kokkos"}), ContainsSubstring("merged, basic, kokkos-kernels"));
  CHECK_THAT(complaint_of({"--repetition", "3"}), ContainsSubstring("--repetitions"));
  CHECK_THAT(complaint_of({"--repetition=3"}), ContainsSubstring("--repetitions"));
  CHECK_THAT(complaint_of({"sovle"}), ContainsSubstring("\"solve\""));
  CHECK_THAT(complaint_of({"list", "method"}), ContainsSubstring("\"methods\""));
  CHECK_THAT(complaint_of({"solve", "poisson3d-7"}), ContainsSubstring("\"poisson3d-7\""));
  CHECK_THAT(complaint_of({"list"}), ContainsSubstring("methods, problems"));
}

TEST_CASE("invalid numbers are refused") {
  for (const char* rhs : {"0", "33", "-1", "2.5", "many", ""})
    CHECK_THAT(complaint_of({"--rhs", rhs}), ContainsSubstring("from 1 to 32"));
  for (const char* rtol : {"0", "1", "-1e-8", "nan", "inf", "small"})
    CHECK_THAT(complaint_of({"--rtol", rtol}), ContainsSubstring("--rtol"));
  for (const char* chunk : {"1", "7", "128"})
    CHECK_THAT(complaint_of({"--chunk", chunk}), ContainsSubstring("4, 8, 16, 32 or 64"));
  CHECK_THAT(complaint_of({"--sigma", "0"}), ContainsSubstring("--sigma"));
  CHECK_THAT(complaint_of({"--repetitions", "0"}), ContainsSubstring("--repetitions"));
  CHECK_THAT(complaint_of({"--max-iterations", "-1"}), ContainsSubstring("--max-iterations"));
  CHECK_THAT(complaint_of({"--format", "crs", "--chunk", "8"}), ContainsSubstring("--chunk"));
  CHECK_THAT(complaint_of({"--peclet", "3"}), ContainsSubstring("convection-diffusion"));
  CHECK_THAT(complaint_of({"--rhs"}), ContainsSubstring("--rhs"));
}

TEST_CASE("unsuitable orderings and preconditioners are refused") {
  for (const char* ordering : {"red-black", "reordered-1", "reordered-2"})
    for (const char* problem : {"poisson3d-27", "poisson3d-125", "fe2d-9", "elasticity3d"})
      CHECK_THAT(complaint_of({"--problem", problem, "--method", "pcg", "--ordering", ordering}),
                 ContainsSubstring(ordering) && ContainsSubstring("--ordering multicolour"));
  for (const char* ordering : {"natural", "interior-first", "multicolour"})
    CHECK(complaints_of({"--problem", "poisson3d-27", "--ordering", ordering}).empty());
  CHECK(
      complaints_of({"--problem", "convection-diffusion", "--method", "bicgstab", "--ordering", "red-black"}).empty());
  const std::vector<const char*> convection{"--problem", "convection-diffusion", "--method", "pbicgstab",
                                            "--preconditioner"};
  const auto with = [&](const char* name) {
    std::vector<const char*> words = convection;
    words.push_back(name);
    return words;
  };
  CHECK_THAT(complaint_of(with("ic0")), ContainsSubstring("symmetric") && ContainsSubstring("--preconditioner sgs"));
  CHECK(complaints_of(with("sgs")).empty());
  CHECK_THAT(complaint_of({"--ic0-shift", "0.1"}), ContainsSubstring("--preconditioner ic0"));
  CHECK_THAT(complaint_of({"--schwarz-corrections", "1"}), ContainsSubstring("--preconditioner sgs"));
  CHECK_THAT(complaint_of({"--preconditioner", "sgs", "--ic0-shift", "0.1"}), ContainsSubstring("--ic0-shift"));
  CHECK_THAT(complaint_of({"--preconditioner", "ic0", "--ic0-shift", "-0.1"}), ContainsSubstring("0 or more"));
  CHECK_THAT(complaint_of({"--preconditioner", "ic0", "--schwarz-corrections", "-1"}),
             ContainsSubstring("--schwarz-corrections"));
  const SolveOptions job = solve({"--preconditioner", "ic0", "--ic0-shift", "0.1", "--schwarz-corrections", "2"});
  CHECK(job.method.preconditioning.ic0_shift == 0.1);
  CHECK(job.method.preconditioning.schwarz_corrections == 2);
}

TEST_CASE("the chunk size is given") {
  if (!on_host) SKIP("a device computes all interior rows at once");
  CHECK(solve({"--overlap", "dynamic", "--chunk-rows", "700"}).halo.chunk_rows == 700);
}

TEST_CASE("the chunk size is measured otherwise, and refused without dynamic overlap") {
  CHECK_FALSE(solve({"--overlap", "dynamic"}).halo.chunk_rows);
  CHECK_FALSE(solve({"--overlap", "dynamic", "--chunk-rows", "auto"}).halo.chunk_rows);
  CHECK_THAT(complaint_of({"--overlap", "dynamic", "--chunk-rows", "0"}), ContainsSubstring("--chunk-rows"));
  for (const char* overlap : {"none", "static"})
    CHECK_THAT(complaints_of({"--overlap", overlap, "--chunk-rows", "700"}).front(),
               ContainsSubstring("use --overlap dynamic"));
}

TEST_CASE("ranks that do not fit the grid are refused") {
  CHECK(solve({"--size", "4", "--ranks-grid", "1x1x1"}).partition.ranks_grid == GridSize{1, 1, 1});
  CHECK(complaints_of({"--size", "4", "--ranks-grid", "3x2"}, 6).empty());
  CHECK_THAT(complaint_of({"--size", "4", "--ranks-grid", "2x2x2"}, 7), ContainsSubstring("2x2x2"));
  CHECK_THAT(complaint_of({"--size", "4", "--ranks-grid", "5x1x1"}, 5), ContainsSubstring("5x1x1"));
  CHECK_THAT(complaint_of({"--size", "4"}, 100), ContainsSubstring("100 ranks"));
  CHECK_THAT(complaint_of({"--size", "4000"}), ContainsSubstring("32 bits"));
  CHECK_THAT(complaint_of({"--ranks-grid", "2y2"}), ContainsSubstring("--ranks-grid"));
}

TEST_CASE("all complaints are reported at once, without duplicates") {
  const std::vector<std::string> complaints = complaints_of(
      {"--method", "cgg", "--size", "0", "--rhs", "99", "--rtol", "7", "--sizee", "3", "--format", "coo"});
  CAPTURE(complaints);
  CHECK(complaints.size() == 6);
  for (const std::string& complaint : complaints) {
    CHECK_THAT(complaint, ContainsSubstring(" (") && ContainsSubstring(") "));
    CHECK_THAT(complaint, !ContainsSubstring("\n"));
  }
}

TEST_CASE("an empty text is complained of once, by the option's name") {
  CHECK_THAT(complaint_of({"accept", "--output", ""}), ContainsSubstring("--output is empty"));
  CHECK_THAT(complaint_of({"accept", "--text", ""}), ContainsSubstring("--text is empty"));
  CHECK_THAT(complaint_of({"model", "compare", "--results", ""}), ContainsSubstring("--results is empty"));
  CHECK_THAT(complaint_of({"model", "compare", "--results", "a.h5", "--machine", ""}),
             ContainsSubstring("--machine is empty"));
  CHECK_THAT(complaint_of({"model", "predict", "--machine", ""}), ContainsSubstring("--machine is empty"));
  CHECK_THAT(complaint_of({"--size", ""}), ContainsSubstring("--size is empty"));
}

TEST_CASE("all ranks get the same complaints") {
  const Communicator ranks;
  const std::vector<const char*> bad{"--rhs", "0", "--size", "no"};
  std::string here;
  try {
    static_cast<void>(parse_command_line(bad, {methods, ranks.size(), 1e12}, ranks));
  } catch (const SetupError& error) {
    here = error.what();
  }
  CHECK(std::count(here.begin(), here.end(), '\n') == 1);
  for (const std::string& there : ranks.gather(here)) CHECK(there == here);
}

TEST_CASE("words are compared by edit distance") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("pgc", "pcg") == 1);  // one swap of neighbours
  CHECK(edit_distance("flaw", "lawn") == 2);
  const std::vector<std::string_view> words{"cg", "pcg", "bicgstab"};
  CHECK(nearest("pcgg", words) == "pcg");
  CHECK(nearest("bicgstabl", words) == "bicgstab");
  CHECK(nearest("gmres", words).empty());
}

}  // namespace minikrylov
