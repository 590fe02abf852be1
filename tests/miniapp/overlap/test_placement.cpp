// Where ranks run: made-up placements are judged, and that of this run is read.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/overlap/placement.hpp"

namespace minikrylov {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("lists of hardware threads are read, and what is none gives none") {
  CHECK(numbers_in("0-2,8,10-11") == std::vector{0, 1, 2, 8, 10, 11});
  CHECK(numbers_in("3") == std::vector{3});
  CHECK(numbers_in("unknown").empty());
  CHECK(numbers_in("0-").empty());
  CHECK(numbers_in("").empty());
}

TEST_CASE("ranks of a host that share a hardware thread are named") {
  const std::vector<Placement> apart{{"a", {0, 1}}, {"a", {2, 3}}, {"b", {0, 1}}};
  const std::vector<Placement> together{{"a", {0, 1}}, {"a", {2, 3}}, {"a", {3, 4}}};
  CHECK_THAT(judge_binding(apart).finding, ContainsSubstring("each rank has its own"));
  CHECK_THAT(judge_binding(together).finding, ContainsSubstring("ranks 1 and 2 share"));
  CHECK_THAT(judge_binding(std::vector<Placement>{{"a", {0}}}).finding, ContainsSubstring("one rank"));
}

TEST_CASE("too many threads are found on the most crowded host, and whether ranks yield") {
  const std::vector<Placement> enough{{"a", {0, 1}, 2}, {"a", {2, 3}, 2}};
  const std::vector<Placement> crowded{{"a", {0, 1}, 1}, {"b", {0, 1}, 1}, {"b", {0, 1}, 1}, {"b", {0, 1}, 1}};
  CHECK_THAT(judge_crowding(enough, 1e-6).finding, ContainsSubstring("4 on 4"));
  CHECK(judge_crowding(enough, 1e-2).verdict == "good");
  CHECK_THAT(judge_crowding(crowded, 1e-6).finding, ContainsSubstring("3 on 2"));
  CHECK_THAT(judge_crowding(crowded, 1e-6).verdict, ContainsSubstring("ranks yield"));
  CHECK_THAT(judge_crowding(crowded, 4e-3).verdict, ContainsSubstring("do not yield"));
  CHECK_THAT(judge_crowding(std::vector<Placement>{{"a", {}, 4}}, 1e-6).finding, ContainsSubstring("unknown"));
}

TEST_CASE("the placement of this run has a thread and a host for each rank") {
  const Communicator ranks;
  const std::vector<Placement> all = placements(ranks);
  REQUIRE(all.size() == static_cast<std::size_t>(ranks.size()));
  for (const Placement& rank : all) CHECK((!rank.host.empty() && rank.threads >= 1 && !rank.processors.empty()));
}

}  // namespace minikrylov
