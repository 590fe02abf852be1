// Reductions around another one hand on all that they are told.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <string>

#include "comm/reduction/emulated.hpp"
#include "comm/reduction/observed_reduction.hpp"
#include "comm/reduction/progress.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {
namespace {

/// Writes down what it is told.
class Inner final : public Reduction {
 public:
  explicit Inner(std::string& told) : told_(told) {}
  void start(std::span<double> values, std::string_view label) override {
    told_ += "start " + std::string(label) + " " + std::to_string(values.size()) + "; ";
  }
  void finish() override { told_ += "finish; "; }
  void progress() override { told_ += "progress; "; }
  void carry(const Vector& x) override { told_ += "carry " + x.data.label() + "; "; }

 private:
  std::string& told_;
};

/// What the innermost reduction is told of one sum that carries x and is polled once.
std::string told_of_a_sum(const std::function<std::unique_ptr<Reduction>(std::unique_ptr<Reduction>)>& wrap) {
  std::string told;
  const auto wrapped = wrap(std::make_unique<Inner>(told));
  double value = 1;
  wrapped->carry(make_vector("x", 1, 0, 1));
  wrapped->start({&value, 1}, "rho");
  wrapped->progress();
  wrapped->finish();
  return told;
}

/// Observes a reduction that it owns.
class Observed final : public Reduction {
 public:
  explicit Observed(std::unique_ptr<Reduction> inner) : inner_(std::move(inner)), observed_(*inner_, {}) {}
  void start(std::span<double> values, std::string_view label) override { observed_.start(values, label); }
  void finish() override { observed_.finish(); }
  void progress() override { observed_.progress(); }
  void carry(const Vector& x) override { observed_.carry(x); }

 private:
  std::unique_ptr<Reduction> inner_;
  ObservedReduction observed_;
};

constexpr const char* expected = "carry x; start rho 1; progress; finish; ";

}  // namespace

TEST_CASE("a reduction that is polled hands on all that it is told, what it carries included") {
  const Progress manual({ProgressKind::manual, 1});
  CHECK(told_of_a_sum([&](auto inner) { return progressing(std::move(inner), manual); }) == expected);
}

TEST_CASE("a reduction on an emulated network hands on all that it is told, what it carries included") {
  const EmulatedNetwork network{.latency = 1e-6};
  for (const ReductionKind kind : {ReductionKind::blocking, ReductionKind::nonblocking})
    CHECK(told_of_a_sum([&](auto inner) { return on_emulated_network(std::move(inner), kind, network); }) == expected);
}

TEST_CASE("a reduction that is observed hands on all that it is told, what it carries included") {
  CHECK(told_of_a_sum([](auto inner) { return std::make_unique<Observed>(std::move(inner)); }) == expected);
}

}  // namespace minikrylov
