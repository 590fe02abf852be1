// Who has to help a sum in flight, and which threads may, is found by the pre-flight check.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/miniapp/overlap/mpi/faulty_library.hpp"
#include "tests/miniapp/overlap/mpi/preflight_row.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::StartsWith;
using test::Fault;
using test::Faulty;

PreflightRow row_with(Fault fault, std::string_view question, const Communicator& ranks) {
  const Faulty library(fault);
  return test::preflight_row(question, ranks);
}

}  // namespace

TEST_CASE("sums that nobody has to help, and sums that wait for help, are told apart") {
  const Communicator ranks;
  const bool is_alone = ranks.size() == 1;
  const char* question = "progress without help, a sum of 8 ";
  CHECK_THAT(row_with(Fault::sums_without_help, question, ranks).verdict,
             StartsWith(is_alone ? "nothing to hide" : "the library progresses by itself"));
  CHECK_THAT(row_with(Fault::sums_with_help, question, ranks).verdict,
             StartsWith(is_alone ? "nothing to hide" : "needs help"));
}

TEST_CASE("a library that grants no second thread is found by the pre-flight check") {
  const Communicator ranks;
  const PreflightRow row = row_with(Fault::single_thread, "thread level", ranks);
  CHECK(row.finding == "single");
  CHECK(row.verdict == "--progress thread is refused");
}

}  // namespace minikrylov
