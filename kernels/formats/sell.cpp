// SELL-C-σ: dispatch to the kernel compiled for a chunk height and a number of right-hand sides.
#include "kernels/formats/sell.hpp"

#include "kernels/formats/sell_product.hpp"
#include "kernels/formats/sell_transposed.hpp"

namespace minikrylov {
namespace {

using Place = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>;

template <int C> class SellMatrix final : public LocalMatrix {
 public:
  SellMatrix(SellArrays arrays, Offset nonzeros)
      : a_(std::move(arrays)),
        columns_(compact_columns(a_)),
        nonzeros_(nonzeros),
        group_chunks_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a_.group_chunks)) {
    a_.columns = {};  // replaced by the compact ones
  }

  [[nodiscard]] LocalIndex rows() const override { return a_.rows; }
  [[nodiscard]] LocalIndex columns() const override { return a_.column_count; }
  [[nodiscard]] Offset nonzeros() const override { return nonzeros_; }
  [[nodiscard]] Offset stored_entries() const override { return static_cast<Offset>(a_.values.extent(0)); }
  [[nodiscard]] RowLoop row_loop() const override { return on_host ? RowLoop::of_schedule : RowLoop::of_format; }
  [[nodiscard]] Offset allocated_bytes() const override { return allocated_bytes_of(a_, columns_); }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    if constexpr (on_host)
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
        sell::multiply_chunks<C, M>(chunks(), first_chunk(rows.begin), first_chunk(rows.end), x.data.data(), x.width,
                                    y);
      });
    else
      Kokkos::abort("sell by rows on a device (blocks are for hosts) multiply ranges of rows");
  }

  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host)
      Kokkos::abort("sell by a kernel of its own on a host (its threads multiply row blocks) run a schedule");
    else
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) { launch<M>(x, y, rows); });
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    Kokkos::deep_copy(Exec(), y.data, 0.0);
    Exec().fence("y = 0");
    if constexpr (on_host)
      sell::add_transposed<C>(chunks(), a_.chunks(), x.data.data(), x.width, y.data.data());
    else
      Kokkos::parallel_for("y = Aᵀ x (sell)", Place(0, Offset{a_.chunks()} * C),
                           sell::AddTransposed<C>{chunks(), x.data.data(), y.data.data(), x.width});
  }

 private:
  [[nodiscard]] sell::Chunks chunks() const {
    return {.first_rows = a_.first_rows.data(),
            .offsets = a_.offsets.data(),
            .column_begins = columns_.begins.data(),
            .columns = columns_.columns.data(),
            .values = a_.values.data()};
  }

  /// The first chunk of the first group at or after `row`; row blocks are whole groups.
  [[nodiscard]] LocalIndex first_chunk(LocalIndex row) const {
    constexpr LocalIndex group = SellArrays::group_rows;
    return group_chunks_((row + group - 1) / group);
  }

  template <int M> void launch(const Vector& x, const Vector& y, RowRange rows) const {
    const LocalIndex first = first_chunk(rows.begin), last = first_chunk(rows.end);
    Kokkos::parallel_for(
        "y = A x (sell)", Place(0, Offset{last - first} * C * x.width),
        sell::Elements<C, M>{
            .a = chunks(), .first_chunk = first, .x = x.data.data(), .width = x.width, .y = y.data.data()});
  }

  SellArrays a_;
  SellColumns columns_;
  Offset nonzeros_;
  Kokkos::View<LocalIndex*, Kokkos::HostSpace> group_chunks_;  ///< a host copy of a_.group_chunks
};

}  // namespace

std::unique_ptr<LocalMatrix> make_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk) {
  return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<LocalMatrix> {
    return std::make_unique<SellMatrix<C>>(make_sell_arrays(matrix, parts, C), matrix.nonzeros());
  });
}

}  // namespace minikrylov
