// The papers' tables of costs, compared with the observed costs of the methods.
#include <catch2/catch_test_macros.hpp>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/methods/running/observed_costs.hpp"

namespace minikrylov {
namespace {

ObservedCosts costs_of(std::string_view method, Formulation formulation) {
  const CatalogueRow* row = find_method(method);
  REQUIRE(row != nullptr);
  return observe_costs(*row, {formulation, Fuse::no, Grouping::paper});
}

struct Moved {
  std::string_view method;
  int read, written;
};

}  // namespace

TEST_CASE("Krasnopolsky 2019, table 2: vectors read and written per iteration, merged") {
  for (const auto& [method, read, written] :
       {Moved{"bicgstab", 14, 4}, Moved{"ibicgstab", 14, 6}, Moved{"pipebicgstab", 18, 8}, Moved{"pbicgstab", 15, 4},
        Moved{"rbicgstab", 15, 6}, Moved{"ppipebicgstab", 23, 11}}) {
    INFO(method);
    const ObservedCosts costs = costs_of(method, Formulation::merged);
    CHECK(costs.vectors_read == read);
    CHECK(costs.vectors_written == written);
  }
}

TEST_CASE("Krasnopolsky 2019, table 2: vectors read and written per iteration, basic") {
  for (const auto& [method, read, written] : {Moved{"bicgstab", 18, 4}, Moved{"pbicgstab", 18, 4}}) {
    INFO(method);
    const ObservedCosts costs = costs_of(method, Formulation::basic);
    CHECK(costs.vectors_read == read);
    CHECK(costs.vectors_written == written);
  }
}

/// A row of Eller and Gropp's table; like theirs, set-up does not count the product for the initial residual.
struct EllerGropp {
  std::string_view method;
  std::vector<std::string> overlap;  ///< per reduction
  int setup_preconditions, setup_products;
  int steps;  ///< iterations of PCG per iteration
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

TEST_CASE("the other methods: reductions, what hides them, and products") {
  struct Claim {
    std::string_view method;
    std::vector<std::string> overlap;
    int products, preconditions;
  };
  for (const Claim& claim : {
           Claim{"cg", {"", ""}, 1, 0},
           Claim{"cg-saad", {""}, 1, 0},               // Selvitopi & Aykanat 2014, figure 1
           Claim{"cg-chronopoulos-gear", {""}, 1, 1},  // Ghysels & Vanroose 2014, table 1
           Claim{"pipe2cg-powers", {"AA"}, 2, 0},      // M is part of its powers
           Claim{"pipecg-rr", {"MA"}, 1, 1},           // Cools et al. 2018: like pipecg
           Claim{"pipeprcg", {"AMAM"}, 2, 2},          // Chen & Carson 2020, table 1
           Claim{"plcg", {"AMAM"}, 1, 1},              // Cornelis et al. 2018: l products and M, here l = 2
           Claim{"bicgstab", {"", "", ""}, 2, 0},      // Krasnopolsky 2019, algorithms 2 to 7
           Claim{"pbicgstab", {"", "", ""}, 2, 2},
           Claim{"ibicgstab", {""}, 2, 0},
           Claim{"pipebicgstab", {"A", "A"}, 2, 0},
           Claim{"pipebicgstab-rr", {"A", "A"}, 2, 0},
           Claim{"rbicgstab", {"M", "M"}, 2, 2},
           Claim{"ppipebicgstab", {"MA", "MA"}, 2, 2},
           Claim{"ppipebicgstab-rr", {"MA", "MA"}, 2, 2},
       }) {
    INFO(claim.method);
    const ObservedCosts costs = costs_of(claim.method, Formulation::merged);
    CHECK(costs.hidden_behind == claim.overlap);
    CHECK(costs.reductions == static_cast<int>(claim.overlap.size()));
    CHECK(costs.products == claim.products);
    CHECK(costs.preconditions == claim.preconditions);
  }
}

TEST_CASE("where fused kernels of the paper can be merged, fewer vectors are moved") {
  const CatalogueRow* row = find_method("pipebicgstab");
  const ObservedCosts minimum = observe_costs(*row, {Formulation::merged, Fuse::no, Grouping::minimum});
  CHECK(minimum.vectors_read == 16);  // r and y are not read again
  CHECK(minimum.vectors_written == 8);
}

}  // namespace minikrylov
