// SELL-C-σ of blocks: choosing the compiled kernel for a block, a chunk height and a width, and launching it.
#include "kernels/formats/sell_block.hpp"

#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block_product.hpp"

namespace minikrylov {
namespace {

using Place = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>;

/// y ← y + Aᵀ x, the row of each place of a chunk; y is shared between threads of a device.
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
 public:
  SellBlockMatrix(SellArrays arrays, Offset nonzeros)
      : a_(std::move(arrays)),
        columns_(compact_columns(a_)),
        nonzeros_(nonzeros),
        group_chunks_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a_.group_chunks)) {
    a_.columns = {};  // the compact ones serve
  }

  [[nodiscard]] LocalIndex rows() const override { return a_.rows * B; }
  [[nodiscard]] LocalIndex columns() const override { return a_.column_count * B; }
  [[nodiscard]] Offset nonzeros() const override { return nonzeros_; }
  [[nodiscard]] Offset stored_entries() const override { return static_cast<Offset>(a_.values.extent(0)); }
  [[nodiscard]] bool fuses() const override { return on_host; }

  [[nodiscard]] Offset allocated_bytes() const override { return allocated_bytes_of(a_, columns_); }

  void multiply(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block,
                const BlockTask* after) const override {
    sell::with_width(x.width,
                     [&]<int M>(std::integral_constant<int, M>) { launch<M>(x, y, first_block, last_block, after); });
  }

  void multiply_block(const Vector& x, const Vector& y, LocalIndex block, const Beside&) const override {
    if constexpr (on_host)
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
        blocks<M>(x, y, block, block + 1, nullptr)(block / B);
      });
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
    return {a_.first_rows.data(), a_.offsets.data(), columns_.begins.data(), columns_.columns.data(), a_.values.data()};
  }

  /// The product of a host, group by group.
  template <int M>
  [[nodiscard]] sell::PointBlocks<B> blocks(const Vector& x, const Vector& y, LocalIndex first_block,
                                            LocalIndex last_block, const BlockTask* after) const {
    return {chunks(),      group_chunks_.data(), RowBlocks::of(rows(), x.width),
            first_block,   last_block,           sell::multiply_block_chunks<B, C, M>,
            x.data.data(), y.data.data(),        x.width,
            after};
  }

  template <int M>
  void launch(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block,
              const BlockTask* after) const {
    if (first_block >= last_block) return;
    if constexpr (on_host) {
      for_blocks("y = A x (sell-block)", first_block / B, (last_block + B - 1) / B,
                 blocks<M>(x, y, first_block, last_block, after));
    } else {
      constexpr LocalIndex group = B * SellArrays::group_rows;
      const RowBlocks blocks = RowBlocks::of(this->rows(), x.width);
      const sell::RowRange rows{blocks.begin(first_block), blocks.end(last_block - 1)};
      const LocalIndex first = group_chunks_(rows.begin / group);
      const LocalIndex last = group_chunks_((rows.end + group - 1) / group);
      Kokkos::parallel_for("y = A x (sell-block)", Place(0, Offset{last - first} * B * C * x.width),
                           sell::BlockElements<B, C, M>{chunks(), first, rows, x.data.data(), x.width, y.data.data()});
    }
  }

  SellArrays a_;
  SellColumns columns_;
  Offset nonzeros_;
  Kokkos::View<LocalIndex*, Kokkos::HostSpace> group_chunks_;  ///< a copy that main() can read
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
