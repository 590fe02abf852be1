// What the acceptance run solves, how large it is, and how long that takes.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "kernels/core/types.hpp"
#include "miniapp/accept/workloads.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::WithinRel;

}  // namespace

TEST_CASE("the list: four workloads, one and sixteen right-hand sides, and the limit of strong scaling", "[accept]") {
  std::vector<std::string> names;
  for (const Part& part : parts_of_merit()) names.push_back(name_of(part));
  CHECK(names == std::vector<std::string>{"poisson3d-7-m1", "poisson3d-7-m16", "poisson3d-27-m1", "poisson3d-27-m16",
                                          "elasticity3d-m1", "elasticity3d-m16", "convection-diffusion-m1",
                                          "convection-diffusion-m16", "poisson3d-7-small",
                                          "convection-diffusion-small"});
}

TEST_CASE("the announced time grows with the products as they were measured", "[accept]") {
  const PlannedSizes sizes = same_sizes(20);
  Pace pace{1e10, std::vector<double>(parts_of_merit().size(), 1e-3)};
  const ExpectedSeconds quick = expected_seconds(sizes, 60, pace);
  CHECK(quick.timed == 60);
  CHECK(quick.trials > 30);
  for (double& seconds : pace.product_seconds) seconds = 2e-3;
  const ExpectedSeconds slow = expected_seconds(sizes, 60, pace);
  CHECK(slow.validation == quick.validation);
  CHECK(slow.closing > quick.closing);
  CHECK_THAT(slow.closing - quick.closing, WithinRel(slow.trials - quick.trials, 1e-12));
  // What a phase takes beside the products follows from the bandwidth.
  pace.triad = 1e30;
  CHECK_THAT(expected_seconds(sizes, 60, pace).closing, WithinRel(2 * (slow.closing - quick.closing), 1e-12));
}

TEST_CASE("sizes follow from ranks, caches, time and memory", "[accept]") {
  if (!on_host) SKIP("a GPU has other sizes");
  // 32 MiB of caches: large systems go through 134,217,728 bytes. Per point 7 · 8 + 4 · 8 = 88 bytes (115.1³) and with
  // 16 right-hand sides 568 (61.8³); 27 points: 248 (81.5³), 728 (56.9³); elasticity: 3 · 680 (40.4³), 3 · 1160
  // (33.8³).
  const Resources two{.ranks = 1, .threads = 2, .bytes_per_rank = 1e12, .cache_bytes = 32.0 * (1 << 20), .seconds = 60};
  const PlannedSizes sizes = plan_sizes(two);
  CHECK(sizes.parts == std::vector{116, 64, 84, 60, 44, 36, 116, 64, 16, 16});
  CHECK(sizes.validation == 16);
  CHECK(triad_elements(two) == 5592405);  // times 24 bytes: four times the caches, too
  // Twice the caches on 64 ranks; small: 64,000 points are 40³.
  Resources many = two;
  many.ranks = 64;
  many.cache_bytes *= 2;
  CHECK(plan_sizes(many).parts == std::vector{148, 80, 104, 72, 52, 44, 148, 80, 40, 40});
  // A second is a sixtieth of the time, and of the bytes: 29.4³, 15.8³, 20.8³, 14.5³ …
  Resources hurried = two;
  hurried.seconds = 1;
  CHECK(plan_sizes(hurried).parts == std::vector{32, 16, 24, 16, 16, 16, 32, 16, 16, 16});
  // Where memory is short, all become smaller, down to 16³.
  Resources squeezed = two;
  squeezed.bytes_per_rank = 2 * bytes_needed(sizes, two) * 0.99;
  CHECK(plan_sizes(squeezed).parts[0] < 116);
  CHECK(bytes_needed(plan_sizes(squeezed), two) <= bytes_needed(sizes, two) * 0.99);
  squeezed.bytes_per_rank = 1;
  CHECK(plan_sizes(squeezed).parts == std::vector(10, 16));
  CHECK(same_sizes(12).parts == std::vector(10, 12));
}

}  // namespace minikrylov
