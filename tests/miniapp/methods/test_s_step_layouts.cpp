// s-step methods on odd partitions, and with all formats, codes and widths: no bit depends on how powers are computed.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <memory>

#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// Rows (-1, 2, -1).
SparseMatrix chain(LocalIndex rows) {
  SparseMatrix matrix{rows, {0}, {}, {}};
  for (LocalIndex row = 0; row < rows; ++row) {
    for (LocalIndex column = std::max(row - 1, 0); column <= std::min(row + 1, rows - 1); ++column) {
      matrix.columns.push_back(column);
      matrix.values.push_back(column == row ? 2 : -1);
    }
    matrix.offsets.push_back(matrix.nonzeros());
  }
  return matrix;
}

}  // namespace

TEST_CASE("boxes thinner than s, and ranks of a single row, leave every bit of a solve as it is", "[s-step]") {
  const TileShape shape = GENERATE(TileShape::skewed, TileShape::strips, TileShape::leaning);
  const int ranks = Communicator().size();
  MatrixLayout layout;
  layout.powers = 8;
  for (const PowersHalo halo : {PowersHalo::rounds, PowersHalo::deep})
    for (const bool tiny : {false, true}) {
      layout.powers_halo = halo;
      // Of a chain of six rows the last rank has what the others leave, which have one each.
      std::vector<int> owner;
      for (int row = 0; row < 6; ++row) owner.push_back(std::min(row, ranks - 1));
      const auto built =
          tiny ? std::make_unique<Distributed>(chain(6), owner, layout)
               : std::make_unique<Distributed>(make_problem(ProblemKind::poisson3d_7, {3, 3, 14}), layout);
      Distributed& system = *built;
      for (const char* name : {"ca-cg", "ca-pcg", "ca-bicgstab"}) {
        INFO(name << ", " << name_of(shape) << " tiles, halo " << name_of(halo)
                  << (tiny ? ", a chain" : ", thin boxes"));
        const Setting setting{.fixed_iterations = tiny ? 4 : 16,
                              .steps = std::string_view(name) == "ca-bicgstab" ? 4 : 8};
        system.set_powers({});
        const Solved plain = system.solve(*find_method(name), setting);
        const PowersTiles tiles{64, shape};
        system.set_powers({&system.system().group_graph, system.system().deep_halo.get(), tiles, tiles});
        const Solved tiled = system.solve(*find_method(name), setting);
        CHECK(plain.outcome.residual_history == tiled.outcome.residual_history);
        CHECK(plain.x == tiled.x);
      }
    }
}

TEST_CASE("tiles leave every bit of a solve with compressed matrices and up to 32 right-hand sides", "[s-step]") {
  const TileShape shape = GENERATE(TileShape::skewed, TileShape::strips, TileShape::leaning);
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::sell_block, MatrixFormat::crs})
    for (const Compression compression : {Compression::none, Compression::lossless})
      for (const int width : {1, 16, 32}) {
        MatrixLayout layout{.format = format, .compression = compression, .powers = 4};
        Distributed system(format == MatrixFormat::sell_block ? make_problem(ProblemKind::elasticity3d, {5, 4, 6})
                                                              : make_problem(ProblemKind::poisson3d_27, {9, 8, 10}),
                           layout);
        INFO(name_of(shape) << " tiles, " << name_of(format) << ", " << name_of(compression) << ", " << width
                            << " right-hand sides");
        const Setting setting{.width = width, .fixed_iterations = 8};
        system.set_powers({});
        const Solved plain = system.solve(*find_method("ca-pcg"), setting);
        const PowersTiles tiles{128, shape};
        system.set_powers({&system.system().group_graph, system.system().deep_halo.get(), tiles, tiles});
        const Solved tiled = system.solve(*find_method("ca-pcg"), setting);
        CHECK(plain.outcome.residual_history == tiled.outcome.residual_history);
        CHECK(plain.x == tiled.x);
      }
}

}  // namespace minikrylov::test
