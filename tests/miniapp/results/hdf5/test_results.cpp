// Results files, read back by HDF5's own C interface; and old files when writing fails.
#include <sys/stat.h>
#include <sys/wait.h>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <csignal>

#include "miniapp/results/fields.hpp"
#include "miniapp/results/results.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/results/hdf5/read_back.hpp"
#include "tests/miniapp/sample_record.hpp"
#include "tests/miniapp/small_disk.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
std::string message_of(const std::string& path, OverwritePolicy policy) {
  try {
    write_results(path, contents_of(sample_record()), policy);
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("texts and numbers are read back as attributes") {
  const TemporaryFolder folder;
  write_results(folder.file("a.h5"), contents_of(sample_record()), OverwritePolicy::refuse);
  CHECK(folder.entries() == 1);
  const Handle file = open_file(folder.file("a.h5"));
  CHECK(text(file, "/", "format") == "miniKrylov results");
  CHECK(number<std::int64_t>(file, "/", "schema_version") == schema_version);
  CHECK(text(file, "/run", "version") == "1.2.3");
  CHECK(text(file, "/run", "kokkos_configuration") == "Kokkos\nin its own words");
  CHECK(number<std::int64_t>(file, "/run", "memory") == 17179869184);
  CHECK(number<double>(file, "/run", "triad_bandwidth") == 20e9);
  CHECK(text(file, "/problem", "problem") == "convection-diffusion");
  CHECK(number<double>(file, "/problem", "peclet") == 100);
  CHECK(number<std::int64_t>(file, "/matrix", "sigma") == 64);
  CHECK(text(file, "/solves/0", "method") == "pcg");
  CHECK(text(file, "/solves/1", "method") == "pbicgstab");
  CHECK(text(file, "/solves/0", "outcome") == "converged");
  CHECK(text(file, "/solves/0", "accepted") == "yes");
  CHECK(text(file, "/solves/0", "overlap") == "none");
  CHECK(text(file, "/solves/0", "progress") == "manual");
  CHECK(number<std::int64_t>(file, "/solves/0", "iterations") == 3);
  CHECK(number<double>(file, "/solves/0", "true_relative_residual") == 6e-9);
  CHECK(number<double>(file, "/solves/0", "solve_seconds_median") == 0.2);
  CHECK(number<double>(file, "/solves/0", "solve_seconds_low") == 0.1);  // of three: their range
  CHECK(number<double>(file, "/solves/0", "solve_seconds_high") == 0.3);
  CHECK(std::abs(number<double>(file, "/solves/0", "solve_seconds_coverage") - 0.75) < 1e-12);  // 1 - 2/2³
  CHECK(number<double>(file, "/solves/0", "seconds_per_iteration_median") == 5);
  CHECK(number<double>(file, "/solves/0", "seconds_per_iteration_high") == 9);
}

TEST_CASE("lists and tables are read back as datasets with units") {
  const TemporaryFolder folder;
  write_results(folder.file("a.h5"), contents_of(sample_record()), OverwritePolicy::refuse);
  const Handle file = open_file(folder.file("a.h5"));
  CHECK(dataset(file, "/problem/size").values == std::vector<double>{10, 20, 5});
  const Numbers seconds = dataset(file, "/solves/0/iteration_seconds");
  CHECK(seconds.shape == std::vector<hsize_t>{3, 3});
  CHECK(seconds.values == std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(text(file, "/solves/0/iteration_seconds", "unit") == "s");
  CHECK(dataset(file, "/solves/0/triads_beside").values == std::vector<double>{19e9, 20e9, 21e9});
  const Numbers history = dataset(file, "/solves/0/true_residual_history");
  CHECK(history.shape == std::vector<hsize_t>{3, 2});
  CHECK(history.values.back() == 0.03);
  CHECK(words(file, "/solves/1/kernels", "name") == std::vector<std::string>{"q = A p, (p,q)", "z = M⁻¹ r, (r,z)"});
  CHECK(column<std::int64_t>(file, "/solves/1/kernels", "calls", H5T_NATIVE_INT64) == std::vector<std::int64_t>{3, 4});
  CHECK(column<double>(file, "/solves/1/kernels", "bytes_read", H5T_NATIVE_DOUBLE) == std::vector<double>{4.8e9, 1e9});
  CHECK(text(file, "/solves/1/kernels", "unit") == ",,s,bytes,bytes,flop");
  CHECK(column<double>(file, "/solves/0/reductions", "finish_seconds", H5T_NATIVE_DOUBLE) == std::vector<double>{0.05});
  CHECK(words(file, "/solves/0/timeline", "track") == std::vector<std::string>{"sum wait"});
  CHECK(column<std::int64_t>(file, "/solves/0/timeline", "rank", H5T_NATIVE_INT64) == std::vector<std::int64_t>{1});
  CHECK(column<double>(file, "/solves/0/timeline", "end_seconds", H5T_NATIVE_DOUBLE) == std::vector<double>{0.5});
}

TEST_CASE("unset values are absent from the file") {
  const TemporaryFolder folder;
  Record record = sample_record();
  record.problem.peclet.reset();
  record.solves[0].true_residual_history = {};
  record.solves[0].kernels.clear();
  record.solves[0].reductions.clear();
  write_results(folder.file("a.h5"), contents_of(record), OverwritePolicy::refuse);
  const Handle file = open_file(folder.file("a.h5"));
  CHECK(H5Aexists(open_object(file, "/problem"), "peclet") == 0);
  CHECK(H5Lexists(file, "/solves/0/true_residual_history", H5P_DEFAULT) == 0);
  CHECK(words(file, "/solves/0/kernels", "name").empty());
}

TEST_CASE("the schema in the file is the list of fields") {
  const TemporaryFolder folder;
  write_results(folder.file("a.h5"), contents_of(Record{}), OverwritePolicy::refuse);
  const Handle file = open_file(folder.file("a.h5"));
  std::vector<std::string> names, meanings;
  for (const auto& field : fields<SolveRecord>()) {
    names.emplace_back(field.name);
    meanings.emplace_back(field.meaning);
  }
  CHECK(words(file, "/schema/solve", "name") == names);
  CHECK(words(file, "/schema/solve", "meaning") == meanings);
  CHECK(words(file, "/schema/kernels", "unit") == std::vector<std::string>{"", "", "s", "bytes", "bytes", "flop"});
}

TEST_CASE("an existing file is replaced only on request") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.h5", "old");
  CHECK_THAT(message_of(path, OverwritePolicy::refuse), ContainsSubstring(" exists ") && ContainsSubstring("--force"));
  CHECK_THAT(objection_to(path, OverwritePolicy::refuse), ContainsSubstring("--force"));
  CHECK(folder.read("a.h5") == "old");
  CHECK(message_of(path, OverwritePolicy::replace).empty());
  CHECK(text(open_file(path), "/run", "version") == "1.2.3");
  CHECK(folder.entries() == 1);
}

TEST_CASE("places that cannot be written are refused") {
  const TemporaryFolder folder;
  CHECK_THAT(message_of(folder.file("missing/a.h5"), OverwritePolicy::refuse), ContainsSubstring("does not exist"));
  CHECK_THAT(message_of(folder.file(""), OverwritePolicy::replace), ContainsSubstring("is not a file"));
  CHECK_THAT(message_of("/dev/full", OverwritePolicy::replace), ContainsSubstring("is not a file"));
  CHECK(objection_to(folder.file("new.h5"), OverwritePolicy::refuse).empty());
  if (geteuid() == 0) SKIP("root may write everywhere");
  chmod(folder.file("").c_str(), 0500);
  CHECK_THAT(message_of(folder.file("a.h5"), OverwritePolicy::refuse), ContainsSubstring("Permission denied"));
  chmod(folder.file("").c_str(), 0700);
}

TEST_CASE("a full disk leaves the old file intact and nothing else") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.h5", "old");
  std::string message;
  {
    const SmallDisk disk(1000);
    message = message_of(path, OverwritePolicy::replace);
  }
  CHECK_THAT(message, ContainsSubstring("could not be written (writing: ") && ContainsSubstring("nothing was changed"));
  CHECK(folder.read("a.h5") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a process killed while writing leaves the old file intact") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.h5", "old");
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const rlimit limit{1000, 1000}, no_core{0, 0};  // the kernel kills processes that write beyond it
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &limit);
    write_results(path, contents_of(sample_record()), OverwritePolicy::replace);
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGXFSZ);
  CHECK(folder.read("a.h5") == "old");
}

TEST_CASE("of several writers of the same file one wins and no file is torn") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.h5");
  std::vector<pid_t> children;
  for (int k = 0; k < 8; ++k) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) _exit(message_of(path, OverwritePolicy::refuse).empty() ? 0 : 1);
    children.push_back(child);
  }
  int winners = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    winners += WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  CHECK(winners == 1);
  CHECK(folder.entries() == 1);
  CHECK(text(open_file(path), "/run", "version") == "1.2.3");
}

}  // namespace minikrylov
