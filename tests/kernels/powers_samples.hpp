// Matrices with the plans of their powers, and oracles for both.
#pragma once
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/sell.hpp"
#include "kernels/schedule/run_powers.hpp"
#include "tests/kernels/grid_samples.hpp"
#include "tests/kernels/products.hpp"

namespace minikrylov::samples {

inline constexpr PowersTerm recurrence[] = {
    {.a = 0.5, .b = -0.25, .d = 0.125}, {.a = 0.75, .b = 0.3, .c = -0.4},         {.a = 0.6},
    {.a = 1.25, .c = 0.7, .d = -0.1},   {.a = 0.9, .b = 0.1, .c = 0.2, .d = 0.3}, {.a = 0.4, .b = 1}};

/// There are none.
class NoGhosts final : public PowersGhosts {
 public:
  void start(int) const override {}
  void finish(int) const override {}
};

/// y_0 with fractions, then empty columns.
inline std::vector<Vector> columns(LocalIndex rows, int width, int powers, unsigned seed) {
  std::vector<Vector> y;
  std::vector<double> start = random_values(static_cast<std::size_t>(rows) * width, seed);
  for (double& v : start) v /= 7;
  y.push_back(vector_of(start, rows, width));
  for (int k = 1; k <= powers; ++k)
    y.push_back(vector_of(std::vector<double>(start.size(), not_a_number), rows, width));
  return y;
}

/// One product after the other, in the simplest order.
inline void in_turn(const LocalMatrix& matrix, const Powers& powers, const PowersGhosts& ghosts = NoGhosts()) {
  for (int k = 1; k <= powers.powers(); ++k) {
    ghosts.start(k - 1);
    ghosts.finish(k - 1);
    for (const PowersChain& chain : powers.chains) {
      if (k >= static_cast<int>(chain.size())) continue;
      run(simplest_schedule(matrix, chain[0].width), {matrix, chain[k - 1], chain[k]}, NoExchange());
      finish_all_rows(powers, chain, k);
    }
  }
}

/// The matrix, and what plans are made from.
struct Planned {
  std::unique_ptr<LocalMatrix> matrix;
  GhostGroups groups;
  GroupGraph graph;

  [[nodiscard]] PowersPlan plan(int powers, int width, LocalIndex tile_rows, TileShape shape = TileShape::skewed,
                                Wanted wanted = Wanted::all) const {
    return plan_powers(groups, graph,
                       {.powers = powers,
                        .width = width,
                        .wanted = wanted,
                        .shape = shape,
                        .together = matrix->blocks_together(),
                        .tile_rows = tile_rows});
  }
};

inline Planned planned(const Sample& sample) {
  const CrsArrays arrays = sample.arrays();
  return {make_sell(arrays, {0, arrays.rows}, 8), find_ghost_groups(arrays), find_group_graph(arrays, 7)};
}

/// Carries out a plan on row numbers: an oracle that knows the matrix, not the plan's graph.
inline void check_order(const Sample& sample, const PowersPlan& plan) {
  const LocalIndex rows = sample.rows();
  // Per power and row: 0 not computed, otherwise the number of the piece that did, counted through all phases.
  std::vector<std::vector<int>> computed(plan.powers + 1, std::vector<int>(rows, 0));
  int piece = 0, first_of_phase = 0;
  bool once = true, ready = true;
  int there = -1;  // the last exchange that is finished
  for (const PowersPhase& phase : plan.phases) {
    if (phase.finish) there = *phase.finish;
    first_of_phase = piece + 1;
    LocalIndex i = 0;
    for (const LocalIndex end : phase.piece_ends) {
      ++piece;
      for (; i < end; ++i) {
        const int power = phase.steps[i].power;
        const RowRange range = phase.steps[i].rows;
        for (LocalIndex row = range.begin; row < range.end; ++row) {
          if (phase.steps[i].gets == Gets::loaded) {
            ready = ready && computed[power][row] == piece;
            continue;
          }
          for (const Entry& e : sample.row[row]) {
            if (e.column >= rows) {
              ready = ready && there >= power - 1;
              continue;
            }
            const int by = power == 1 ? -1 : computed[power - 1][e.column];
            ready = ready && by != 0 && (by < first_of_phase || by == piece);
          }
          once = once && std::exchange(computed[power][row], piece) == 0;
        }
      }
    }
  }
  CHECK(once);
  CHECK(ready);
  for (int power = 1; power <= plan.powers; ++power)
    CHECK(std::count(computed[power].begin(), computed[power].end(), 0) == 0);
}

/// Carries out the phases that use rings of the shortest period that they may have: an oracle for what is in them.
inline void check_rings(const Sample& sample, const PowersPlan& plan) {
  constexpr LocalIndex nothing = -1;
  bool there = true;
  for (const PowersPhase& phase : plan.phases) {
    if (phase.storage != PowersStorage::rings) continue;
    LocalIndex i = 0;
    for (std::size_t thread = 0; thread < phase.piece_ends.size(); ++thread) {
      std::vector<std::vector<LocalIndex>> rings;  // by power, the row that is in each place
      for (const PowersRing& ring : plan.rings[thread]) rings.emplace_back(ring.window, nothing);
      const auto has = [&](int power, LocalIndex row) {
        return power == 0 || rings[power - 1][row % plan.rings[thread][power - 1].window] == row;
      };
      for (; i < phase.piece_ends[thread]; ++i) {
        const auto& [power, rows, kept, gets] = phase.steps[i];
        for (LocalIndex row = rows.begin; row < rows.end && gets == Gets::computed; ++row) {
          for (const Entry& e : sample.row[row])
            there = there && (e.column >= sample.rows() || has(power - 1, e.column));
          there = there && (power < 2 || has(power - 2, row));
        }
        if (power == plan.powers) continue;
        for (LocalIndex row = rows.begin; row < rows.end; ++row)
          rings[power - 1][row % plan.rings[thread][power - 1].window] = row;
      }
    }
  }
  CHECK(there);
}

}  // namespace minikrylov::samples
