// Predicted times: the bytes of an iteration at the bandwidth of the memory level that holds the working set.
#include <catch2/catch_test_macros.hpp>

#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/square_samples.hpp"

namespace minikrylov::test {

TEST_CASE("times are predicted from the triad of the memory level that holds matrix and vectors") {
  const SolveOptions options = small_square({"cg"});
  const auto predicted_in = [&](const Caches& caches) { return solved(options, {}, caches).front(); };
  const SolveRecord second = predicted_in({.second = 1e8, .all = 2e8}), third = predicted_in({.second = 1, .all = 2e8}),
                    memory = predicted_in({.second = 1, .all = 2}), unknown = predicted_in({});
  CHECK(second.working_set_level == MemoryLevel::second);
  CHECK(third.working_set_level == MemoryLevel::third);
  CHECK(memory.working_set_level == MemoryLevel::memory);
  CHECK(unknown.working_set_level == MemoryLevel::memory);
  for (const SolveRecord* record : {&second, &third, &memory, &unknown}) {
    CHECK(record->working_set_bytes >= 8 * record->nonzeros + record->vector_bytes);
    REQUIRE(record->predicted_seconds_per_iteration.has_value());
    CHECK(*record->predicted_seconds_per_iteration ==
          record->bytes_per_iteration / record->working_set_bytes_per_second);
  }
  CHECK(unknown.working_set_bytes_per_second == unknown.triad_bytes_per_second);
}

TEST_CASE("bytes of an iteration are those of its kernels, of which powers read the matrix once for several products") {
  for (const char* method : {"cg", "ca-cg", "pipe2cg", "pipe2cg-powers"}) {
    SolveOptions options = small_square({method});
    options.problem.size = {64, 60, 1};  // not solved in as many iterations
    options.method.fixed_iterations = 48;
    const SolveRecord record = solved(options).front();
    double of_kernels = 0;
    for (const KernelRow& kernel : record.kernels) of_kernels += kernel.bytes_read + kernel.bytes_written;
    INFO(method << ": " << record.bytes_per_iteration * record.iterations << ", " << of_kernels);
    CHECK(record.iterations >= 48);
    CHECK(record.bytes_per_iteration * record.iterations > 0.85 * of_kernels);  // kernels have the set-up besides
    CHECK(record.bytes_per_iteration * record.iterations < 1.05 * of_kernels);
  }
}

}  // namespace minikrylov::test
