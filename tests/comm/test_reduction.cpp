// Sums over ranks: right, bitwise equal on all ranks, and bitwise equal for all kinds of reduction.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <numeric>

#include "comm/reduction/reduction_log.hpp"
#include "tests/bits.hpp"
#include "tests/comm/everywhere.hpp"
#include "tests/comm/sum_order.hpp"

namespace minikrylov {
namespace {

constexpr ReductionKind kinds[] = {ReductionKind::blocking, ReductionKind::nonblocking, ReductionKind::point_to_point};

// Integers, so that sums are exact: term k of rank r is (r + 1)(k + 1) + offset.
std::vector<double> terms(int count, double offset = 0) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k)
    values[static_cast<std::size_t>(k)] = (Communicator().rank() + 1.0) * (k + 1) + offset;
  return values;
}

bool are_sums(const std::vector<double>& values, double offset = 0) {
  const double p = Communicator().size();
  for (std::size_t k = 0; k < values.size(); ++k)
    if (values[k] != p * (p + 1) / 2 * (static_cast<double>(k) + 1) + p * offset) return false;
  return true;
}

// A number with a full mantissa and an exponent between -30 and 30, different on each rank, from a linear congruential
// generator (D. Knuth's MMIX constants), so that almost every sum depends on the order of additions.
double awkward(int rank, int k, int trial) {
  std::uint64_t state = static_cast<std::uint64_t>(rank) * 1000003 + static_cast<std::uint64_t>(k) * 7919 + trial;
  for (int i = 0; i < 4; ++i) state = state * 6364136223846793005U + 1442695040888963407U;
  const double fraction = static_cast<double>(static_cast<std::int64_t>(state)) * 0x1p-63;
  return std::ldexp(fraction, static_cast<int>((state >> 7) % 61) - 30);
}

std::vector<double> awkward_terms(int rank, int count, int trial) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) values[static_cast<std::size_t>(k)] = awkward(rank, k, trial);
  return values;
}

std::vector<double> sum(ReductionKind kind, std::vector<double> values) {
  const auto reduction = make_reduction(kind, Communicator());
  reduction->start(values, "sum");
  reduction->finish();
  return values;
}

}  // namespace

TEST_CASE("integers are summed exactly") {
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const int count = GENERATE(0, 1, 2, 3, 15, 40, 480, 5000);
  REQUIRE(everywhere(are_sums(sum(kind, terms(count)))));
}

TEST_CASE("one reduction can do many sums of varying length") {
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const auto reduction = make_reduction(kind, Communicator());
  bool right = true;
  for (int i = 0; i < 200; ++i) {
    std::vector<double> values = terms(1 + i * 7 % 40, i);
    reduction->start(values, "sum");
    for (int k = 0; k < i % 5; ++k) reduction->progress();
    reduction->finish();
    right = right && are_sums(values, i);
  }
  reduction->progress();
  REQUIRE(everywhere(right));
}

TEST_CASE("a sum is right up to rounding and bitwise equal on all ranks") {
  const Communicator ranks;
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  for (int count = 1; count <= 40; ++count) {
    const std::vector<double> sums = sum(kind, awkward_terms(ranks.rank(), count, 0));
    bool right = true;
    for (int k = 0; k < count; ++k) {
      long double expected = 0, magnitude = 0;
      for (int r = 0; r < ranks.size(); ++r) {
        expected += awkward(r, k, 0);
        magnitude += std::abs(awkward(r, k, 0));
      }
      const long double error = sums[static_cast<std::size_t>(k)] - expected;
      right = right && std::abs(error) <= ranks.size() * 0x1p-53L * magnitude;
    }
    REQUIRE(everywhere(right));
    REQUIRE(ranks.reduce(sums, ReduceBy::minimum) == ranks.reduce(sums, ReduceBy::maximum));
  }
}

TEST_CASE("blocking, nonblocking and point-to-point sums are bitwise equal on few ranks") {
  const Communicator ranks;
  if (ranks.size() > MINIKRYLOV_RANKS_WITH_EQUAL_SUMS) SKIP("MPI libraries may add in different orders on more ranks");
  const ReductionKind kind = GENERATE(ReductionKind::nonblocking, ReductionKind::point_to_point);
  for (const int count : {1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 20, 31, 32, 40, 96, 480})
    for (int trial = 0; trial < 10; ++trial) {
      const std::vector<double> mine = awkward_terms(ranks.rank(), count, trial);
      CAPTURE(count, trial);
      REQUIRE(everywhere(same_bits(sum(kind, mine), sum(ReductionKind::blocking, mine))));
    }
}

TEST_CASE("point-to-point sums pair the ranks as documented") {
  const Communicator ranks;
  const std::size_t size = static_cast<std::size_t>(ranks.size());
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> partial;
    std::size_t active = 1;
    while (2 * active <= size) active *= 2;
    for (std::size_t r = 0; r < size; ++r) {
      const double term = awkward(static_cast<int>(r), 0, trial);
      if (r < 2 * (size - active) && r % 2 == 1)
        partial.back() += term;
      else
        partial.push_back(term);
    }
    for (; partial.size() > 1; partial.resize(partial.size() / 2))
      for (std::size_t i = 0; i < partial.size() / 2; ++i) partial[i] = partial[2 * i] + partial[2 * i + 1];
    REQUIRE(everywhere(sum(ReductionKind::point_to_point, awkward_terms(ranks.rank(), 1, trial)) == partial));
  }
}

TEST_CASE("NaN reaches every rank") {
  const Communicator ranks;
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  std::vector<double> values = {1.0, ranks.rank() == ranks.size() - 1 ? std::nan("") : 1.0, 1.0};
  values = sum(kind, values);
  REQUIRE(everywhere(values[0] == ranks.size() && std::isnan(values[1]) && values[2] == ranks.size()));
}

TEST_CASE("sums of two reductions may be in flight at once") {
  const ReductionKind first_kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const ReductionKind second_kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const auto first = make_reduction(first_kind, Communicator()), second = make_reduction(second_kind, Communicator());
  std::vector<double> a = terms(3), b = terms(3, 0.5);
  first->start(a, "a");
  second->start(b, "b");
  second->finish();
  first->progress();
  first->finish();
  REQUIRE(everywhere(are_sums(a) && are_sums(b, 0.5)));
}

TEST_CASE("one reduction may have several sums in flight, which finish in the order of their start") {
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const auto reduction = make_reduction(kind, Communicator());
  bool right = true;
  std::vector<std::vector<double>> values(8);
  for (int i = 0; i < 40; ++i) {
    const std::size_t place = static_cast<std::size_t>(i) % values.size();
    if (i >= 8) {
      reduction->finish();
      right = right && are_sums(values[place], i - 8);
    }
    values[place] = terms(1 + i % 5, i);
    reduction->start(values[place], "sum");
    if (i % 3 == 0) reduction->progress();
  }
  for (int i = 0; i < 8; ++i) reduction->finish();
  for (int i = 32; i < 40; ++i) right = right && are_sums(values[static_cast<std::size_t>(i) % 8], i);
  REQUIRE(everywhere(right));
}

TEST_CASE("a reduction destroyed in flight leaves nothing behind") {
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  for (int i = 0; i < 20; ++i) {
    std::vector<double> forgotten = terms(5, i);
    const auto reduction = make_reduction(kind, Communicator());
    reduction->start(forgotten, "forgotten");
  }
  REQUIRE(everywhere(are_sums(sum(kind, terms(5)))));
}

TEST_CASE("a reduction ends with an exception on all ranks") {
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const auto throws_in_flight = [kind] {
    std::vector<double> forgotten = terms(5);
    const auto reduction = make_reduction(kind, Communicator());
    reduction->start(forgotten, "forgotten");
    throw std::runtime_error("breakdown");
  };
  REQUIRE_THROWS_AS(throws_in_flight(), std::runtime_error);
  REQUIRE(everywhere(are_sums(sum(kind, terms(5)))));
}

TEST_CASE("the message library sums correctly, and on few ranks in one order") {
  const Communicator ranks;
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  const int count = GENERATE(1, 3, 8, 40, 1000);
  const SumOrder order = check_sum_order(kind, count, ranks);
  REQUIRE(everywhere(order != SumOrder::wrong));
  if (ranks.size() <= MINIKRYLOV_RANKS_WITH_EQUAL_SUMS && count < 1000) REQUIRE(everywhere(order == SumOrder::same));
}

TEST_CASE("a logged reduction gives the sums of the reduction it observes, and records the order of events") {
  const ReductionKind kind = GENERATE(from_range(std::begin(kinds), std::end(kinds)));
  std::string events;
  const auto observed = make_reduction(kind, Communicator());
  ReductionLog log(&events);
  ObservedReduction logged(*observed, {&log});
  bool right = true;
  for (int i = 0; i < 3; ++i) {
    std::vector<double> values = terms(i + 2);
    logged.start(values, i == 0 ? "first" : "others");
    events += 'A';
    logged.progress();
    logged.finish();
    right = right && are_sums(values);
  }
  REQUIRE(everywhere(right && events == "SAFSAFSAF"));
  REQUIRE(everywhere(log.sums() == 3 && log.counts().size() == 2));
  const ReductionCounts first = log.counts()[0], others = log.counts()[1];
  REQUIRE(everywhere(first.label == "first" && first.sums == 1 && first.finished == 1 && first.values == 2));
  REQUIRE(everywhere(others.label == "others" && others.sums == 2 && others.finished == 2 && others.values == 3 + 4));
  REQUIRE(everywhere(others.start_seconds > 0 && others.finish_seconds >= 0 &&
                     others.start_seconds + others.finish_seconds < 60));
}

}  // namespace minikrylov
