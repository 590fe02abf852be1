// SELL-C-σ of blocks: dispatch to the kernel compiled for a block, a chunk height and a width.
#include "kernels/formats/sell_block.hpp"

#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block_product.hpp"

namespace minikrylov {
namespace {

using Place = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>;

/// y ← y + Aᵀ x, the terms of one row of a chunk. Device threads share y, so they add atomically.
template <int B, int C> struct AddTransposedBlocks {
  sell::Chunks a;
  const double* x;
  double* y;
  int width;

  KOKKOS_FUNCTION void operator()(Offset place) const {
    const auto c = static_cast<LocalIndex>(place / (B * C));
    const int r = static_cast<int>(place / C % B), lane = static_cast<int>(place % C);
    const LocalIndex point = a.first_rows[c] + lane;
    if (point >= a.first_rows[c + 1]) return;
    const double *values = a.values + a.offsets[c] * (B * B), *from = x + (Offset{point} * B + r) * width;
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
    sell::with_columns<C>(a, c, [&](const auto& columns) {
      for (Offset k = 0; k < length; ++k)
        for (int d = 0; d < B; ++d) {
          const double value = values[k * (B * B * C) + sell::place_in_block<B, C>(r, d, lane)];
          for (int j = 0; j < width; ++j) {
            double& sum = y[(Offset{columns(k, lane)} * B + d) * width + j];
            if constexpr (on_host)
              sum += value * from[j];
            else
              Kokkos::atomic_add(&sum, value * from[j]);
          }
        }
    });
  }
};

template <int B, int C> class SellBlockMatrix final : public LocalMatrix {
  static_assert(B <= max_blocks_together);

 public:
  SellBlockMatrix(SellArrays arrays, Offset nonzeros)
      : a_(std::move(arrays)),
        columns_(compact_columns(a_)),
        nonzeros_(nonzeros),
        group_chunks_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a_.group_chunks)) {
    a_.columns = {};  // replaced by the compact ones
  }

  [[nodiscard]] LocalIndex rows() const override { return a_.rows * B; }
  [[nodiscard]] LocalIndex columns() const override { return a_.column_count * B; }
  [[nodiscard]] Offset nonzeros() const override { return nonzeros_; }
  [[nodiscard]] Offset stored_entries() const override { return static_cast<Offset>(a_.values.extent(0)); }
  [[nodiscard]] RowLoop row_loop() const override { return on_host ? RowLoop::of_schedule : RowLoop::of_format; }
  /// A single row block need not be whole points, but B of them are whole groups of 64 points.
  [[nodiscard]] LocalIndex blocks_together() const override { return B; }

  [[nodiscard]] Offset allocated_bytes() const override { return allocated_bytes_of(a_, columns_); }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    if constexpr (on_host)
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
        sell::multiply_block_chunks<B, C, M>(chunks(), first_chunk(rows.begin), first_chunk(rows.end), x.data.data(),
                                             x.width, y);
      });
    else
      Kokkos::abort("sell-block by rows on a device (blocks are for hosts) multiply ranges of rows");
  }

  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host)
      Kokkos::abort("sell-block by a kernel of its own on a host (its threads multiply row blocks) run a schedule");
    else
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) { launch<M>(x, y, rows); });
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    Kokkos::deep_copy(Exec(), y.data, 0.0);
    Exec().fence("y = 0");
    const AddTransposedBlocks<B, C> add{chunks(), x.data.data(), y.data.data(), x.width};
    const Offset places = Offset{a_.chunks()} * B * C;
    if constexpr (on_host)
      for (Offset place = 0; place < places; ++place) add(place);
    else
      Kokkos::parallel_for("y = Aᵀ x (sell-block)", Place(0, places), add);
  }

 private:
  [[nodiscard]] sell::Chunks chunks() const {
    return {.first_rows = a_.first_rows.data(),
            .offsets = a_.offsets.data(),
            .column_begins = columns_.begins.data(),
            .columns = columns_.columns.data(),
            .values = a_.values.data()};
  }

  /// The first chunk of the first group at or after `row`, a row of a single unknown.
  [[nodiscard]] LocalIndex first_chunk(LocalIndex row) const {
    constexpr LocalIndex group = B * SellArrays::group_rows;
    return group_chunks_((row + group - 1) / group);
  }

  template <int M> void launch(const Vector& x, const Vector& y, RowRange rows) const {
    const LocalIndex first = first_chunk(rows.begin), last = first_chunk(rows.end);
    Kokkos::parallel_for(
        "y = A x (sell-block)", Place(0, Offset{last - first} * B * C * x.width),
        sell::BlockElements<B, C, M>{
            .a = chunks(), .first_chunk = first, .x = x.data.data(), .width = x.width, .y = y.data.data()});
  }

  SellArrays a_;
  SellColumns columns_;
  Offset nonzeros_;
  Kokkos::View<LocalIndex*, Kokkos::HostSpace> group_chunks_;  ///< a host copy of a_.group_chunks
};

}  // namespace

std::unique_ptr<LocalMatrix> make_sell_block(const CrsArrays& points, const std::vector<LocalIndex>& parts, int chunk) {
  return with_block(points.block, [&]<int B>(std::integral_constant<int, B>) {
    return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<LocalMatrix> {
      return std::make_unique<SellBlockMatrix<B, C>>(make_sell_arrays(points, parts, C), points.nonzeros());
    });
  });
}

}  // namespace minikrylov
