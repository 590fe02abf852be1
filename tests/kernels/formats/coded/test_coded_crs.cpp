// Coded CRS: codes that give back what was coded, and products with the bits of our own loop over rows.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/coded_crs/run_pieces.hpp"
#include "kernels/formats/coded_crs/run_product.hpp"
#include "kernels/formats/crs.hpp"
#include "tests/kernels/formats/coded/chunk_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;
using coded::ColumnCoding;
using coded::ValueCoding;

namespace {

constexpr LocalIndex most_columns = std::numeric_limits<LocalIndex>::max();

/// Rows of random lengths up to `longest`, whose numbers are of one kind in each run, with zeros among them in some,
/// and whose columns, in any order, are of one width. In some runs the rows follow one another.
CrsArrays random_rows(LocalIndex rows, LocalIndex longest, Draw& draw) {
  Sample sample;
  for (LocalIndex run = 0; run < rows; run += coded::run_rows) {
    const int kind = static_cast<int>(draw() % kinds);
    const auto width = std::uint64_t{1} << draw() % 32;
    const bool follow = draw() % 3 == 0;
    const auto zeros = draw_zeros(draw);
    for (LocalIndex i = run; i < std::min(rows, run + coded::run_rows); ++i) {
      const auto length = follow && i > run ? sample.row.back().size() : draw() % (longest + 1);
      std::vector<Entry> row(length);
      for (std::size_t e = 0; e < length; ++e) {
        const auto any = static_cast<LocalIndex>(std::min<std::uint64_t>(draw() % width, most_columns - rows));
        row[e] = {follow && i > run ? sample.row.back()[e].column + 1 : any,
                  draw() % 8 < zeros ? 0.0 : draw_special(draw, kind)};
      }
      sample.row.push_back(row);
    }
  }
  sample.ghosts = most_columns - rows;
  return sample.arrays();
}

/// Numbers and columns that do not come back as they were.
Offset wrong_entries(const CrsArrays& matrix, const coded::CodedChunks& runs) {
  const coded::Runs a{runs.pointers(), matrix.rows};
  Offset wrong = 0;
  for (LocalIndex row = 0; row < matrix.rows; ++row) {
    Offset e = matrix.offsets(row);
    coded::visit_row(a, row, [&](double value, LocalIndex column) {
      if (Kokkos::bit_cast<Bits>(value) != Kokkos::bit_cast<Bits>(matrix.values(e)) || column != matrix.columns(e))
        ++wrong;
      ++e;
    });
    if (e != matrix.offsets(row + 1)) ++wrong;
  }
  return wrong;
}

/// A x by our own loop, whatever else there is.
std::vector<double> by_rows(const LocalMatrix& matrix, const std::vector<double>& x, int width) {
  const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(matrix.rows()) * width, not_a_number),
                             matrix.rows(), width);
  matrix.multiply_rows(vector_of(x, matrix.rows(), width), {0, matrix.rows()}, {.rows = y.data.data()});
  return to_host(y.data);
}

CompressedMatrix coded_crs(const CrsArrays& matrix, Allowed allowed) {
  return make_coded_crs(matrix, {}, 0, allowed, Plain::kept);
}

}  // namespace

TEST_CASE("runs of rows come back with every bit and every column", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(std::random_device{}() % 1000);
  for (int trial = 0; trial < 10; ++trial)
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
      const CrsArrays matrix = random_rows(1003, 40, draw);
      REQUIRE(wrong_entries(matrix, coded::encode(coded::RunPieces(matrix), allowed)) == 0);
      const CrsArrays dense = random_rows(50, 7000, draw);  // more entries than places in a run have bits
      REQUIRE(wrong_entries(dense, coded::encode(coded::RunPieces(dense), allowed)) == 0);
    }
}

TEST_CASE("a million runs of rows come back with every bit and every column", "[.long][coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(8);
  for (int trial = 0; trial < 500; ++trial) {
    const CrsArrays matrix = random_rows(2000 * coded::run_rows, 12, draw);
    REQUIRE(wrong_entries(matrix, coded::encode(coded::RunPieces(matrix), Allowed::all)) == 0);
  }
}

TEST_CASE("coded crs has the bits of a plain loop over rows, in every code and width, and for every range", "[coded]") {
  if constexpr (!on_host) SKIP("a device has no loop over row blocks");
  for (int kind = 0; kind < kinds; ++kind) {
    const Sample sample = with_numbers(1703, kind % 2 == 0 ? 40 : 1000, kind, static_cast<unsigned>(71 + kind));
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
      const CompressedMatrix made = coded_crs(sample.arrays(), allowed);
      REQUIRE(made.plain_bytes == made.plain->allocated_bytes());
      REQUIRE(made.matrix->nonzeros() == sample.nonzeros());
      REQUIRE(made.matrix->columns() == sample.columns());
      for (const int width : {1, 2, 3, 4, 8, 16, 32}) {
        INFO("kind " << kind << " width " << width);
        const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 72);
        const auto expected = by_rows(*made.plain, x, width);
        REQUIRE(same_bits(product(*made.matrix, x, width), expected));
        REQUIRE(same_bits(by_rows(*made.matrix, x, width), expected));
        const RowRange some{64, 640};
        const Vector y = vector_of(std::vector<double>(expected.size(), -1.0), sample.rows(), width);
        made.matrix->multiply(vector_of(x, sample.rows(), width), y, some);
        auto part = expected;
        for (std::size_t e = 0; e < part.size(); ++e)
          if (e < std::size_t{64} * width || e >= std::size_t{640} * width) part[e] = -1;
        REQUIRE(same_bits(to_host(y.data), part));
      }
    }
  }
}

TEST_CASE("the coded transpose of crs has the bits of the plain one, in every code and width", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind) {
    if (!on_host && !has_exact_sums(kind)) continue;  // its threads add to an element in any order
    const Sample sample = with_numbers(377, kind % 2 == 0 ? 60 : 1000, kind, 73);
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
      const CompressedMatrix made = coded_crs(sample.arrays(), allowed);
      for (const int width : {1, 2, 3, 4, 8, 16, 32}) {
        INFO("kind " << kind << " width " << width);
        const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 74);
        REQUIRE(same_bits(transposed_product(*made.matrix, x, width), transposed_product(*made.plain, x, width)));
      }
    }
  }
}

TEST_CASE("runs that repeat are stored once, and columns in the narrowest code", "[coded]") {
  const CompressedMatrix repeated = coded_crs(banded(8000, 40).arrays(), Allowed::tables);
  CHECK(repeated.shares.columns[static_cast<std::size_t>(ColumnCoding::consecutive)].chunks > 490);
  CHECK(share_of(repeated.shares, ValueCoding::table8).chunks == 500);
  Sample same = banded(8000, 40);
  for (auto& row : same.row)
    for (Entry& e : row) e.value = 1.0 / 3;
  const CompressedMatrix once = coded_crs(same.arrays(), Allowed::all);
  CHECK(once.shares.stored_chunks < 10);
  CHECK(once.matrix->allocated_bytes() < 8000 + 3000);
  const auto columns = [](LocalIndex reach) {
    return coded_crs(with_numbers(4000, reach, 0, 75).arrays(), Allowed::all).shares.columns;
  };
  CHECK(columns(100)[static_cast<std::size_t>(ColumnCoding::listed8)].chunks > 200);
  CHECK(columns(3000)[static_cast<std::size_t>(ColumnCoding::listed16)].chunks > 200);
}
