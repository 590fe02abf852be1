// Matrix powers: whatever the tiles, each row of each power is computed once, when its operands are there, with the
// bits of one product after the other.
#include <catch2/generators/catch_generators.hpp>

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/powers_rows.hpp"
#include "kernels/formats/sell_block.hpp"
#include "kernels/schedule/powers_strips.hpp"
#include "kernels/schedule/powers_tiles.hpp"
#include "tests/kernels/block_samples.hpp"
#include "tests/kernels/coded_samples.hpp"
#include "tests/kernels/powers_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

Planned planned_blocks(const Sample& points, int block) {
  const CrsArrays rows = blown_up(points, block, 5).arrays();
  return {make_sell_block(to_blocks(rows, block), {0, rows.rows / block}, 8), find_ghost_groups(rows),
          find_group_graph(rows, 8 * block - 1)};
}

Planned planned_code(const Sample& sample) {
  const CrsArrays rows = sample.arrays();
  return {make_coded_sell(rows, {0, rows.rows}, 8, coded::Allowed::all, Plain::dropped).matrix, find_ghost_groups(rows),
          find_group_graph(rows, 7)};
}

/// In chunks of another height.
Planned planned_chunks(const Sample& sample, int chunk) {
  const CrsArrays rows = sample.arrays();
  return {make_sell(rows, {0, rows.rows}, chunk), find_ghost_groups(rows), find_group_graph(rows, chunk - 1)};
}

/// Numbers of one kind instead.
Sample with_drawn(Sample sample, int kind) {
  Draw draw(static_cast<unsigned>(kind));
  for (auto& row : sample.row)
    for (Entry& e : row) e.value = draw_number(draw, kind);
  return sample;
}

void compare(const Planned& from, int width, int powers, LocalIndex tile_rows, TileShape shape,
             const Array<double>& inverse_diagonal) {
  INFO(name_of(shape) << ", width " << width << ", " << powers << " powers, tiles of " << tile_rows << " rows");
  const LocalIndex rows = from.matrix->rows();
  const auto p = columns(rows, width, powers, 1), r = columns(rows, width, powers - 1, 2);
  const auto p_in_turn = columns(rows, width, powers, 1), r_in_turn = columns(rows, width, powers - 1, 2);
  const PowersChain tiled[] = {p, r}, plain[] = {p_in_turn, r_in_turn};
  RingVectors rings;
  run_powers(from.plan(powers, width, tile_rows, shape), rings, *from.matrix, {recurrence, tiled, inverse_diagonal},
             NoGhosts());
  in_turn(*from.matrix, {recurrence, plain, inverse_diagonal});
  for (int k = 1; k <= powers; ++k) {
    CHECK(to_host(p[k].data) == to_host(p_in_turn[k].data));
    if (k < powers) CHECK(to_host(r[k].data) == to_host(r_in_turn[k].data));
  }
}

/// Only the last power is kept; the others use two vectors in turn.
void compare_alternating(const Planned& from, int width, int powers, LocalIndex tile_rows) {
  INFO("width " << width << ", " << powers << " powers, tiles of " << tile_rows << " rows");
  const auto y = columns(from.matrix->rows(), width, powers, 1);
  const auto y_in_turn = columns(from.matrix->rows(), width, powers, 1);
  std::vector<Vector> in_two = y;
  for (int k = 3; k <= powers; ++k) in_two[k] = y[2 - k % 2];
  const PowersChain tiled(in_two), plain(y_in_turn);
  RingVectors rings;
  run_powers(from.plan(powers, width, tile_rows), rings, *from.matrix, {recurrence, {&tiled, 1}}, NoGhosts());
  in_turn(*from.matrix, {recurrence, {&plain, 1}});
  CHECK(to_host(in_two[powers].data) == to_host(y_in_turn[powers].data));
}

}  // namespace

TEST_CASE("matrix powers have the bits of one product after the other", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const LocalIndex tile_rows = GENERATE(0, 64, 192, 700, 100000);
  const int powers = GENERATE(1, 2, 4, 6);
  const TileShape shape = GENERATE(TileShape::skewed, TileShape::strips);
  const Planned star = planned(star_sample(16, 12, 30)), cube = planned(cube_sample(10, 12, 14)),
                any = planned(random_sample(3000, 0, 9, 3)), band = planned(banded(5000, 70));
  for (const Planned* from : {&star, &cube, &any, &band})
    for (const int width : {1, 3}) {
      compare(*from, width, powers, tile_rows, shape, {});
      compare(*from, width, powers, tile_rows, shape, to_device(random_values(from->matrix->rows(), 9)));
    }
  compare(planned_blocks(star_sample(9, 8, 20), 3), 2, powers, tile_rows, shape, {});
}

TEST_CASE("powers of coded matrices have these bits as well, in every code and for rows of any length", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  // 7, 5, 27 and 9 entries a row, lines that end within a chunk, and rows that are all different.
  const Sample samples[] = {star_sample(16, 12, 30), star_sample(40, 37, 1),  cube_sample(16, 9, 10),
                            cube_sample(40, 37, 1),  star_sample(13, 11, 17), random_sample(3000, 0, 9, 3)};
  const auto compare_all = [](const Planned& from) {
    const LocalIndex rows = from.matrix->rows();
    for (const TileShape shape : {TileShape::skewed, TileShape::strips}) {
      compare(from, 1, 4, 192, shape, {});
      compare(from, 1, 6, 192, shape, to_device(random_values(static_cast<std::size_t>(rows), 9)));
    }
  };
  for (const Sample& sample : samples) {
    const Planned repeated = planned_code(sample);
    CHECK((repeated.matrix->finishing(1) == Finishing::in_registers) == sell::finishes_in_registers<8>);
    CHECK(repeated.matrix->finishing(2) == Finishing::of_stored_rows);
    compare_all(repeated);
    for (int kind = 0; kind < kinds; ++kind) {
      INFO(sample.rows() << " rows, numbers of kind " << kind);
      compare_all(planned_code(with_drawn(sample, kind)));
    }
  }
}

TEST_CASE("powers of chunks of any height have these bits, finished in registers or not", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const Sample star = star_sample(13, 11, 17);
  for (const int chunk : sell_chunks) {
    const Planned from = planned_chunks(star, chunk);
    INFO("chunks of " << chunk << " rows");
    CHECK((from.matrix->finishing(1) == Finishing::in_registers) == (chunk == 8 && sell::finishes_in_registers<8>));
    compare(from, 1, 4, 192, TileShape::skewed, {});
    compare(from, 1, 4, 192, TileShape::strips, to_device(random_values(star.row.size(), 9)));
  }
}

TEST_CASE("strips leave the last power where only that is wanted, and keep lower ones in little memory", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const Planned star = planned(star_sample(16, 12, 200)), any = planned(random_sample(3000, 0, 9, 3));
  for (const Planned* from : {&star, &any})
    for (const int powers : {1, 2, 5})
      for (const int width : {1, 3}) {
        const LocalIndex rows = from->matrix->rows();
        const auto y = columns(rows, width, powers, 1), y_in_turn = columns(rows, width, powers, 1);
        const PowersChain tiled(y), plain(y_in_turn);
        RingVectors rings;
        run_powers(from->plan(powers, width, 64, TileShape::strips, Wanted::last), rings, *from->matrix,
                   {.terms = recurrence, .chains = {&tiled, 1}, .wanted = Wanted::last}, NoGhosts());
        in_turn(*from->matrix, {recurrence, {&plain, 1}});
        CHECK(to_host(y[powers].data) == to_host(y_in_turn[powers].data));
        if (from == &star && powers > 1) CHECK(rings.bytes() < Offset{8} * rows * width * (powers - 1));
      }
}

TEST_CASE("powers may use two vectors in turn where groups of rows read each other mutually", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const Sample star = star_sample(16, 12, 30);
  const Planned from = planned(star);
  REQUIRE(may_alternate(from.graph, from.groups, {}));
  for (const LocalIndex tile_rows : {0, 64, 192, 700})
    for (const int powers : {3, 4, 6})
      for (const int width : {1, 3}) compare_alternating(from, width, powers, tile_rows);

  const LocalIndex far = 64 * 50;
  CHECK_FALSE(may_alternate(from.graph, from.groups, {far}));  // sent, and needs no ghosts
  Sample one_way = star, to_ghost = star;
  one_way.row[0].push_back({far, 1});
  CHECK_FALSE(may_alternate(planned(one_way).graph, planned(one_way).groups, {}));
  to_ghost.ghosts = 1;
  to_ghost.row[far].push_back({star.rows(), 1});
  CHECK(may_alternate(planned(to_ghost).graph, planned(to_ghost).groups, {far}));
}

TEST_CASE("plans of matrix powers compute each row once, when its operands are there", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const Sample samples[] = {star_sample(16, 12, 30), cube_sample(10, 12, 14), random_sample(3000, 0, 9, 3),
                            banded(5000, 70), star_sample(300, 1, 1)};
  for (const Sample& sample : samples) {
    const Planned from = planned(sample);
    for (const LocalIndex tile_rows : {0, 64, 200, 1000, 100000})
      for (const int powers : {1, 3, 5}) {
        INFO("tiles of " << tile_rows << " rows, " << powers << " powers");
        const PowersPlan plan = from.plan(powers, 1, tile_rows);
        check_order(sample, plan);
        if (tile_rows == 0) CHECK(plan.rows_in_cache == 0);
        check_rings(sample, from.plan(powers, 1, tile_rows, TileShape::strips));
      }
  }
  const Sample grid = star_sample(16, 16, 64);
  CHECK(planned(grid).plan(4, 1, 64).rows_in_cache > 0.5);
}

TEST_CASE("rings of strips repeat after whole layers", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  for (const PowersRings& rings : planned(star_sample(16, 16, 64)).plan(4, 1, 64, TileShape::strips).rings)
    for (const PowersRing& ring : rings) CHECK((ring.window + LocalIndex{RingMemory::slack}) % (16 * 16) == 0);
  CHECK(in_whole_layers(1000, 0) == 1000);
  CHECK(in_whole_layers(1000, 256) == 1280 - LocalIndex{RingMemory::slack});
}

TEST_CASE("tiles fit the cache for which they are made", "[powers]") {
  const PowersNeeds needs{.powers = 4, .width = 1};
  CHECK(fitting_tile_rows(25600, needs, 76, 1e6) == 1984);  // 1e6 / (5 · (76 + 24)) = 2000 rows
  CHECK(fitting_tile_rows(25600, needs, 76, 1e3) == 0);
  CHECK(fitting_tile_rows(25600, needs, 76, 1e12) == 25600);
  // Rings of two vectors: 1e6 / (4 · 76 + 2 · (4 + 3 · 3) · 8) = 1953 rows.
  CHECK(fitting_tile_rows(25600, {.powers = 4, .width = 1, .shape = TileShape::strips}, 76, 1e6) == 1920);
}
