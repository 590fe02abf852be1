// The file of an acceptance run, read back by HDF5's own C interface.
#include <catch2/catch_test_macros.hpp>

#include "miniapp/accept/fields.hpp"
#include "miniapp/results/results.hpp"
#include "tests/miniapp/results/hdf5/read_back.hpp"
#include "tests/miniapp/sample_record.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {

TEST_CASE("an acceptance file holds result, parts, solves, and everything needed to repeat the run", "[accept]") {
  const Record sample = sample_record();
  AcceptRecord record;
  record.run = sample.run;
  record.run.environment = {"OMP_NUM_THREADS=2"};
  record.solves = sample.solves;
  record.result_line = "miniKrylov result is VALID, FOM 12.5 GB/s";
  record.bytes_per_second = 12.5e9;
  record.parts.resize(2);
  record.parts[1].name = "poisson3d-7-m16";
  record.parts[1].bytes_per_second = 3;
  record.checks = {{"poisson3d-7", "residuals repeat", "no", "yes", CheckResult::failed}};
  record.preflight = {{"sums", "right", "good"}};
  const TemporaryFolder folder;
  write_results(folder.file("a.h5"), contents_of(record), OverwritePolicy::refuse);
  const Handle file = open_file(folder.file("a.h5"));
  CHECK(text(file, "/", "format") == "miniKrylov acceptance");
  CHECK(text(file, "/acceptance", "result") == record.result_line);
  CHECK(number<double>(file, "/acceptance", "bytes_per_second") == 12.5e9);
  CHECK(words(file, "/acceptance/parts", "name") == std::vector<std::string>{"", "poisson3d-7-m16"});
  CHECK(column<double>(file, "/acceptance/parts", "bytes_per_second", H5T_NATIVE_DOUBLE) == std::vector{0.0, 3.0});
  CHECK(words(file, "/acceptance/checks", "result") == std::vector<std::string>{"FAILED"});
  CHECK(words(file, "/acceptance/preflight", "finding") == std::vector<std::string>{"right"});
  CHECK(text(file, "/run", "version") == sample.run.version);
  CHECK(text(file, "/solves/0", "method") == sample.solves[0].method);
}

}  // namespace minikrylov
