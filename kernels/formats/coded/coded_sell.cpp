// Coded SELL: choosing the compiled kernel for a chunk height and a number of right-hand sides, and launching it.
#include "kernels/formats/coded/coded_sell.hpp"

#include "kernels/formats/coded/coded_product.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_columns.hpp"

namespace minikrylov {
namespace {

using Place = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>;

template <int C> class CodedSellMatrix final : public LocalMatrix {
 public:
  CodedSellMatrix(coded::CodedChunks chunks, Offset nonzeros)
      : a_(std::move(chunks)),
        nonzeros_(nonzeros),
        group_chunks_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a_.group_chunks)) {}

  [[nodiscard]] LocalIndex rows() const override { return a_.rows; }
  [[nodiscard]] LocalIndex columns() const override { return a_.column_count; }
  [[nodiscard]] Offset nonzeros() const override { return nonzeros_; }
  [[nodiscard]] Offset stored_entries() const override { return a_.entries; }
  [[nodiscard]] RowLoop row_loop() const override { return on_host ? RowLoop::of_schedule : RowLoop::of_format; }
  [[nodiscard]] Offset allocated_bytes() const override { return a_.allocated_bytes(); }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    if constexpr (on_host)
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
        coded::multiply_chunks<C, M>(a_.pointers(), first_chunk(rows.begin), first_chunk(rows.end), x.data.data(),
                                     x.width, y);
      });
    else
      Kokkos::abort("coded sell by rows on a device (blocks are for hosts) multiply ranges of rows");
  }

  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host)
      Kokkos::abort("coded sell by a kernel of its own on a host (its threads multiply row blocks) run a schedule");
    else
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) { launch<M>(x, y, rows); });
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    Kokkos::deep_copy(Exec(), y.data, 0.0);
    Exec().fence("y = 0");
    if constexpr (on_host)
      coded::add_transposed<C>(a_.pointers(), a_.chunk_count(), x.data.data(), x.width, y.data.data());
    else
      Kokkos::parallel_for("y = Aᵀ x (coded sell)", Place(0, Offset{a_.chunk_count()} * C),
                           coded::AddTransposed<C>{a_.pointers(), x.data.data(), y.data.data(), x.width});
  }

 private:
  /// The chunk with which the first group from `row` on begins: blocks of rows begin and end with groups.
  [[nodiscard]] LocalIndex first_chunk(LocalIndex row) const {
    constexpr LocalIndex group = SellArrays::group_rows;
    return group_chunks_((row + group - 1) / group);
  }

  template <int M> void launch(const Vector& x, const Vector& y, RowRange rows) const {
    const LocalIndex first = first_chunk(rows.begin), last = first_chunk(rows.end);
    Kokkos::parallel_for(
        "y = A x (coded sell)", Place(0, Offset{last - first} * C * x.width),
        coded::Elements<C, M>{
            .a = a_.pointers(), .first_chunk = first, .x = x.data.data(), .width = x.width, .y = y.data.data()});
  }

  coded::CodedChunks a_;
  Offset nonzeros_;
  Kokkos::View<LocalIndex*, Kokkos::HostSpace> group_chunks_;  ///< a copy that main() can read
};

}  // namespace

CodedSell make_coded_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk,
                          coded::Allowed allowed) {
  return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> CodedSell {
    SellArrays arrays = make_sell_arrays(matrix, parts, C);
    const Kokkos::Timer timer;
    coded::CodedChunks chunks = coded::encode(arrays, allowed);
    const double seconds = timer.seconds();
    const SellColumns columns = compact_columns(arrays);
    arrays.columns = {};
    const coded::Shares shares = chunks.shares;
    return {.matrix = std::make_unique<CodedSellMatrix<C>>(std::move(chunks), matrix.nonzeros()),
            .shares = shares,
            .plain_bytes = allocated_bytes_of(arrays, columns),
            .seconds = seconds};
  });
}

}  // namespace minikrylov
