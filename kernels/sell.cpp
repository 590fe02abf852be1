// SELL-C-σ: choosing the compiled kernel for a chunk height and a number of right-hand sides, and launching it.
#include "kernels/sell.hpp"

#include "kernels/sell_product.hpp"

namespace minikrylov {
namespace {

using Place = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>;

/// y ← y + Aᵀ x, one place (row of a chunk) at a time; y is shared between threads of a device.
template <int C> struct AddTransposed {
  sell::Chunks a;
  const double* x;
  double* y;
  int width;

  KOKKOS_FUNCTION void operator()(Offset place) const {
    const auto c = static_cast<LocalIndex>(place / C), lane = static_cast<LocalIndex>(place % C);
    const LocalIndex row = a.first_rows[c] + lane;
    if (row >= a.first_rows[c + 1]) return;
    const double* values = a.values + a.offsets[c] + lane;
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
    sell::with_columns<C>(a, c, [&](const auto& columns) {
      for (Offset k = 0; k < length; ++k)
        for (int j = 0; j < width; ++j) {
          const double term = values[k * C] * x[Offset{row} * width + j];
          double& sum = y[Offset{columns(k, lane)} * width + j];
          if constexpr (on_host)
            sum += term;
          else
            Kokkos::atomic_add(&sum, term);
        }
    });
  }
};

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
  [[nodiscard]] bool attaches() const override { return on_host; }

  [[nodiscard]] Offset allocated_bytes() const override { return allocated_bytes_of(a_, columns_); }

  void multiply(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block,
                const BlockTask* after) const override {
    sell::with_width(x.width,
                     [&]<int M>(std::integral_constant<int, M>) { launch<M>(x, y, first_block, last_block, after); });
  }

  void multiply_block(const Vector& x, const Vector& y, LocalIndex block) const override {
    if constexpr (on_host)
      sell::with_width(x.width, [&]<int M>(std::integral_constant<int, M>) { blocks<M>(x, y, nullptr)(block); });
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    Kokkos::deep_copy(Exec(), y.data, 0.0);
    Exec().fence("y = 0");
    const AddTransposed<C> add{chunks(), x.data.data(), y.data.data(), x.width};
    const Offset places = Offset{a_.chunks()} * C;
    if constexpr (on_host)
      for (Offset place = 0; place < places; ++place) add(place);
    else
      Kokkos::parallel_for("y = Aᵀ x (sell)", Place(0, places), add);
  }

 private:
  [[nodiscard]] sell::Chunks chunks() const {
    return {a_.first_rows.data(), a_.offsets.data(), columns_.begins.data(), columns_.columns.data(), a_.values.data()};
  }

  /// The product of a host, block by block.
  template <int M> [[nodiscard]] sell::Blocks blocks(const Vector& x, const Vector& y, const BlockTask* after) const {
    return {chunks(),
            group_chunks_.data(),
            RowBlocks::of(a_.rows, x.width),
            sell::multiply_chunks<C, M>,
            x.data.data(),
            y.data.data(),
            x.width,
            after};
  }

  template <int M>
  void launch(const Vector& x, const Vector& y, LocalIndex first_block, LocalIndex last_block,
              const BlockTask* after) const {
    if constexpr (on_host) {
      for_blocks("y = A x (sell)", first_block, last_block, blocks<M>(x, y, after));
    } else if (first_block < last_block) {
      constexpr LocalIndex group = SellArrays::group_rows;
      const RowBlocks rows_of = RowBlocks::of(a_.rows, x.width);
      const LocalIndex first = group_chunks_(rows_of.begin(first_block) / group);
      const LocalIndex last = group_chunks_((rows_of.end(last_block - 1) + group - 1) / group);
      Kokkos::parallel_for("y = A x (sell)", Place(0, Offset{last - first} * C * x.width),
                           sell::Elements<C, M>{chunks(), first, x.data.data(), x.width, y.data.data()});
    }
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
