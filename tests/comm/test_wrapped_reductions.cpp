// Reductions that wrap another one forward all calls.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <string>

#include "comm/reduction/emulated.hpp"
#include "comm/reduction/observed_reduction.hpp"
#include "comm/reduction/progress.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {
namespace {

/// Records its calls.
class RecordingReduction final : public Reduction {
 public:
  explicit RecordingReduction(std::string& calls) : calls_(calls) {}
  void start(std::span<double> values, std::string_view label) override {
    calls_ += "start " + std::string(label) + " " + std::to_string(values.size()) + "; ";
  }
  void finish() override { calls_ += "finish; "; }
  void progress() override { calls_ += "progress; "; }
  void carry(const Vector& x) override { calls_ += "carry " + x.data.label() + "; "; }

 private:
  std::string& calls_;
};

/// The calls that the innermost reduction receives for one sum that carries x and is polled once.
std::string calls_of_a_sum(const std::function<std::unique_ptr<Reduction>(std::unique_ptr<Reduction>)>& wrap) {
  std::string calls;
  const auto wrapped = wrap(std::make_unique<RecordingReduction>(calls));
  double value = 1;
  wrapped->carry(make_vector("x", 1, 0, 1));
  wrapped->start({&value, 1}, "rho");
  wrapped->progress();
  wrapped->finish();
  return calls;
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

TEST_CASE("a reduction that is polled forwards all calls, including vectors to carry") {
  const Progress manual({ProgressKind::manual, 1});
  CHECK(calls_of_a_sum([&](auto inner) { return progressing(std::move(inner), manual); }) == expected);
}

TEST_CASE("a reduction on an emulated network forwards all calls, including vectors to carry") {
  const EmulatedNetwork network{.latency = 1e-6};
  for (const ReductionKind kind : {ReductionKind::blocking, ReductionKind::nonblocking})
    CHECK(calls_of_a_sum([&](auto inner) { return on_emulated_network(std::move(inner), kind, network); }) == expected);
}

TEST_CASE("a reduction that is observed forwards all calls, including vectors to carry") {
  CHECK(calls_of_a_sum([](auto inner) { return std::make_unique<Observed>(std::move(inner)); }) == expected);
}

}  // namespace minikrylov
