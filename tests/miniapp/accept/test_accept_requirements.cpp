// The thresholds of an acceptance run, and files of them.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <sstream>

#include "miniapp/accept/requirements.hpp"
#include "miniapp/accept/verdict.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/accept/good_run.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

Requirements requirements_of(const std::string& text) {
  std::istringstream stream(text);
  return parse_requirements(stream, "reference.toml");
}

std::vector<std::string> complaints_about(const std::string& text) {
  try {
    static_cast<void>(requirements_of(text));
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
}

}  // namespace

TEST_CASE("thresholds: what is required of the figure of merit and of its parts", "[accept]") {
  const Requirements required = requirements_of(
      "# a comment\n[figure-of-merit]\ngigabytes-per-second = 5e-6\nunknowns-per-second = 1999\n"
      "[poisson3d-7-m16]\ngigabytes-per-second = 0.000006\n");
  CHECK(required.merit.bytes_per_second == 5000);
  CHECK(required.merit.unknowns_per_second == 1999);
  CHECK(required.parts.at("poisson3d-7-m16").bytes_per_second == 6e-6 * 1e9);
  CHECK_FALSE(required.parts.at("poisson3d-7-m16").unknowns_per_second.has_value());

  AcceptRecord run = good_run();  // each part: 6000 bytes/s, 2000 unknowns/s
  CHECK(shortfalls_of(run, required).empty());
  CHECK(acceptance_of(run) == Acceptance::accepted);
  run.parts[1].bytes_per_second = 5999;
  run.unknowns_per_second = 1998;
  run.shortfalls = shortfalls_of(run, required);
  REQUIRE(run.shortfalls.size() == 2);
  CHECK_THAT(run.shortfalls[0], ContainsSubstring("figure-of-merit: 1998 unknowns/s, 1999 unknowns/s required"));
  CHECK_THAT(run.shortfalls[1], ContainsSubstring("poisson3d-7-m16"));
  CHECK(acceptance_of(run) == Acceptance::refused);
  run.shortfalls.clear();
  run.objections = {"other size"};
  CHECK(acceptance_of(run) == Acceptance::refused);
  run.parts.clear();
  CHECK(shortfalls_of(run, required).size() == 2);  // a part that was not timed falls short
}

TEST_CASE("a file of thresholds that makes no sense is refused with all complaints", "[accept]") {
  const auto complaints = complaints_about(
      "[figure-of-merits]\ngigabytes-per-second = 1\n[poisson3d-7-m1]\ngigabyte-per-second = 1\n"
      "unknowns-per-second = fast\n[poisson3d-7-small]\ngigabytes-per-second = -1\n");
  REQUIRE(complaints.size() == 4);
  CHECK_THAT(complaints[0], ContainsSubstring("did you mean \"figure-of-merit\"?"));
  CHECK_THAT(complaints[1], ContainsSubstring("did you mean \"gigabytes-per-second\"?"));
  CHECK_THAT(complaints[2], ContainsSubstring("unknowns-per-second of [poisson3d-7-m1] is invalid"));
  CHECK_THAT(complaints[3], ContainsSubstring("[poisson3d-7-small] is invalid"));
  CHECK(complaints_about("gigabytes-per-second = 1\n").size() == 1);
  CHECK(complaints_about("").size() == 1);
}

}  // namespace minikrylov
