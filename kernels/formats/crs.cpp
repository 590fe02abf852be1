// CRS by Kokkos Kernels: the only file that includes its spmv.
#include "kernels/formats/crs.hpp"

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"
#include "kernels/formats/widths.hpp"

namespace minikrylov {
namespace {

using Crs = KokkosSparse::CrsMatrix<double, int, Kokkos::Device<Exec, Memory>, void, int>;
using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
template <class T> using One = Kokkos::View<T*, Kokkos::LayoutRight, Memory, Unmanaged>;
template <class T> using Many = Kokkos::View<T**, Kokkos::LayoutRight, Memory, Unmanaged>;

/// The arrays of our own loops over rows.
struct CrsProduct {
  const int* offsets;
  const LocalIndex* columns;
  const double* values;
  const double* x;
  double* y;
  int width;

  /// One row of A x; M is the width, or any_width.
  template <int M> KOKKOS_FUNCTION void multiply(LocalIndex row, double* to) const {
    constexpr bool any = M == any_width;
    double sum[any ? max_width : M] = {};
    for (int e = offsets[row]; e < offsets[row + 1]; ++e) {
      const double value = values[e];
      const double* from = x + Offset{columns[e]} * width;
      for (int j = 0; j < (any ? width : M); ++j) sum[j] += value * from[j];
    }
    for (int j = 0; j < (any ? width : M); ++j) to[j] = sum[j];
  }
};

/// The product with `matrix`; `y` points to its first row.
CrsProduct product_of(const Crs& matrix, const Vector& x, double* y) {
  return {.offsets = matrix.graph.row_map.data(),
          .columns = matrix.graph.entries.data(),
          .values = matrix.values.data(),
          .x = x.data.data(),
          .y = y,
          .width = x.width};
}

/// y ← A x on one row; M as above.
template <int M> struct MultiplyRow {
  CrsProduct p;

  KOKKOS_FUNCTION void operator()(LocalIndex row) const { p.multiply<M>(row, p.y + Offset{row} * p.width); }
};

/// y ← y + Aᵀ x, the terms of one row. Device threads share y, so they add atomically.
struct AddTransposedRow {
  CrsProduct p;

  KOKKOS_FUNCTION void operator()(LocalIndex row) const {
    for (int e = p.offsets[row]; e < p.offsets[row + 1]; ++e)
      for (int j = 0; j < p.width; ++j) {
        const double term = p.values[e] * p.x[Offset{row} * p.width + j];
        double& sum = p.y[Offset{p.columns[e]} * p.width + j];
        if constexpr (on_host)
          sum += term;
        else
          Kokkos::atomic_add(&sum, term);
      }
  }
};

class CrsMatrix final : public LocalMatrix {
 public:
  explicit CrsMatrix(const CrsArrays& matrix)
      : a_("crs", matrix.rows, matrix.column_count, matrix.nonzeros(), matrix.values, short_offsets(matrix),
           matrix.columns) {}

  [[nodiscard]] LocalIndex rows() const override { return a_.numRows(); }
  [[nodiscard]] LocalIndex columns() const override { return a_.numCols(); }
  [[nodiscard]] Offset nonzeros() const override { return a_.nnz(); }
  [[nodiscard]] Offset stored_entries() const override { return a_.nnz(); }
  /// Kokkos Kernels has its own loop over all rows.
  [[nodiscard]] RowLoop row_loop() const override { return RowLoop::of_format; }

  [[nodiscard]] Offset allocated_bytes() const override {
    return static_cast<Offset>(sizeof(double) * a_.values.size() + sizeof(LocalIndex) * a_.graph.entries.size() +
                               sizeof(int) * a_.graph.row_map.size());
  }

  [[nodiscard]] std::uint64_t digest() const override {
    Digest digest;
    digest.add_all(a_.values);
    digest.add_all(a_.graph.entries);
    digest.add_all(a_.graph.row_map);
    return digest.value();
  }

  void multiply_rows(const Vector& x, RowRange rows, const ResultRows& y) const override {
    if constexpr (!on_host) Kokkos::abort("crs by rows on a device (blocks are for hosts) multiply ranges of rows");
    const CrsProduct product = product_of(a_, x, y.rows);
    const Offset width = x.width;
    with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
      for (LocalIndex row = rows.begin; row < rows.end; ++row)
        product.multiply<M>(row, y.rows + (row - rows.begin) * width);
    });
    if (y.streamed != nullptr) stream(y.rows, (rows.end - rows.begin) * width, y.streamed);
  }

  void multiply(const Vector& x, const Vector& y, RowRange rows) const override {
    if (rows.begin == 0 && rows.end == this->rows() && library_has_kernel()) return multiply_all(x, y);
    with_width(x.width, [&]<int M>(std::integral_constant<int, M>) {
      Kokkos::parallel_for("y = A x (crs, some rows)",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(rows.begin, rows.end),
                           MultiplyRow<M>{product_of(a_, x, y.data.data())});
    });
  }

  void multiply_transposed(const Vector& x, const Vector& y) const override {
    clear_for_sums(y);
    const AddTransposedRow add{product_of(a_, x, y.data.data())};
    if constexpr (on_host) {
      for (LocalIndex row = 0; row < rows(); ++row) add(row);
    } else {
      Kokkos::parallel_for("y = Aᵀ x (crs)", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, rows()), add);
    }
  }

 private:
  /// On Kokkos' Serial the library multiplies in a mere loop. It adds up a row in four parts, so that sums would depend
  /// on whether rows are computed at once, and an emulated device refuses it.
  static bool library_has_kernel() { return std::string_view(Exec::name()) != "Serial"; }

  void multiply_all(const Vector& x, const Vector& y) const {
    const double* from = x.data.data();
    double* to = y.data.data();
    if (x.width == 1)
      KokkosSparse::spmv(Exec(), "N", 1.0, a_, One<const double>(from, columns()), 0.0, One<double>(to, rows()));
    else
      KokkosSparse::spmv(Exec(), "N", 1.0, a_, Many<const double>(from, columns(), x.width), 0.0,
                         Many<double>(to, rows(), x.width));
  }

  Crs a_;
};

}  // namespace

std::unique_ptr<LocalMatrix> make_crs(const CrsArrays& matrix) { return std::make_unique<CrsMatrix>(matrix); }

std::unique_ptr<LocalMatrix> make_crs(const CrsArrays& matrix, const std::vector<LocalIndex>& /*parts*/,
                                      int /*chunk*/) {
  return make_crs(matrix);
}

Array<int> short_offsets(const CrsArrays& matrix) {
  const auto entries = static_cast<Offset>(matrix.columns.extent(0));
  if (entries > std::numeric_limits<int>::max())
    throw std::invalid_argument("the matrix has " + std::to_string(entries) +
                                " nonzeros on a rank (crs has 32-bit offsets) use format sell or more ranks");
  const auto offsets = allocate<int>("row offsets", matrix.offsets.extent(0));
  const auto from = matrix.offsets;
  Kokkos::parallel_for(
      "shorten offsets", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, offsets.extent(0)),
      KOKKOS_LAMBDA(LocalIndex i) { offsets(i) = static_cast<int>(from(i)); });
  Exec().fence("short_offsets");
  return offsets;
}

}  // namespace minikrylov
