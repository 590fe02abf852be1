// Predictions of the basic formulation, beside those of the merged one.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "kernels/core/types.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/predict.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::WithinRel;

/// 1 GB/s on one rank, without sums and halos: a vector takes 8 µs, a product 100 µs.
PredictionPlan microsecond_plan(Formulation formulation) {
  PredictionPlan plan;
  MachineModel& m = plan.machine;
  m.memory_bandwidth = m.memory_read_bandwidth = m.cache_bandwidth = 1e9;
  m.cache_bytes = 1;
  plan.workload = {.rows = 1000, .matrix_bytes = 84000};
  plan.formulation = formulation;
  plan.gammas = {1};
  plan.alphas = {2};
  plan.places = {DataIn::memory};
  plan.steps = {4};
  plan.most_nodes = 1;
  return plan;
}

}  // namespace

TEST_CASE("a basic prediction moves the vectors of the basic formulation, and takes longer by them") {
  PredictionPlan merged = microsecond_plan(Formulation::merged), basic = microsecond_plan(Formulation::basic);
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    const MethodShape by_lists = paper_shape_of(row), by_statements = paper_shape_of(row, {}, Formulation::basic);
    const ObservedCosts counted = observe_costs(row, {.formulation = Formulation::basic, .fuse = Fuse::no});
    CHECK(by_statements.vectors() == counted.vectors_read + counted.vectors_written);
    CHECK(by_statements.products() == by_lists.products());
    CHECK(by_statements.sums() == by_lists.sums());
    merged.methods = basic.methods = {std::string(row.name)};
    const std::vector<CurveRecord> fast = predict(merged), slow = predict(basic);
    REQUIRE(fast.size() == slow.size());
    const double more = (by_statements.vectors() - by_lists.vectors()) / by_lists.iterations * 8e-6;
    for (std::size_t k = 0; k < fast.size(); ++k)
      CHECK_THAT(slow[k].seconds.front(), WithinRel(fast[k].seconds.front() + more, 1e-9));
    if (row.needs == Needs::basis)
      CHECK((more == 0 || (!on_host && more > 0)));  // passes over a basis; on a device, inner products of two weights
    else
      CHECK(more > 0);
  }
}

TEST_CASE("Krasnopolsky 2019, table 2: vectors of both formulations in predicted times") {
  const auto check = [](const char* method, Formulation formulation, int vectors) {
    INFO(method << ", " << name_of(formulation));
    PredictionPlan plan = microsecond_plan(formulation);
    plan.methods = {method};
    CHECK_THAT(predict(plan).front().seconds.front(), WithinRel(vectors * 8e-6 + 2 * 100e-6, 1e-12));
  };
  check("bicgstab", Formulation::merged, 14 + 4);
  check("bicgstab", Formulation::basic, 18 + 4);
  check("ibicgstab", Formulation::merged, 14 + 6);
  check("ibicgstab", Formulation::basic, 27 + 6);
  check("pipebicgstab", Formulation::merged, 18 + 8);
  check("pipebicgstab", Formulation::basic, 33 + 8);  // the paper counts 34 + 9
}

}  // namespace minikrylov
