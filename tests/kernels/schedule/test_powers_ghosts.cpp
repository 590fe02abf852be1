// Matrix powers where rows need ghosts: what waits for an exchange, what hides it, and the bits of both.
#include <catch2/generators/catch_generators.hpp>

#include "tests/kernels/powers_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Ghost g is row g, taken at the start of an exchange and there at its end; nothing is there in between.
class CopiedRows final : public PowersGhosts {
 public:
  CopiedRows(const Powers& powers, LocalIndex ghosts) : powers_(powers), ghosts_(ghosts) {}
  void start(int power) const override {
    REQUIRE(power == ++started_);
    in_flight_.clear();
    each(power, [&](const Vector& y, Offset count) {
      for (Offset e = 0; e < count; ++e) {
        in_flight_.push_back(y.data(e));
        y.data(y.elements() + e) = not_a_number;
      }
    });
  }
  void finish(int power) const override {
    REQUIRE(power == started_);
    std::size_t next = 0;
    each(power, [&](const Vector& y, Offset count) {
      for (Offset e = 0; e < count; ++e) y.data(y.elements() + e) = in_flight_[next++];
    });
  }

 private:
  template <class Visit> void each(int power, const Visit& visit) const {
    for (const PowersChain& chain : powers_.chains)
      if (power + 1 < static_cast<int>(chain.size())) visit(chain[power], Offset{ghosts_} * chain[power].width);
  }

  const Powers& powers_;
  LocalIndex ghosts_;
  mutable int started_ = -1;
  mutable std::vector<double> in_flight_;
};

/// Without ghosts.
std::vector<double> rows_of(const Vector& y) { return {y.data.data(), y.data.data() + y.elements()}; }

}  // namespace

TEST_CASE("rows next to ghosts wait for the ghosts of each power, others hide their exchange", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  Sample sample = star_sample(16, 12, 30);
  sample.ghosts = 2;
  for (const LocalIndex row : {5, 3000}) sample.row[row].push_back({sample.rows() + 1, 2});
  const CrsArrays arrays = sample.arrays();
  for (const LocalIndex tile_rows : {0, 192})
    for (const Hiding hiding : {Hiding::nothing, Hiding::interior})
      for (const Exchanges exchanges : {Exchanges::of_each_power, Exchanges::of_first}) {
        const PowersPlan plan = plan_powers(find_ghost_groups(arrays), find_group_graph(arrays, 7),
                                            {.powers = 4,
                                             .tile_rows = tile_rows,
                                             .neighbours = Neighbours::some,
                                             .exchanges = exchanges,
                                             .hiding = hiding});
        check_order(sample, plan);
        if (hiding == Hiding::nothing)
          CHECK(plan.hidden_rows == 0);
        else
          CHECK(plan.hidden_rows >= sample.rows() - 2 * GhostGroups::group_rows);
      }
}

TEST_CASE("powers have the same bits whether or not rows hide the exchange of ghosts", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const int width = GENERATE(1, 3), powers = GENERATE(1, 2, 5);
  const TileShape shape = GENERATE(TileShape::skewed, TileShape::strips, TileShape::leaning);
  Sample sample = star_sample(16, 12, 30);
  const LocalIndex rows = sample.rows();
  sample.ghosts = 64;  // rows of the first group, which needs ghosts itself
  for (LocalIndex g = 0; g < sample.ghosts; ++g) {
    sample.row[g].push_back({rows + (g + 7) % sample.ghosts, 0.5});
    sample.row[rows - 1 - g].push_back({rows + g, -0.25});
  }
  const Planned from = planned(sample);
  const auto chains = [&](unsigned seed, int length) {
    std::vector<Vector> y;
    for (int k = 0; k <= length; ++k) y.push_back(make_vector("y", rows, sample.ghosts, width, k));
    const auto start = random_values(static_cast<std::size_t>(rows) * width, seed);
    for (std::size_t e = 0; e < start.size(); ++e) y[0].data(e) = start[e] / 7;
    return y;
  };
  const std::vector<Vector> p_in_turn = chains(1, powers), r_in_turn = chains(2, powers - 1);
  const PowersChain plain[] = {p_in_turn, r_in_turn};
  const Powers one_by_one{recurrence, plain, {}};
  in_turn(*from.matrix, one_by_one, CopiedRows(one_by_one, sample.ghosts));
  for (const LocalIndex tile_rows : {0, 64, 192})
    for (const Hiding hiding : {Hiding::nothing, Hiding::interior}) {
      INFO(name_of(shape) << " tiles of " << tile_rows << " rows, hiding " << (hiding == Hiding::interior));
      const std::vector<Vector> p = chains(1, powers), r = chains(2, powers - 1);
      const PowersChain both[] = {p, r};
      const Powers all{recurrence, both, {}};
      const PowersPlan plan = plan_powers(from.groups, from.graph,
                                          {.powers = powers,
                                           .width = width,
                                           .shape = shape,
                                           .tile_rows = tile_rows,
                                           .neighbours = Neighbours::some,
                                           .hiding = hiding});
      RingVectors rings;
      run_powers(plan, rings, *from.matrix, all, CopiedRows(all, sample.ghosts));
      for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t k = 0; k < both[c].size(); ++k) CHECK(rows_of(both[c][k]) == rows_of(plain[c][k]));
    }
}
