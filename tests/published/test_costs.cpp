// The papers' tables of costs, against what the methods are observed to do.
#include <catch2/catch_test_macros.hpp>

#include "miniapp/observed_costs.hpp"

namespace minikrylov {
namespace {

ObservedCosts costs_of(std::string_view method, Formulation formulation) {
  const CatalogueRow* row = find_method(method);
  REQUIRE(row != nullptr);
  return observe_costs(*row, {formulation, AttachDots::no, Grouping::paper});
}

struct Moved {
  std::string_view method;
  int read, written;
};

}  // namespace

TEST_CASE("Krasnopolsky 2019, table 2: vectors read and written an iteration, merged") {
  for (const auto& [method, read, written] :
       {Moved{"bicgstab", 14, 4}, Moved{"ibicgstab", 14, 6}, Moved{"pipebicgstab", 18, 8}, Moved{"pbicgstab", 15, 4},
        Moved{"rbicgstab", 15, 6}, Moved{"ppipebicgstab", 23, 11}}) {
    INFO(method);
    const ObservedCosts costs = costs_of(method, Formulation::merged);
    CHECK(costs.vectors_read == read);
    CHECK(costs.vectors_written == written);
  }
}

TEST_CASE("Krasnopolsky 2019, table 2: vectors read and written an iteration, basic") {
  for (const auto& [method, read, written] : {Moved{"bicgstab", 18, 4}, Moved{"pbicgstab", 18, 4}}) {
    INFO(method);
    const ObservedCosts costs = costs_of(method, Formulation::basic);
    CHECK(costs.vectors_read == read);
    CHECK(costs.vectors_written == written);
  }
}

/// A row of Eller and Gropp's table; set-up without the product for the initial residual, as they count.
struct EllerGropp {
  std::string_view method;
  std::vector<std::string> overlap;  ///< for each reduction
  int setup_preconditions, setup_products;
  int steps;  ///< iterations of PCG in one
};

TEST_CASE("Eller & Gropp 2016, table of methods: reductions, overlap and set-up") {
  for (const EllerGropp& row : {EllerGropp{"pcg", {"", ""}, 1, 0, 1}, EllerGropp{"sapcg", {""}, 1, 1, 1},
                                EllerGropp{"nbpcg", {"M", "A"}, 1, 1, 1}, EllerGropp{"pipecg", {"MA"}, 2, 2, 1},
                                EllerGropp{"pipe2cg", {"MAMA"}, 3, 3, 2}}) {
    INFO(row.method);
    const ObservedCosts costs = costs_of(row.method, Formulation::merged);
    CHECK(costs.hidden_behind == row.overlap);
    CHECK(costs.reductions == static_cast<int>(row.overlap.size()));
    CHECK(costs.products == row.steps);
    CHECK(costs.preconditions == row.steps);
    CHECK(costs.setup_preconditions == row.setup_preconditions);
    CHECK(costs.setup_products == 1 + row.setup_products);
  }
}

}  // namespace minikrylov
