// Tuning: changes no bit, is the same on all ranks, and is remembered.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <set>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/timing/choices/known_tuning.hpp"
#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/temporary_folder.hpp"

namespace minikrylov {
namespace {

using test::solved;

/// Every candidate alone.
std::vector<Tuning> candidates() {
  std::vector<Tuning> tunings;
  for (const TunedChoice& choice : tuned_choices())
    for (const auto values : {choice.few, choice.more})
      for (const Offset value : values) choice.of(tunings.emplace_back()) = value;
  return tunings;
}

/// All smallest and all largest values together, and what systems of tests are too small for otherwise.
std::vector<Tuning> extremes() {
  Tuning smallest, largest;
  for (const TunedChoice& choice : tuned_choices())
    for (const auto values : {choice.few, choice.more})
      for (const Offset value : values) {
        choice.of(smallest) = std::min(choice.of(smallest), value);
        choice.of(largest) = std::max(choice.of(largest), value);
      }
  Tuning tiny;
  tiny.streamed_bytes = tiny.streamed_bytes_of_one = 0;
  tiny.cache_block_bytes = 512;
  Tuning far = tiny;
  far.ahead = {.entries = 1 << 20, .block_entries = 1 << 20, .rows = 1 << 20};
  return {smallest, largest, tiny, far};
}

/// What a user would see of solves: their residuals and the digest of residuals and solution.
std::vector<std::pair<std::vector<double>, std::uint64_t>> bits_of(const SolveOptions& options, const Tuning& tuning) {
  std::vector<std::pair<std::vector<double>, std::uint64_t>> bits;
  for (SolveRecord& solve : solved(options, [&](System& system) { system.tuning = tuning; })) {
    // NaN, of iterations that a method does not judge, is not equal to itself.
    for (double& residual : solve.residual_history.values)
      if (residual != residual) residual = -1;
    bits.emplace_back(std::move(solve.residual_history.values), solve.digest);
  }
  return bits;
}

SolveOptions job(const ProblemOptions& problem, MatrixFormat format, int rhs) {
  SolveOptions options;
  options.problem = problem;
  options.matrix.format = format;
  options.method.rhs = rhs;
  options.method.methods = {{"pcg", PreconditionerChoice::jacobi},
                            {"pipecg", PreconditionerChoice::ic0},
                            {"pbicgstab", PreconditionerChoice::chebyshev},
                            {"ca-pcg", PreconditionerChoice::jacobi},
                            {"ca-bicgstab", PreconditionerChoice::none}};
  options.ordering.ordering = OrderingChoice::interior_first;
  options.halo.overlap = Overlap::fixed;
  options.method.fixed_iterations = 8;
  options.run = {.repetitions = 1, .warm_up = 0};
  return options;
}

}  // namespace

TEST_CASE("no candidate of any choice changes a bit", "[tuning]") {
  for (const int rhs : {1, 16}) {
    const SolveOptions options = job({.kind = ProblemKind::poisson3d_27, .size = {9, 10, 11}}, MatrixFormat::sell, rhs);
    const auto expected = bits_of(options, {});
    for (const Tuning& tuning : candidates()) CHECK(bits_of(options, tuning) == expected);
  }
}

TEST_CASE("no tuning changes a bit in any format, at any width", "[tuning]") {
  const ProblemOptions points{.kind = ProblemKind::poisson3d_7, .size = {9, 10, 11}},
      blocks{.kind = ProblemKind::elasticity3d, .size = {6, 5, 7}};
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::sell_block, MatrixFormat::crs})
    for (const Compression compression : {Compression::none, Compression::lossless})
      for (const int rhs : {1, 3, 16}) {
        INFO(name_of(format) << ", " << name_of(compression) << ", " << rhs);
        SolveOptions options = job(format == MatrixFormat::sell_block ? blocks : points, format, rhs);
        options.matrix.compression = compression;
        const auto expected = bits_of(options, {});
        for (const Tuning& tuning : extremes()) CHECK(bits_of(options, tuning) == expected);
      }
}

TEST_CASE("what is measured is one of the candidates, the same on all ranks, and found again", "[tuning]") {
  if (!on_host) SKIP("a device has nothing to tune");
  const Communicator ranks;
  const TemporaryFolder cache;
  REQUIRE(setenv("MINIKRYLOV_CACHE", cache.file("cache").c_str(), 1) == 0);
  RunRecord run;
  run.processor = "of a test";
  run.ranks = ranks.size();
  const KnownTuning first = known_tuning(Tune::automatic, run, ranks);
  CHECK(first.source == "measured by this run");
  const KnownTuning second = known_tuning(Tune::automatic, run, ranks);
  CHECK(second.source.starts_with("measured"));
  CHECK(second.source != first.source);
  CHECK(texts_of(second.values) == texts_of(first.values));
  for (const std::string& text : texts_of(first.values)) {
    const std::vector<std::string> all = ranks.gather(text);
    CHECK(std::set(all.begin(), all.end()).size() == 1);
  }
  CHECK(tuning_of(texts_of(first.values)).ahead.entries == first.values.ahead.entries);
  for (std::string* const what : {&run.version, &run.processor}) {  // of which it was measured
    *what = "another";
    CHECK(known_tuning(Tune::automatic, run, ranks).source == "measured by this run");
  }
  CHECK(known_tuning(Tune::off, run, ranks).source == "defaults");
  unsetenv("MINIKRYLOV_CACHE");
}

TEST_CASE("a stored tuning is read back, but for values that are no candidates", "[tuning]") {
  Tuning tuning;
  tuning.ahead.entries = 1024;
  tuning.streamed_bytes = never;
  CHECK(texts_of(tuning_of(texts_of(tuning))) == texts_of(tuning));
  const std::vector<std::string> wrong{"periods_in_cache=0", "entries_ahead=-1",   "cache_block_bytes=0", "x=3",
                                       "rows_ahead=",        "entries_ahead=10240"};
  CHECK(texts_of(tuning_of(wrong)) == texts_of(Tuning{}));
}

}  // namespace minikrylov
