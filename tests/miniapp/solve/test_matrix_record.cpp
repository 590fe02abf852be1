// What is recorded of a matrix: the rates of its products, its codes, and what came of compression.
#include <fmt/format.h>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/report/report.hpp"
#include "miniapp/solve/job_system.hpp"
#include "miniapp/solve/matrix_record.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/timing/choices/compression.hpp"
#include "tests/kernels/coded_samples.hpp"
#include "tests/miniapp/sample_record.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

SourcedSystem cube_with(Compression compression, const Communicator& ranks) {
  SolveOptions options;
  options.problem = {.kind = ProblemKind::poisson3d_7, .size = {12, 12, 12}};
  options.matrix.compression = compression;
  options.method.methods = {{"pcg", PreconditionerChoice::jacobi}};
  return build_system(source_of(options.problem, options.partition, options.method),
                      layout_of(options.matrix, options.ordering, options.halo, options.method),
                      options.halo.gpu_aware_mpi, ranks);
}

MatrixRecord recorded(const SourcedSystem& sourced, const Communicator& ranks) {
  const CommonTriad triad(ranks, 1);
  const DistributedMatrix A(*sourced.system.matrix, *sourced.system.halo);
  return matrix_record(sourced, A, {triad, 1e9}, ranks);
}

/// The line of the report that says what came of compression.
std::string line_of_codes(const MatrixRecord& matrix) {
  Record record;
  record.matrix = matrix;
  return line_with(report_stages(record), "  codes ");
}

/// The sum of one amount over all codes of numbers, or of columns, or, without a name, of both.
double sum_of(double CodeRow::*amount, const MatrixRecord& matrix, std::string_view what = "") {
  double sum = 0;
  for (const CodeRow& code : matrix.codes)
    if (code.name.starts_with(what)) sum += code.*amount;
  return sum;
}

}  // namespace

TEST_CASE("both rates of a product are recorded: of the bytes that move, and CRS-equivalent", "[compression]") {
  const Communicator ranks;
  for (const Compression compression : {Compression::none, Compression::lossless}) {
    const SourcedSystem sourced = cube_with(compression, ranks);
    const MatrixRecord matrix = recorded(sourced, ranks);
    const System& system = sourced.system;
    const double vectors = ranks.reduce(8.0 * (system.matrix->columns() + system.rows), ReduceBy::sum);
    const double moved = static_cast<double>(matrix.bytes) + vectors;
    const double conventional =
        12 * static_cast<double>(system.global_nonzeros) + 16 * static_cast<double>(system.global_rows);
    REQUIRE(matrix.product_moved_bytes_per_second.has_value());
    CHECK(*matrix.product_moved_bytes_per_second / *matrix.product_bytes_per_second ==
          Catch::Approx(moved / conventional));
    if (compression == Compression::lossless) CHECK(moved < conventional);
  }
}

TEST_CASE("entries are recorded by code, as chunks and bytes are", "[compression]") {
  const Communicator ranks;
  for (const Compression compression : {Compression::lossless, Compression::tables, Compression::narrow}) {
    const MatrixRecord matrix = recorded(cube_with(compression, ranks), ranks);
    CHECK(sum_of(&CodeRow::entries, matrix, "values: ") == static_cast<double>(matrix.stored_entries));
    CHECK(sum_of(&CodeRow::entries, matrix, "columns: ") > 0);
    CHECK(sum_of(&CodeRow::chunks, matrix, "values: ") == sum_of(&CodeRow::chunks, matrix, "columns: "));
    CHECK(sum_of(&CodeRow::bytes, matrix) <= static_cast<double>(matrix.bytes));
    for (const CodeRow& code : matrix.codes) {
      CHECK(code.bytes > 0);
      CHECK(code.entries >= code.chunks);
    }
  }
  CHECK(recorded(cube_with(Compression::none, ranks), ranks).codes.empty());
}

TEST_CASE("of two matrices one is kept, and it is the one that is recorded", "[compression]") {
  const Communicator ranks;
  SourcedSystem sourced = cube_with(Compression::automatic, ranks);
  REQUIRE(sourced.system.plain != nullptr);
  const Offset plain = sourced.system.plain->allocated_bytes(), coded = sourced.system.matrix->allocated_bytes();
  CHECK(coded < plain);
  sourced.system = with_faster_matrix(std::move(sourced.system), 1, ranks);
  const System& kept = sourced.system;
  CHECK(kept.plain == nullptr);
  REQUIRE(kept.coding.has_value());
  CHECK(kept.coding->plain_bytes == plain);
  CHECK(kept.coding->coded_bytes == coded);
  CHECK(kept.coding->gain.value_or(0) > 0);
  const bool compressed = kept.coding->kept == KeptForm::coded;
  CHECK(compression_of(kept) == (compressed ? Compression::lossless : Compression::none));
  CHECK(kept.matrix->allocated_bytes() == (compressed ? coded : plain));
  CHECK(compressed == (*kept.coding->gain > 1.03));
}

TEST_CASE("auto records what it kept, the bytes of both, the time of the conversion, and the gain", "[compression]") {
  const Communicator ranks;
  for (const double gain : {0.5, 1.02, 2.0}) {
    SourcedSystem sourced = cube_with(Compression::automatic, ranks);
    sourced.system = with_matrix_of_times(std::move(sourced.system), {gain, 1.0});
    const MatrixRecord matrix = recorded(sourced, ranks);
    const bool compressed = gain > 1.03;
    CHECK(matrix.compression == (compressed ? Compression::lossless : Compression::none));
    CHECK(matrix.compression_asked == Compression::automatic);
    CHECK(matrix.coding_gain == gain);
    CHECK(matrix.bytes == (compressed ? matrix.coded_bytes : matrix.plain_bytes));
    CHECK(matrix.coded_bytes < matrix.plain_bytes);
    CHECK(matrix.coding_seconds.value_or(0) > 0);
    CHECK(matrix.codes.empty() != compressed);
    CHECK_THAT(
        line_of_codes(matrix),
        ContainsSubstring(compressed ? "auto keeps the compressed matrix: " : "auto keeps the uncompressed matrix: ") &&
            ContainsSubstring(" before, ") && ContainsSubstring(" after compression in ") &&
            ContainsSubstring(fmt::format("products are {:.2f} times as fast with it", gain)));
  }
}

TEST_CASE("without measurement there is no gain, without --compress nothing of compression", "[compression]") {
  const Communicator ranks;
  const MatrixRecord lossless = recorded(cube_with(Compression::lossless, ranks), ranks);
  CHECK(lossless.compression_asked == Compression::lossless);
  CHECK(lossless.bytes == lossless.coded_bytes);
  CHECK_FALSE(lossless.coding_gain.has_value());
  CHECK_THAT(line_of_codes(lossless),
             ContainsSubstring("lossless keeps the compressed matrix: ") && !ContainsSubstring("times as fast"));
  const MatrixRecord none = recorded(cube_with(Compression::none, ranks), ranks);
  CHECK_FALSE(none.compression_asked.has_value());
  CHECK_FALSE(none.plain_bytes.has_value());
  CHECK(line_of_codes(none).empty());
}

TEST_CASE("a matrix without anything to code stays as it is, and says so", "[compression]") {
  const Communicator ranks;
  samples::Sample sample;  // numbers of 52 bits, and columns far apart
  sample.ghosts = 1 << 24;
  samples::Draw draw(5);
  for (LocalIndex row = 0; row < 16; ++row) {
    sample.row.emplace_back();
    for (LocalIndex k = 0; k < 40; ++k)
      sample.row.back().push_back({k * 400000 + row * 40000, samples::draw_number(draw, samples::kinds - 1)});
  }
  for (const Compression compression : {Compression::lossless, Compression::automatic}) {
    const StoredMatrix stored =
        stored_matrix(sample.arrays(), natural_ordering(16), 1, {.compression = compression}, ranks);
    CHECK(stored.plain == nullptr);
    REQUIRE(stored.coding.has_value());
    CHECK(stored.coding->kept == KeptForm::plain);
    CHECK(stored.coding->asked == compression);
    CHECK(stored.coding->plain_bytes == stored.matrix->allocated_bytes());
    CHECK(stored.coding->coded_bytes > stored.coding->plain_bytes);
  }
  MatrixRecord matrix;
  matrix.compression_asked = Compression::lossless;
  CHECK_THAT(line_of_codes(matrix),
             ContainsSubstring("lossless keeps the uncompressed matrix, since there is nothing to code: "));
}

}  // namespace minikrylov
