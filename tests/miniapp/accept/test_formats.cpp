// The format in which a system of an acceptance run is stored.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "miniapp/accept/bench.hpp"

namespace minikrylov {

TEST_CASE("a system of the acceptance run is tried in each format it may have, and stored in the one that is reported",
          "[accept]") {
  const Communicator ranks;
  ProgressLine progress(nullptr);
  const Benches benches = set_up(same_sizes(8), {}, 0, ranks, progress);
  const std::vector<Part> parts = parts_of_merit();
  REQUIRE(benches.systems.size() == parts.size());
  int tried = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const SystemRow& system = benches.systems[k];
    std::vector<double> others;
    double chosen = 0;
    for (const FormatTrialRow& row : benches.formats)
      if (row.problem == system.problem && row.rhs == system.rhs)
        (row.format == system.format ? chosen : others.emplace_back()) = row.seconds;
    CHECK(benches.of_parts[k]->plan().format == system.format);
    if (formats_for(system.problem).size() == 1) {
      CHECK(others.empty());
      continue;
    }
    REQUIRE(others.size() + 1 == formats_for(system.problem).size());
    CHECK(chosen > 0);
    CHECK(*std::min_element(others.begin(), others.end()) > 0);
    ++tried;
  }
  CHECK(tried == 2);
}

}  // namespace minikrylov
