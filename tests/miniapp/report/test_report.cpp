// The printed report matches the record.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <set>

#include "miniapp/cli/file_layouts.hpp"
#include "miniapp/cli/list.hpp"
#include "miniapp/model/fields.hpp"
#include "miniapp/overlap/fields.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/solve/progress_line.hpp"
#include "tests/miniapp/sample_record.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

template <class S> void check_fields() {
  std::set<std::string_view> names;
  for (const Field<S>& field : fields<S>()) {
    CAPTURE(field.name);
    CHECK(names.insert(field.name).second);
    CHECK_FALSE(field.meaning.empty());
    CHECK(field.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos);
    CHECK(std::set<std::string_view>{"", "s", "bytes", "bytes/s", "flop"}.contains(field.unit));
    CHECK_THAT(markdown_of_fields(file_layouts()),
               ContainsSubstring(fmt::format("| `{}` | {} | {} |", field.name, field.unit, field.meaning)));
  }
}

/// What `use` writes to a pseudo-terminal.
template <class Use> std::string on_terminal(const Use& use) {
  const int screen = posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(screen >= 0);
  REQUIRE(grantpt(screen) == 0);
  REQUIRE(unlockpt(screen) == 0);
  std::FILE* terminal = std::fopen(ptsname(screen), "w");
  REQUIRE(terminal != nullptr);
  use(terminal);
  std::fclose(terminal);
  std::string text;
  char part[1000];
  for (ssize_t size; (size = read(screen, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(size));
  close(screen);
  return text;
}

}  // namespace

TEST_CASE("every field has a name, a known unit and a meaning, and is documented") {
  check_fields<RunRecord>();
  check_fields<SystemDescription>();
  check_fields<MatrixRecord>();
  check_fields<SolveRecord>();
  check_fields<KernelRow>();
  check_fields<ReductionRow>();
  check_fields<OverlapRecord>();
  check_fields<OverlapRow>();
  check_fields<PreflightRow>();
  check_fields<NoiseRecord>();
  check_fields<PredictionRecord>();
  check_fields<CurveRecord>();
  check_fields<ModelComparisonRecord>();
  check_fields<ComparisonRow>();
}

TEST_CASE("the promised attributes exist") {
  std::set<std::string_view> names;
  for (const auto& field : fields<SolveRecord>()) names.insert(field.name);
  for (const char* name : {"method",
                           "formulation",
                           "preconditioner",
                           "format",
                           "ordering",
                           "overlap",
                           "reduction",
                           "progress",
                           "ranks",
                           "threads",
                           "rhs",
                           "rows",
                           "nonzeros",
                           "iterations",
                           "outcome",
                           "relative_residual",
                           "true_relative_residual",
                           "setup_seconds",
                           "solve_seconds_median",
                           "seconds_per_iteration_median",
                           "residual_history",
                           "true_residual_history",
                           "iteration_seconds"})
    CHECK(names.contains(name));
}

TEST_CASE("quantities are readable") {
  CHECK(readable_seconds(0) == "0.00 s");
  CHECK(readable_seconds(1.5) == "1.50 s");
  CHECK(readable_seconds(0.0123) == "12.3 ms");
  CHECK(readable_seconds(123e-6) == "123 µs");
  CHECK(readable_seconds(0.2e-9) == "0.20 ns");
  CHECK(readable_bytes(1000) == "1000 bytes");
  CHECK(readable_bytes(1536) == "1.5 KiB");
  CHECK(readable_bytes(200.0 * 1024 * 1024 * 1024) == "200 GiB");
  CHECK(readable(std::int64_t{1810432}, "") == "1,810,432");
  CHECK(readable(std::int64_t{999}, "") == "999");
  CHECK(readable(std::int64_t{-1000}, "") == "-1,000");
  CHECK(readable(17.25e9, "bytes/s") == "17.2 GB/s");
  CHECK(readable(std::vector<std::int64_t>{64, 32, 1}, "") == "64 x 32 x 1");
  CHECK(readable(FieldValue(), "s") == "-");
}

TEST_CASE("columns are aligned as displayed on a terminal") {
  CHECK(display_width("z = M⁻¹ r") == 9);
  CHECK(display_width("r\xCC\x82") == 1);  // r with a combining circumflex
  TextTable table({"name", "n"});
  table.add({"q = A·p", "10"});
  table.add({"x", "5"});
  CHECK(table.text(1) == " name      n\n q = A·p  10\n x         5\n");
}

TEST_CASE("each stage has a line") {
  const std::string text = report_stages(sample_record());
  CHECK_THAT(line_with(text, "  program"),
             ContainsSubstring("version 1.2.3") && ContainsSubstring("abc") && ContainsSubstring("2026-11-21"));
  CHECK_THAT(line_with(text, "  machine"),
             ContainsSubstring("Fast CPU") && ContainsSubstring("cores 4") && ContainsSubstring("l3 cache 30.0 MiB"));
  CHECK_THAT(line_with(text, "  parallel"), ContainsSubstring("ranks 2, threads 3, device OpenMP"));
  CHECK_THAT(line_with(text, "  problem"),
             ContainsSubstring("problem    convection-diffusion, size 10 x 20 x 5, peclet 100, rows 1,000, nonzeros "
                               "6,400, nonzeros per row 6.4"));
  CHECK_THAT(line_with(text, "  partition"), ContainsSubstring("ranks grid 1 x 2 x 1"));
  CHECK_THAT(line_with(text, "  matrix"),
             ContainsSubstring("format sell, chunk 8, sigma 64") && ContainsSubstring("stored entries 6,500"));
  CHECK_THAT(line_with(text, "  bandwidth"),
             ContainsSubstring("triad bandwidth 20.0 GB/s, product bandwidth 17.0 GB/s of the bytes that move, "
                               "19.0 GB/s CRS-equivalent"));
}

TEST_CASE("a solve lists its kernels, slowest first, with their share of the triad") {
  const Record record = sample_record();
  const std::string text = report_solve(record.solves[0]);
  CHECK_THAT(text,
             ContainsSubstring("pcg + jacobi (merged, blocking reduction): converged after 3 iterations, 200 ms"));
  SolveRecord other = record.solves[0];
  other.ranks = 1;
  other.compression = Compression::lossless;
  CHECK_THAT(report_solve(other), ContainsSubstring("pcg + jacobi (merged, one rank, compressed matrix): converged"));
  CHECK_THAT(text, ContainsSubstring("5.00 s (median; 99 % sure between 1.00 s and 9.00 s)"));
  CHECK_THAT(line_with(text, "  memory traffic"),
             ContainsSubstring("250 ms") && ContainsSubstring("a triad in memory"));
  // 6 GB in 0.6 s are 10 GB/s, half the triad; 0.6 s out of 1 s in total.
  CHECK_THAT(line_with(text, "q = A p"), ContainsSubstring("600 ms   60 %  10.0      50 %"));
  CHECK_THAT(line_with(text, "sum over ranks: γ δ"), ContainsSubstring("200 ms   20 %"));
  CHECK(text.find("q = A p") < text.find("z = M⁻¹ r"));
  CHECK_THAT(text, !ContainsSubstring("in cache"));
  SolveRecord cached = record.solves[0];
  cached.triad_bytes_per_second = 5e9;
  cached.working_set_level = MemoryLevel::second;
  CHECK_THAT(report_solve(cached),
             ContainsSubstring("200 %") && ContainsSubstring("in cache") && ContainsSubstring("a triad in L2"));
}

TEST_CASE("the overlap of the halo is reported with the rows that hide it") {
  SolveRecord solve = sample_solve("pcg");
  CHECK(report_solve(solve).find("overlap") == std::string::npos);
  solve.overlap = Overlap::fixed;
  solve.hidden_rows = 940;
  CHECK(report_solve(solve).find("static overlap, hidden behind 94 % of the rows\n") != std::string::npos);
  solve.overlap = Overlap::dynamic;
  solve.chunk_rows = 4096;
  CHECK(report_solve(solve).find("dynamic overlap, hidden behind 94 % of the rows, in chunks of 4,096 rows") !=
        std::string::npos);
}

TEST_CASE("too few samples are reported") {
  Record record = sample_record();
  record.solves[0].iteration_seconds = {2, {1, 2, 3, 4}};
  CHECK_THAT(report_solve(record.solves[0]),
             ContainsSubstring("4 samples, too few for a 99 % interval: 1.00 s to 4.00 s"));
}

TEST_CASE("the verdict is one sentence") {
  Record record = sample_record();
  CHECK(verdict_of(record) == Verdict::passed);
  CHECK_THAT(report_verdict(record), ContainsSubstring("Each of the 2 solves passed its checks"));
  record.solves[1].objections = {"the true residual is too large"};
  CHECK(verdict_of(record) == Verdict::failed);
  CHECK_THAT(report_verdict(record),
             ContainsSubstring("1 of 2 solves did NOT pass: pbicgstab + jacobi (the true residual is too large)"));
  CHECK_THAT(report(record), ContainsSubstring("NOT ACCEPTED"));
}

TEST_CASE("the verdict says nothing of solutions that are not judged") {
  Record record = sample_record();
  CHECK_THAT(report_verdict(record), ContainsSubstring("is the true one, and so is the solution."));
  for (SolveRecord& solve : record.solves) solve.error.reset();
  CHECK_THAT(report_verdict(record), ContainsSubstring("is the true one.\n"));
  for (const int given : {0, 1, 2}) {  // a matrix, a right-hand side, a solution
    Record foreign = sample_record();
    if (given == 0) foreign.problem.matrix_file = "a.mtx";
    if (given == 1) foreign.problem.rhs_source = RhsSource::file;
    if (given == 2) foreign.problem.solution_source = SolutionSource::file;
    CHECK_THAT(report_verdict(foreign),
               ContainsSubstring("errors of x are not judged") && !ContainsSubstring("so is the solution"));
  }
}

TEST_CASE("an empty record can be reported") {
  const Record nothing;
  CHECK_THAT(report(nothing), ContainsSubstring("problem    poisson3d-7"));
  Record unfinished;
  unfinished.solves.resize(1);
  CHECK_THAT(report(unfinished), ContainsSubstring("running"));
}

TEST_CASE("lists show every name") {
  const std::string problems = list_of(ListTopic::problems);
  for (const ProblemProperties& p : problem_table) CHECK_THAT(problems, ContainsSubstring(std::string(p.name)));
  CHECK_THAT(list_of(ListTopic::formats), ContainsSubstring("sell") && ContainsSubstring("crs"));
  CHECK_THAT(list_of(ListTopic::preconditioners), ContainsSubstring("jacobi"));
  for (const auto& name : Names<Compression>::table)
    CHECK_THAT(list_of(ListTopic::compressions), ContainsSubstring(std::string(name.help)));
  CHECK_THAT(list_of(ListTopic::orderings), ContainsSubstring("natural"));
  CHECK_THAT(list_of(ListTopic::reductions), ContainsSubstring("point-to-point"));
  CHECK_THAT(list_of(ListTopic::formulations), ContainsSubstring("kokkos-kernels"));
  CHECK(list_of(ListTopic::fields) == markdown_of_fields(file_layouts()));
}

TEST_CASE("a progress line is silent without a terminal") {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  {
    ProgressLine line(file);
    CHECK_FALSE(line.visible());
    line.show("pcg", 1, 0.5, 1e-8);
    line.show("measuring");
  }
  CHECK(std::ftell(file) == 0);
  CHECK_FALSE(ProgressLine(nullptr).visible());
  std::fclose(file);
}

TEST_CASE("a progress line updates on a terminal and erases itself") {
  const std::string text = on_terminal([](std::FILE* terminal) {
    ProgressLine line(terminal);
    REQUIRE(line.visible());
    line.show("pcg", 12, 3e-5, 1e-8);
    line.show("pcg", 13, 2e-5, 1e-8);  // less than a tenth of a second later
  });
  CHECK(text == "\r\033[Kpcg: iteration 12, residual 3.0e-05 (until 1e-08)\r\033[K");
}

}  // namespace minikrylov
