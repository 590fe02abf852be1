// Observers of sums and halo exchanges: what they observe, and in which order.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>

#include "comm/halo/halo.hpp"
#include "comm/reduction/observed_reduction.hpp"

namespace minikrylov {
namespace {

struct Listener final : HaloObserver, ReductionObserver {
  std::string seen;

  void halo_started(int messages) override { seen += messages == 0 ? "none " : "some "; }
  void halo_awaited() override { seen += "awaited "; }
  void halo_finished() override { seen += "finished "; }
  void sum_starts(const std::string& label, std::size_t values) override {
    seen += fmt::format("<{}{}", label, values);
  }
  void sum_started(const std::string& label) override { seen += label + "> "; }
  void sum_awaited(const std::string& label) override { seen += "(" + label; }
  void sum_finished(const std::string& label) override { seen += label + ") "; }
};

}  // namespace

TEST_CASE("observers see each sum, the oldest first, and the sums stay right") {
  const Communicator ranks;
  for (const ReductionKind kind : {ReductionKind::blocking, ReductionKind::nonblocking}) {
    const auto reduction = make_reduction(kind, ranks);
    Listener listener, second;
    ObservedReduction observed(*reduction, {&listener, &second});
    std::vector<double> a{1}, b{2, 3};
    observed.finish();
    observed.start(a, "a");
    observed.start(b, "b");
    observed.progress();
    observed.finish();
    observed.finish();
    CHECK(listener.seen == "<a1a> <b2b> (aa) (bb) ");
    CHECK(second.seen == listener.seen);
    CHECK(a[0] == ranks.size());
    CHECK(b[1] == 3 * ranks.size());
  }
}

TEST_CASE("an observer sees exchanges as long as it observes") {
  const Communicator ranks;
  if (ranks.size() == 1) SKIP("one rank has no halo");
  std::vector<Ghost> ghosts;
  if (ranks.rank() > 0) ghosts.push_back({ranks.rank() - 1, 0});
  Halo halo(ranks, 3, ghosts, {});
  const Vector x = make_vector("x", 3, halo.ghosts(), 1);
  Listener listener, inner;
  halo.exchange(x);
  {
    const ObservingHalo observing(halo, listener);
    halo.exchange(x);
    {
      const ObservingHalo observing_within(halo, inner);
      halo.exchange(x);
    }
    halo.exchange(x);
  }
  halo.exchange(x);
  CHECK(halo.observe(nullptr) == nullptr);
  CHECK(listener.seen == "some awaited finished some awaited finished ");
  CHECK(inner.seen == "some awaited finished ");
}

}  // namespace minikrylov
