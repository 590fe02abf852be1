// Solves read from results files as they were written.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "miniapp/results/reader.hpp"
#include "miniapp/results/results.hpp"
#include "tests/miniapp/sample_record.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {

TEST_CASE("a valid results file reads the same in a child process") {
  const TemporaryFolder folder;
  write_results(folder.file("a.h5"), contents_of(sample_record()), OverwritePolicy::refuse);
  const std::vector<MeasuredSolve> there = read_solves(folder.file("a.h5")),
                                   here = read_solves_here(folder.file("a.h5"));
  REQUIRE(there.size() == sample_record().solves.size());
  REQUIRE(here.size() == there.size());
  CHECK(there[0].file == folder.file("a.h5"));
  CHECK(there[0].method == sample_record().solves[0].method);
  CHECK(there[0].rows == sample_record().solves[0].rows);
  CHECK(there[0].vectors_read == 7);
  CHECK(there[0].products == 1);
  CHECK(there[0].triad == 20e9);
  CHECK(there[0].level_update == 28e9);
  CHECK(there[0].precondition_bytes == here[0].precondition_bytes);
  CHECK(there[0].emulated_latency == here[0].emulated_latency);
  CHECK(there[0].hosts == here[0].hosts);
  CHECK(there[0].products_fused == here[0].products_fused);
  CHECK(there[0].sharing == here[0].sharing);
  CHECK(there[0].tile_pass_seconds == 0.03);
  CHECK(here[0].tile_pass_seconds == 0.03);
  CHECK(there[0].tile_gain_products == 5);
  CHECK(here[0].tile_gain_products == 5);
  CHECK(there[0].tile_gain_triad == 18e9);
  CHECK(here[0].tile_gain_triad == 18e9);
  CHECK(there[0].product_seconds == 0.125);
  CHECK(there[0].product_update == 27e9);
  CHECK(here[0].product_update == 27e9);
  CHECK(there[0].update == 26e9);
  CHECK(here[0].update == 26e9);
  CHECK(there[0].basis == "newton");
  CHECK(here[0].basis == "newton");
  REQUIRE(there[0].repetitions.size() == 3);
  for (int k = 0; k < 3; ++k) {
    CHECK(there[0].repetitions[k].seconds == 2 + 3 * k);  // the mean of three iterations
    CHECK(there[0].repetitions[k].triad == (19 + k) * 1e9);
    CHECK_THAT(there[0].repetitions[k].product, Catch::Matchers::WithinRel((1 + k) * 0.01, 1e-15));
    CHECK_THAT(there[0].repetitions[k].application, Catch::Matchers::WithinRel((1 + k) * 0.001, 1e-15));
  }
}

TEST_CASE("the first iterations of repetitions, in which pipelines fill, are left out") {
  const TemporaryFolder folder;
  Record record = sample_record();
  record.solves[0].iteration_seconds = {9, {90, 80, 70, 60, 1, 2, 3, 4, 5}};
  record.solves[0].triads_beside = {20e9};
  write_results(folder.file("a.h5"), contents_of(record), OverwritePolicy::refuse);
  const std::vector<MeasuredRepetition> repetitions = read_solves_here(folder.file("a.h5"))[0].repetitions;
  REQUIRE(repetitions.size() == 1);
  CHECK(repetitions[0].seconds == 3);
}

TEST_CASE("a solve without iterations has no repetitions to compare") {
  const TemporaryFolder folder;
  Record record = sample_record();
  record.solves[0].iteration_seconds = {};
  write_results(folder.file("a.h5"), contents_of(record), OverwritePolicy::refuse);
  CHECK(read_solves_here(folder.file("a.h5"))[0].repetitions.empty());
}

TEST_CASE("threads of ranks share hardware threads where they are more") {
  const TemporaryFolder folder;
  Record record = sample_record();  // two ranks with three threads on two hosts
  for (const int hardware_threads : {8, 2, 1, 0}) {
    record.run.hardware_threads = hardware_threads;
    write_results(folder.file("a.h5"), contents_of(record), OverwritePolicy::replace);
    const double expected = hardware_threads == 2 ? 1.5 : hardware_threads == 1 ? 3 : 1;
    CHECK(read_solves_here(folder.file("a.h5"))[0].sharing == expected);
  }
}

}  // namespace minikrylov
