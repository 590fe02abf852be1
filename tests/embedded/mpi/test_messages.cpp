// With an embedded reduction the only messages are those of the sums: exactly ⌈log₂ P⌉ per rank and sum.
#include <bit>
#include <catch2/catch_test_macros.hpp>

#include "tests/embedded/message_counts.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// The messages of this rank in ten iterations, without those of set-up and checks.
MessageCounts in_ten_iterations(const Distributed& system, const CatalogueRow& row, Setting setting) {
  const auto messages_of = [&](int iterations) {
    setting.fixed_iterations = iterations;
    const MessageCounts before = messages_so_far();
    static_cast<void>(system.solve(row, setting));
    return messages_so_far() - before;
  };
  static_cast<void>(messages_of(5));  // some objects are made only once
  return messages_of(15) - messages_of(5);
}

}  // namespace

TEST_CASE("an embedded solve sends ⌈log₂ P⌉ messages per rank and sum, and nothing else") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {13, 11, 9}));
  const Communicator& ranks = system.ranks();
  const long steps = std::bit_width(static_cast<unsigned>(ranks.size() - 1));
  for (const CatalogueRow& row : catalogue()) {
    if (row.carries.empty()) continue;
    const long sums = row.name == "pcg" ? 2 : 1;
    for (const Mapping mapping : {Mapping::none, Mapping::klr}) {
      const MessageCounts counts =
          in_ten_iterations(system, row, {.reduction = ReductionKind::embedded, .mapping = mapping});
      INFO(row.name);
      for (const ReduceBy by : {ReduceBy::minimum, ReduceBy::maximum}) {
        CHECK(ranks.reduce(static_cast<double>(counts.sent), by) == 10 * sums * steps);
        CHECK(ranks.reduce(static_cast<double>(counts.received), by) == 10 * sums * steps);
        CHECK(ranks.reduce(static_cast<double>(counts.others), by) == 0);
      }
    }
    const MessageCounts plain = in_ten_iterations(system, row, {.reduction = ReductionKind::blocking});
    CHECK(ranks.reduce(static_cast<double>(plain.others), ReduceBy::minimum) >= 10 * sums);
  }
}

}  // namespace minikrylov::test
