// SELL-C-σ: choosing the compiled kernel for a chunk height and a number of right-hand sides, and launching it.
#include "kernels/formats/sell.hpp"

#include "kernels/formats/sell_product.hpp"
#include "kernels/formats/sell_transposed.hpp"
#include "kernels/schedule/block_loops.hpp"

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
    a_.columns = {};  // the compact ones serve
  }

  [[nodiscard]] LocalIndex rows() const override { return a_.rows; }
  [[nodiscard]] LocalIndex columns() const override { return a_.column_count; }
  [[nodiscard]] Offset nonzeros() const override { return nonzeros_; }
  [[nodiscard]] Offset stored_entries() const override { return static_cast<Offset>(a_.values.extent(0)); }
  [[nodiscard]] bool fuses() const override { return on_host; }
  [[nodiscard]] bool streams() const override { return on_host; }

  [[nodiscard]] Offset allocated_bytes() const override { return allocated_bytes_of(a_, columns_); }

  void multiply(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block,
                const BlockTask* after) const override {
    if constexpr (on_host)
      for_blocks("y = A x (sell)", first_block, last_block, MultiplyBlock{*this, x, y, after});
    else
      sell::with_width(x.width,
                       [&]<int M>(std::integral_constant<int, M>) { launch<M>(x, y, first_block, last_block); });
  }

  void multiply_block(const Vector& x, const Vector& y, LocalIndex block, const Beside& beside) const override {
    if constexpr (on_host) {
      const RowBlocks blocks = RowBlocks::of(a_.rows, x.width);
      const Offset first = Offset{blocks.begin(block)} * x.width;
      double* const place = y.data.data() + first;
      const sell::Result to{beside.rows == nullptr ? place : beside.rows, beside.rows == nullptr ? nullptr : place,
                            beside.asked == nullptr ? nullptr : beside.asked + first};
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
        sell::multiply_chunks<C, M>(chunks(), first_chunk(blocks.begin(block)), first_chunk(blocks.end(block)),
                                    x.data.data(), x.width, to);
      });
    }
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
    return {a_.first_rows.data(), a_.offsets.data(), columns_.begins.data(), columns_.columns.data(), a_.values.data()};
  }

  /// The chunk with which the first group from `row` on begins: blocks of rows begin and end with groups.
  [[nodiscard]] LocalIndex first_chunk(LocalIndex row) const {
    constexpr LocalIndex group = SellArrays::group_rows;
    return group_chunks_((row + group - 1) / group);
  }

  template <int M> void launch(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block) const {
    if (first_block >= last_block) return;
    const RowBlocks blocks = RowBlocks::of(a_.rows, x.width);
    const LocalIndex first = first_chunk(blocks.begin(first_block)), last = first_chunk(blocks.end(last_block - 1));
    Kokkos::parallel_for("y = A x (sell)", Place(0, Offset{last - first} * C * x.width),
                         sell::Elements<C, M>{chunks(), first, x.data.data(), x.width, y.data.data()});
  }

  SellArrays a_;
  SellColumns columns_;
  Offset nonzeros_;
  Kokkos::View<LocalIndex*, Kokkos::HostSpace> group_chunks_;  ///< a copy that main() can read
};

}  // namespace

std::unique_ptr<LocalMatrix> make_sell(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk) {
  return with_chunk(chunk, [&]<int C>(std::integral_constant<int, C>) -> std::unique_ptr<LocalMatrix> {
    return std::make_unique<SellMatrix<C>>(make_sell_arrays(matrix, parts, C), matrix.nonzeros());
  });
}

double padding_ratio(const LocalMatrix& matrix) {
  return matrix.nonzeros() == 0 ? 1
                                : static_cast<double>(matrix.stored_entries()) / static_cast<double>(matrix.nonzeros());
}

}  // namespace minikrylov
