// Reductions that wrap another one forward all calls.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <string>
#include <vector>

#include "comm/reduction/digested_reduction.hpp"
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

/// A wrapper and the reduction in it.
template <class Wrapper> class Owning final : public Reduction {
 public:
  template <class... Rest>
  explicit Owning(std::unique_ptr<Reduction> inner, const Rest&... rest)
      : inner_(std::move(inner)), wrapper_(*inner_, rest...) {}
  void start(std::span<double> values, std::string_view label) override { wrapper_.start(values, label); }
  void finish() override { wrapper_.finish(); }
  void progress() override { wrapper_.progress(); }
  void carry(const Vector& x) override { wrapper_.carry(x); }

 private:
  std::unique_ptr<Reduction> inner_;
  Wrapper wrapper_;
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
  const std::vector<ReductionObserver*> observers;
  CHECK(calls_of_a_sum([&](auto inner) {
          return std::make_unique<Owning<ObservedReduction>>(std::move(inner), observers);
        }) == expected);
}

TEST_CASE("a reduction that is hashed forwards all calls, including vectors to carry") {
  CHECK(calls_of_a_sum([](auto inner) { return std::make_unique<Owning<DigestedReduction>>(std::move(inner)); }) ==
        expected);
}

TEST_CASE("the hash of sums changes with any bit of any sum and is the same on all ranks") {
  const Communicator ranks;
  const auto digest = [&](double first, double second) {
    const auto blocking = make_reduction(ReductionKind::blocking, ranks);
    DigestedReduction hashed(*blocking);
    double terms[] = {first, 2, 3}, later = second;
    hashed.start(terms, "first");
    hashed.start({&later, 1}, "second");
    hashed.finish();
    const std::uint64_t half = hashed.digest();
    hashed.finish();
    CHECK(hashed.digest() != half);
    hashed.finish();  // nothing is in flight
    return hashed.digest();
  };
  const std::uint64_t usual = digest(1, 4);
  CHECK(digest(1, 4) == usual);
  CHECK(digest(1 + 0x1p-52, 4) != usual);
  CHECK(digest(1, 4 - 0x1p-50) != usual);
  for (const double of_other : ranks.gather(static_cast<double>(usual >> 11U)))
    CHECK(of_other == static_cast<double>(usual >> 11U));
}

}  // namespace minikrylov
