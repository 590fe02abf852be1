// The matrix of all formats with chunks: one class, with the form of a chunk as a policy.
#pragma once
#include <string>
#include <utility>

#include "kernels/formats/chunk_elements.hpp"
#include "kernels/formats/powers_rows.hpp"
#include "kernels/formats/sell_arrays.hpp"
#include "kernels/formats/widths.hpp"

namespace minikrylov {

/// A matrix in chunks of C rows, or of C points with B unknowns each. `Form`, a policy, owns the chunks in the memory
/// of Exec, and knows how to multiply them:
///   label, block, chunk                       its name; B; C
///   rows(), column_count(), group_chunks()    as in SellArrays
///   chunk_count(), numbers()                  how many chunks and numbers, with padding, it stands for
///   allocated_bytes(), digest()               of all its arrays
///   Pointers pointers()                       what products read
///   multiply<M>(pointers, first, last, x, width, y)   chunks [first, last) on one host thread; M: width or any_width
///   multiply_singles(pointers, first, last, x, y)   where it can: the same for one vector in single precision
///   multiply_powers(pointers, first, last, x, rows)   likewise: the same for sell::Operands and sell::PowersRows
///   add_transposed(pointers, chunks, x, width, y)     y ← y + Aᵀ x, likewise, all of them
///   with_entries(pointers, c, use)            for device threads: see ChunkElement
template <class Form> class ChunkMatrix final : public LocalMatrix {
  static constexpr int B = Form::block, C = Form::chunk;
  static_assert(B <= max_blocks_together);

 public:
  ChunkMatrix(Form form, Offset nonzeros)
      : form_(std::move(form)),
        nonzeros_(nonzeros),
        group_chunks_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), form_.group_chunks())) {}

  [[nodiscard]] LocalIndex rows() const override { return form_.rows() * B; }
  [[nodiscard]] LocalIndex columns() const override { return form_.column_count() * B; }
  [[nodiscard]] Offset nonzeros() const override { return nonzeros_; }
  [[nodiscard]] Offset stored_entries() const override { return form_.numbers(); }
  [[nodiscard]] Offset allocated_bytes() const override { return form_.allocated_bytes(); }
  [[nodiscard]] std::uint64_t digest() const override { return form_.digest(); }
  [[nodiscard]] RowLoop row_loop() const override { return on_host ? RowLoop::of_schedule : RowLoop::of_format; }
  /// A single row block need not be whole points, but B of them are whole groups of 64 points.
  [[nodiscard]] LocalIndex blocks_together() const override { return B; }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    if constexpr (on_host && reads_singles)
      if (x.precision() == Precision::single_precision)
        return Form::multiply_singles(form_.pointers(), first_chunk(rows.begin), first_chunk(rows.end),
                                      x.singles.data(), y);
    require_doubles(x);
    if constexpr (on_host)
      with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
        Form::template multiply<M>(form_.pointers(), first_chunk(rows.begin), first_chunk(rows.end), x.data.data(),
                                   x.width, y);
      });
    else
      give_up(" by rows on a device (blocks are for hosts) multiply ranges of rows");
  }

  [[nodiscard]] Finishing finishing(int width) const override {
    return on_host && can_finish && width == 1 ? Finishing::in_registers : Finishing::of_stored_rows;
  }

  void multiply_and_finish(std::span<const PowersElement> chains, RowRange rows,
                           const Prefetching& ahead) const override {
    if constexpr (on_host && can_finish)
      sell::with_powers_rows(chains, rows.begin, ahead, [&](const auto& x, const auto& y) {
        Form::multiply_powers(form_.pointers(), first_chunk(rows.begin), first_chunk(rows.end), x, y);
      });
    else
      LocalMatrix::multiply_and_finish(chains, rows, ahead);
  }

  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if constexpr (on_host) {
      give_up(" by a separate kernel on a host (its threads multiply row blocks) run a schedule");
    } else {
      if constexpr (reads_singles)
        if (x.precision() == Precision::single_precision) return launch<1>(x.singles, 1, y.singles, rows);
      require_doubles(x);
      const auto launch_all = [&]<int M>(std::integral_constant<int, M>) { launch<M>(x.data, x.width, y.data, rows); };
      if constexpr (is_plain)
        with_width(x.width, launch_all);
      else if (x.width == 1)
        launch_all(std::integral_constant<int, 1>());
      else
        launch_all(std::integral_constant<int, any_width>());
    }
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    clear_for_sums(y);
    if constexpr (on_host) {
      Form::add_transposed(form_.pointers(), form_.chunk_count(), x.data.data(), x.width, y.data.data());
    } else {
      Kokkos::parallel_for(kernel("y = Aᵀ x"), Place(0, Offset{form_.chunk_count()} * B * C),
                           AddChunkRow<Form>{form_.pointers(), x.data.data(), x.width, y.data.data()});
    }
  }

 private:
  static constexpr bool reads_singles = requires(typename Form::Pointers a, const float* x, const ResultRows& y) {
    Form::multiply_singles(a, 0, 0, x, y);
  };
  /// Decoders take a device compiler so long that only one width is compiled besides any_width.
  static constexpr bool is_plain = std::is_same_v<typename Form::Pointers, sell::Chunks>;
  static constexpr bool can_finish = requires(typename Form::Pointers a, sell::Operands<1> x, sell::PowersRows<1> y) {
    Form::multiply_powers(a, 0, 0, x, y);
  };
  using Place = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>;

  [[nodiscard]] static std::string kernel(const char* formula) {
    return std::string(formula) + " (" + Form::label + ")";
  }
  static void require_doubles(const Vector& x) {
    if (x.precision() != Precision::double_precision)
      give_up(" by a vector in single precision (not compiled) use the rounded matrix in sell");
  }
  static void give_up(const char* why) { Kokkos::abort((Form::label + std::string(why)).c_str()); }

  /// The first chunk of the first group at or after `row`, a row of a single unknown; row blocks are whole groups.
  [[nodiscard]] LocalIndex first_chunk(LocalIndex row) const {
    constexpr LocalIndex group = B * SellArrays::group_rows;
    return group_chunks_((row + group - 1) / group);
  }

  template <int M, class Real> void launch(const Array<Real>& x, int width, const Array<Real>& y, RowRange rows) const {
    const LocalIndex first = first_chunk(rows.begin), last = first_chunk(rows.end);
    using Element = ChunkElement<Form, M, Real>;
    Kokkos::parallel_for(
        kernel("y = A x"), Place(0, Element::threads(last - first, width)),
        Element{.a = form_.pointers(), .first_chunk = first, .x = x.data(), .width = width, .y = y.data()});
  }

  Form form_;
  Offset nonzeros_;
  Kokkos::View<LocalIndex*, Kokkos::HostSpace> group_chunks_;  ///< a host copy
};

}  // namespace minikrylov
