// Coded CRS: a baseline in the same codes as SELL, so that the gain is that of compression alone.
#include "kernels/core/threads.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/coded_crs/run_pieces.hpp"
#include "kernels/formats/coded_crs/run_product.hpp"
#include "kernels/formats/crs.hpp"

namespace minikrylov {
namespace {

class CodedCrsMatrix final : public LocalMatrix {
 public:
  explicit CodedCrsMatrix(coded::CodedChunks runs) : a_(std::move(runs)) {}

  [[nodiscard]] LocalIndex rows() const override { return a_.rows; }
  [[nodiscard]] LocalIndex columns() const override { return a_.column_count; }
  [[nodiscard]] Offset nonzeros() const override { return a_.numbers; }
  [[nodiscard]] Offset stored_entries() const override { return a_.numbers; }
  [[nodiscard]] Offset allocated_bytes() const override { return a_.allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const override { return a_.digest(); }
  /// As for CRS that is not coded, so that both have the same fused kernels.
  [[nodiscard]] RowLoop row_loop() const override { return RowLoop::of_format; }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    if constexpr (!on_host)
      Kokkos::abort("coded crs by rows on a device (blocks are for hosts) multiply ranges of rows");
    coded::multiply_runs(runs(), first_run(rows.begin), first_run(rows.end), x, y);
  }

  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host)
      multiply_on_threads(x, y, rows);
    else
      Kokkos::parallel_for("y = A x (coded crs)", Rows(rows.begin, rows.end),
                           coded::MultiplyCodedRow{runs(), x.data.data(), y.data.data(), x.width});
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    clear_for_sums(y);
    const coded::AddTransposedCodedRow add{runs(), x.data.data(), y.data.data(), x.width};
    if constexpr (on_host) {
      for (LocalIndex row = 0; row < rows(); ++row) add(row);
    } else {
      Kokkos::parallel_for("y = Aᵀ x (coded crs)", Rows(0, rows()), add);
    }
  }

 private:
  using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>;

  [[nodiscard]] coded::Runs runs() const { return {a_.pointers(), a_.rows}; }
  /// The first run at or after `row`; row blocks are whole runs.
  [[nodiscard]] static LocalIndex first_run(LocalIndex row) { return (row + coded::run_rows - 1) / coded::run_rows; }

  void multiply_on_threads(const Vector& x, const Vector& y, RowRange rows) const {
    const LocalIndex first = first_run(rows.begin), count = first_run(rows.end) - first;
    const LocalIndex threads = host_threads();
    for_each_thread("y = A x (coded crs)", [&](LocalIndex thread) {
      const LocalIndex begin = first + share_begin(count, thread, threads);
      const LocalIndex end = first + share_begin(count, thread + 1, threads);
      coded::multiply_runs(runs(), begin, end, x, {.rows = y.data.data() + Offset{begin} * coded::run_rows * x.width});
    });
  }

  coded::CodedChunks a_;
};

}  // namespace

CompressedMatrix make_coded_crs(const CrsArrays& matrix, const std::vector<LocalIndex>& /*parts*/, int /*chunk*/,
                                coded::Allowed allowed, Plain plain) {
  const Kokkos::Timer timer;
  coded::CodedChunks runs = coded::encode(coded::RunPieces(matrix), allowed);
  const double seconds = timer.seconds();
  runs.rows = matrix.rows;
  runs.column_count = matrix.column_count;
  const coded::Shares shares = runs.shares;
  return {.matrix = std::make_unique<CodedCrsMatrix>(std::move(runs)),
          .plain = plain == Plain::kept ? make_crs(matrix) : nullptr,
          .shares = shares,
          .plain_bytes = static_cast<Offset>(sizeof(double) + sizeof(LocalIndex)) * matrix.nonzeros() +
                         static_cast<Offset>(sizeof(int) * matrix.offsets.size()),
          .seconds = seconds};
}

}  // namespace minikrylov
