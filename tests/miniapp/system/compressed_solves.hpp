// Comparing solves with and without compression of the matrix, bit for bit.
#pragma once
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/sell.hpp"
#include "miniapp/methods/catalogue.hpp"
#include "tests/bits.hpp"
#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test::compressed {

/// All methods that suit the problem, some iterations each.
inline SolveOptions all_methods(const ProblemOptions& problem, Symmetry symmetry, int iterations = 12) {
  SolveOptions options;
  options.problem = problem;
  for (const CatalogueRow& row : catalogue())
    if (repeats_exactly(row) && (symmetry == Symmetry::symmetric || row.family == Family::bicgstab))
      options.method.methods.push_back({row.name, row.preconditioning == Preconditioning::any
                                                      ? PreconditionerChoice::jacobi
                                                      : PreconditionerChoice::none});
  options.method.fixed_iterations = iterations;
  options.run = {.repetitions = 1, .warm_up = 0};
  return options;
}

/// A matrix whose products are all by its own loop over rows, and never by a library's.
class ByRows final : public LocalMatrix {
 public:
  explicit ByRows(std::unique_ptr<LocalMatrix> matrix) : matrix_(std::move(matrix)) {}
  [[nodiscard]] LocalIndex rows() const override { return matrix_->rows(); }
  [[nodiscard]] LocalIndex columns() const override { return matrix_->columns(); }
  [[nodiscard]] Offset nonzeros() const override { return matrix_->nonzeros(); }
  [[nodiscard]] Offset stored_entries() const override { return matrix_->stored_entries(); }
  [[nodiscard]] Offset allocated_bytes() const override { return matrix_->allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const override { return matrix_->digest(); }
  [[nodiscard]] RowLoop row_loop() const override { return matrix_->row_loop(); }
  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    matrix_->multiply_rows(x, rows, y);
  }
  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host)
      matrix_->multiply_rows(x, rows, {.rows = y.data.data() + Offset{rows.begin} * x.width});
    else
      matrix_->multiply(x, y, rows);
  }
  void multiply_transposed(const Vector& x, const Vector& y) const override { matrix_->multiply_transposed(x, y); }

 private:
  std::unique_ptr<LocalMatrix> matrix_;
};

/// Kokkos Kernels may add in another order than coded CRS.
inline void without_libraries(System& system) {
  if (system.layout.format == MatrixFormat::crs) system.matrix = std::make_unique<ByRows>(std::move(system.matrix));
}

/// Histories with and without compression, and what each solve says of it. `rows`: those of the problem. Returns the
/// solves with compression.
inline std::vector<SolveRecord> compare(const SourcedRows& rows, SolveOptions options,
                                        Compression compression = Compression::lossless) {
  const std::vector<SolveRecord> plain = solved(rows, options, without_libraries);
  options.matrix.compression = compression;
  const std::vector<SolveRecord> compressed = solved(rows, options);
  REQUIRE(plain.size() == compressed.size());
  for (std::size_t k = 0; k < plain.size(); ++k) {
    INFO(plain[k].method);
    // Iterations that a method does not judge are no numbers.
    CHECK(same_bits(plain[k].residual_history.values, compressed[k].residual_history.values));
    CHECK(same_bits(plain[k].true_relative_residual, compressed[k].true_relative_residual));
    CHECK(plain[k].overlap == compressed[k].overlap);
    CHECK(plain[k].compression == Compression::none);
  }
  return compressed;
}

/// The same, with rows assembled or read for the purpose, of a matrix that codes make smaller.
inline std::vector<SolveRecord> compare(const SolveOptions& options, Compression compression = Compression::lossless) {
  std::vector<SolveRecord> compressed = compare(
      source_rows(source_of(options.problem, options.partition, options.method), Communicator()), options, compression);
  for (const SolveRecord& record : compressed) CHECK(record.compression == compression);
  return compressed;
}

/// Cases take turns with the heights of chunks, so that each meets several matrices.
class ChunkHeights {
 public:
  int next() { return sell_chunks[taken_++ % std::size(sell_chunks)]; }

 private:
  std::size_t taken_ = 0;
};

/// All overlaps there are, in small chunks of rows.
inline std::vector<HaloOptions> overlaps() {
  std::vector<HaloOptions> all;
  for (const auto& name : Names<Overlap>::table)
    if (on_host || name.value != Overlap::guided)
      all.push_back(
          {.overlap = name.value, .chunk_rows = hands_out_chunks(name.value) ? std::optional(1) : std::nullopt});
  return all;
}

}  // namespace minikrylov::test::compressed
