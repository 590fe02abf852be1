// Jobs that do not fit into memory.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "kernels/measure/bandwidth.hpp"
#include "miniapp/cli/check/check_memory.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("a problem that does not fit into memory is refused with an estimate") {
  // 64³ rows: at least 12 bytes per nonzero and 5 vectors of 8 bytes must be refused; ten times that and the triad's
  // arrays must not.
  const double rows = 64.0 * 64 * 64, least = rows * (7 * 12 + 5 * 8),
               most = 10 * rows * (2 * 7 * 12 + 12 * 8) + 24.0 * bandwidth_elements;
  CHECK_THAT(complaint_of({"--size", "64"}, 1, least), ContainsSubstring("MiB per rank are needed, 31"));
  CHECK(complaints_of({"--size", "64"}, 1, most).empty());
  CHECK(complaints_of({"--size", "64", "--rhs", "32"}, 1, rows * 8 * 32 * 4).size() == 1);
  CHECK(complaints_of({"--size", "64"}, 64, most / 64).empty());
}

TEST_CASE("vectors and messages that are asked for by their length are refused where they do not fit") {
  constexpr double free = 1e9;
  for (const char* option : {"--memory-numbers", "--cache-numbers"}) {
    CHECK_THAT(complaint_of({"merging", option, "1e8"}, 1, free), ContainsSubstring("three vectors of this length"));
    CHECK(complaints_of({"merging", option, "4e7"}, 1, free).empty());
    CHECK_THAT(complaint_of({"merging", "--rhs", "4,2", option, "5e9"}, 1, 1e15),
               ContainsSubstring("give a number from 1 to 4e+09"));
  }
  CHECK_THAT(complaint_of({"overlap", "--sizes", "1073741824"}, 2, free), ContainsSubstring("--sizes 1073741824"));
  CHECK(complaints_of({"overlap", "--sizes", "134217728"}, 2, free).empty());
}

TEST_CASE("a study of a grid that does not fit into memory as a whole is refused") {
  const auto refused = [](const char* size, double free) {
    try {
      static_cast<void>(parse_command_line(std::vector<const char*>{"embed-study", "--size", size},
                                           Surroundings{.methods = methods, .bytes_of_host = free}));
    } catch (const SetupError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  // 12 bytes per nonzero and 8 per row at least, and not more than six times that.
  const double least = 100.0 * 100 * 100 * (7 * 12 + 8);
  CHECK_THAT(refused("100", least), ContainsSubstring("too little memory") && ContainsSubstring("100x100x100"));
  CHECK(refused("100", 6 * least).empty());
  CHECK_THAT(refused("2000000000x2000000000x2000000000", 1e300), ContainsSubstring("too large"));
}

TEST_CASE("methods take no more vectors than are estimated") {
  const Execution how{Formulation::merged, Fuse::no, Grouping::minimum};
  for (const CatalogueRow& row : catalogue())
    for (const int steps : {1, 4, max_steps}) {
      INFO(row.name << ", s = " << steps);
      const ObservedSteps observed = observe_steps(row, how, {.steps = steps, .pipeline_depth = max_pipeline_depth});
      CHECK(observed.work_vectors <= work_vectors(row, steps, PreconditionerChoice::jacobi));
      const ObservedSteps with_images = observe_steps(row.with_polynomial(), how, {.steps = steps});
      CHECK(with_images.work_vectors <= work_vectors(row, steps, PreconditionerChoice::chebyshev));
    }
}

TEST_CASE("an s-step method whose bases do not fit into memory is refused") {
  constexpr CatalogueRow s_step[] = {{.name = "ca-cg",
                                      .family = Family::cg,
                                      .preconditioning = Preconditioning::none,
                                      .classical = "cg",
                                      .citation = "",
                                      .needs = Needs::basis}};
  // 32 right-hand sides: 10 work vectors with s = 4, 34 with s = 16.
  const double rows = 64.0 * 64 * 64, bytes = 30.0 * 32 * 8 * rows + 24.0 * bandwidth_elements;
  const auto refused = [&](const char* steps) {
    const std::vector<const char*> words{"--method", "ca-cg", "--size", "64", "--rhs", "32", "--s-step", steps};
    try {
      static_cast<void>(parse_command_line(words, {s_step, 1, bytes}));
    } catch (const SetupError& error) {
      CHECK_THAT(error.what(), ContainsSubstring("too little memory"));
      return true;
    }
    return false;
  };
  CHECK_FALSE(refused("4"));
  CHECK(refused("16"));
}

}  // namespace minikrylov
