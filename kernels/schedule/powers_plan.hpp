// The order in which the rows of several powers of a matrix are computed, so that the matrix is read from memory about
// once. Planned once per operator, number of powers and width.
#pragma once
#include <optional>
#include <vector>

#include "kernels/schedule/group_graph.hpp"
#include "kernels/schedule/interior.hpp"
#include "kernels/schedule/powers.hpp"

namespace minikrylov {

/// Whether rows of a power are kept in its vector, or only in a ring until the next powers have read them.
enum class Kept { no, yes };

/// Rows of y_k = p_k(A) y_0.
struct PowersStep {
  int power = 1;  ///< k
  RowRange rows;
  Kept kept = Kept::yes;
};

/// Of one power: all rows that a thread computes, and how many successive ones it needs at a time.
struct PowersRing {
  RowRange rows;
  LocalIndex window = 0;
};
/// Of y_1 … y_{s-1}.
using PowersRings = std::vector<PowersRing>;

/// Where the steps of a phase find and leave lower powers.
enum class PowersStorage {
  vectors,
  rings  ///< of each thread; kept rows are copied to the vectors
};

/// Which messages are on their way during a phase.
enum class InFlight { nothing, ghosts };

/// The work of threads between two barriers. An exchange of ghosts is named by the power that they belong to.
struct PowersPhase {
  std::optional<int> start;   ///< the exchange that is started before
  std::optional<int> finish;  ///< the exchange that is finished before, after that start
  std::vector<PowersStep> steps;
  std::vector<LocalIndex> piece_ends;  ///< in `steps`; piece t is computed by thread t
  InFlight in_flight = InFlight::nothing;
  PowersStorage storage = PowersStorage::vectors;

  /// Rows of its steps of this power and above.
  [[nodiscard]] Offset rows(int from_power = 1) const;
};

/// Phases in order. Exchanges are started once all rows of their power that other ranks need are there.
struct PowersPlan {
  int powers = 1;            ///< s
  LocalIndex tile_rows = 0;  ///< rows of a tile of one power; 0: one power after the other
  std::vector<PowersPhase> phases;
  std::vector<PowersRings> rings{};  ///< per thread, for phases with rings
  Prefetching ahead{};
  /// The share of all rows of all powers that are computed while the matrix is in cache, from a power below.
  double rows_in_cache = 0;
  double in_rings = 0;     ///< the share of rows whose lower powers are in rings
  Offset hidden_rows = 0;  ///< rows of all powers that are computed while ghosts are in flight
};

/// Whether other ranks send ghosts to this one, or take some from it.
enum class Neighbours { none, some };

/// Which powers' ghosts come from other ranks.
enum class Exchanges {
  of_each_power,
  of_first  ///< those of y_0; further ones are computed at the start of their exchange
};

/// The shape of tiles.
enum class TileShape {
  skewed,  ///< each row of each power is computed once, in its vector
  strips   ///< overlapping, with lower powers in rings, see powers_strips.hpp
};

[[nodiscard]] constexpr const char* name_of(TileShape shape) {
  return shape == TileShape::skewed ? "skewed" : "strips";
}

/// Requirements of a plan.
struct PowersNeeds {
  int powers = 1;
  int width = 1;
  Wanted wanted = Wanted::all;
  TileShape shape = TileShape::skewed;
  LocalIndex together = 1;   ///< see LocalMatrix::blocks_together()
  LocalIndex tile_rows = 0;  ///< see PowersPlan
  Neighbours neighbours = Neighbours::none;
  Exchanges exchanges = Exchanges::of_each_power;
  Hiding hiding = Hiding::nothing;
  Prefetching ahead{};
};

/// Skewed tiles: a thread computes its rows tile by tile; after each it computes all rows of higher powers whose
/// operands are available, which on a grid trail by one layer per power (M. Hoemmen, Communication-avoiding Krylov
/// subspace methods, PhD thesis, Berkeley (2010), section 2.1; C. Alappat et al., IEEE TPDS 34 (2023) 581-597 for
/// graphs). Rows near other threads' follow once these are done, then, power by power, those that need the ghosts of
/// higher powers. With hiding, tiles do without any ghosts, and of what is left of a power, those rows that need none
/// are computed first. Each row of each power is computed once. Not collective.
[[nodiscard]] PowersPlan plan_powers(const GhostGroups& ghosts, const GroupGraph& graph, const PowersNeeds& needs);

/// Whether y_{k+2} may overwrite y_k in any plan: then no group is written before all that read it have read it. True
/// if groups read each other mutually, and those with rows that are `sent` to other ranks need ghosts themselves.
[[nodiscard]] bool may_alternate(const GroupGraph& graph, const GhostGroups& ghosts,
                                 const std::vector<LocalIndex>& sent);

}  // namespace minikrylov
