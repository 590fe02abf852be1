// Communication patterns: values arrive, blocking or not, with and without polling.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "comm/halo/pattern.hpp"
#include "comm/runtime/preflight.hpp"
#include "kernels/core/types.hpp"
#include "tests/comm/everywhere.hpp"

namespace minikrylov {

TEST_CASE("each pattern delivers what was sent, for each size") {
  const PatternKind kind =
      GENERATE(PatternKind::point_to_point, PatternKind::neighbourhood, PatternKind::put, PatternKind::allreduce);
  const std::size_t bytes = GENERATE(8, 80, 8192, 1 << 20);
  const auto pattern = make_pattern(kind, bytes, Communicator().size(), Communicator());
  bool right = true;
  for (int k = 0; k < 3; ++k) {
    pattern->run();
    right = right && pattern->verify();
    Communicator().barrier();
    pattern->start();
    for (int tests = 0; tests < k; ++tests) pattern->poll();
    pattern->finish();
    right = right && pattern->verify();
    Communicator().barrier();
  }
  REQUIRE(everywhere(right));
}

TEST_CASE("a pattern that has not run does not verify") {
  const PatternKind kind = GENERATE(PatternKind::point_to_point, PatternKind::put, PatternKind::allreduce);
  const auto pattern = make_pattern(kind, 64, Communicator().size(), Communicator());
  REQUIRE(everywhere(!pattern->verify()));
}

TEST_CASE("a pattern of the first ranks does not involve the others") {
  const PatternKind kind =
      GENERATE(PatternKind::point_to_point, PatternKind::neighbourhood, PatternKind::put, PatternKind::allreduce);
  const Communicator ranks;
  for (int members = 1; members <= ranks.size(); ++members) {
    const auto pattern = make_pattern(kind, 24, members, ranks);
    bool right = (pattern != nullptr) == (ranks.rank() < members);
    for (int k = 0; k < 4; ++k) {
      if (pattern && k % 2 == 0) pattern->run();
      if (pattern && k % 2 == 1) {
        pattern->start();
        pattern->finish();
      }
      right = right && (!pattern || pattern->verify());
      ranks.barrier();
    }
    REQUIRE(everywhere(right));
  }
}

TEST_CASE("non-blocking sums with separate buffers, as used by this program, are right") {
  const SumCheck check = check_nonblocking_sums(SumBuffers::two, SumMemory::host, 64, Communicator());
  REQUIRE(check != SumCheck::wrong);
}

TEST_CASE("sums in the memory of a device are not possible without one") {
  if (!on_host) SKIP("there is a device");
  REQUIRE(check_nonblocking_sums(SumBuffers::two, SumMemory::device, 4, Communicator()) == SumCheck::not_possible);
}

}  // namespace minikrylov
