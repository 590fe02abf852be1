// Puts that get lost are found by the pre-flight check, left out by default, refused if asked for.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/overlap/options.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/overlap/mpi/faulty_library.hpp"
#include "tests/miniapp/overlap/mpi/preflight_row.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

OverlapPlan plan_of(std::vector<std::string> words, const Communicator& ranks) {
  Complaints complaints;
  for (const char* word : {"--sizes", "8", "--tests", "10", "--samples", "8", "--seconds", "0.001"})
    words.emplace_back(word);
  const auto parsed = parse_overlap(words, {.methods = {}, .ranks = ranks.size()}, complaints);
  complaints.raise();
  return std::get<OverlapOptions>(parsed).plan;
}

bool has_put(const std::vector<OverlapRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const OverlapRow& row) { return row.pattern == PatternKind::put; });
}

}  // namespace

TEST_CASE("puts that get lost are found by the pre-flight check") {
  const Communicator ranks;
  CHECK(test::preflight_row("a put", ranks).finding == "arrives");
  const test::Faulty library(test::Fault::loses_puts);
  CHECK(test::preflight_row("a put", ranks).finding == "not possible");
  CHECK_THAT(test::preflight_row("a put", ranks).verdict, ContainsSubstring("loses what is put into a window"));
}

TEST_CASE("patterns that are not possible are left out, unless they were asked for") {
  const Communicator ranks;
  CHECK(has_put(measure_overlaps(plan_of({}, ranks), ranks)));
  const test::Faulty library(test::Fault::loses_puts);
  CHECK(!has_put(measure_overlaps(plan_of({}, ranks), ranks)));
  CHECK_THROWS_AS(measure_overlaps(plan_of({"--pattern", "put"}, ranks), ranks), SetupError);
}

}  // namespace minikrylov
