// Makes the matrix of a rank, compressed where that is asked for.
#include "miniapp/system/stored_matrix.hpp"

#include <cmath>

#include "kernels/core/arrays.hpp"
#include "kernels/core/precision.hpp"
#include "kernels/formats/blocks.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "miniapp/settings/repeats.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

coded::Allowed codes_of(Compression compression) {
  if (stores_repeats_once(compression)) return coded::Allowed::all;
  return compression == Compression::narrow ? coded::Allowed::narrow : coded::Allowed::tables;
}

/// The same rows with each number rounded.
CrsArrays rounded_rows(const CrsArrays& rows, const FloatFormat& format) {
  CrsArrays to = rows;
  to.values = allocate<double>("rounded values", rows.values.extent(0));
  const auto from = rows.values, values = to.values;
  Kokkos::parallel_for(
      "round the matrix",
      Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>>(0, values.extent(0)),
      KOKKOS_LAMBDA(Offset e) { values(e) = rounded(from(e), format); });
  return to;
}

}  // namespace

void require_range(const Array<double>& values, Precision precision, std::string_view flag, const Communicator& ranks) {
  if (precision == Precision::double_precision) return;
  const FloatFormat format = format_of(precision);
  const Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>> all_values(
      0, values.extent(0));
  double largest = 0;
  Kokkos::parallel_reduce(
      "largest number", all_values,
      KOKKOS_LAMBDA(Offset e, double& most) { most = Kokkos::max(most, Kokkos::abs(values(e))); },
      Kokkos::Max<double>(largest));
  // What is less than a rounding error of the largest number may become zero.
  const double negligible = std::ldexp(ranks.reduce(largest, ReduceBy::maximum), -format.digits);
  Offset lost = 0;
  Kokkos::parallel_reduce(
      "numbers out of range", all_values,
      KOKKOS_LAMBDA(Offset e, Offset & count) {
        count += !survives(values(e), format) && Kokkos::abs(values(e)) > negligible;
      },
      lost);
  const double all = ranks.reduce(static_cast<double>(lost), ReduceBy::sum);
  require(all == 0, "{} {} does not suit this matrix ({:.0f} of its numbers are too large or would become zero) use {}",
          flag, name_of(precision), all, precision == Precision::half_precision ? "bfloat16 or single" : "double");
}

std::unique_ptr<LocalMatrix> rounded_matrix(const CrsArrays& ordered, const Ordering& ordering, int dofs,
                                            const MatrixLayout& layout, Precision precision,
                                            const Communicator& ranks) {
  require_range(ordered.values, precision, "--matrix-precision", ranks);
  const CrsArrays rows = rounded_rows(ordered, format_of(precision));
  const FormatRow& format = row_of(layout.format);
  const bool points = format.unit == OrderedUnit::point;
  return format
      .make_compressed(points ? to_blocks(rows, dofs) : rows,
                       points ? parts_of_points(ordering.parts, dofs) : ordering.parts, layout.chunk,
                       coded::Allowed::narrow, Plain::dropped)
      .matrix;
}

StoredMatrix stored_matrix(const CrsArrays& ordered, const Ordering& ordering, int dofs, const MatrixLayout& layout,
                           const Communicator& ranks) {
  const FormatRow& format = row_of(layout.format);
  const bool points = format.unit == OrderedUnit::point;
  const CrsArrays entries = points ? to_blocks(ordered, dofs) : ordered;
  const auto parts = points ? parts_of_points(ordering.parts, dofs) : ordering.parts;
  if (layout.compression == Compression::none) return {.matrix = format.make(entries, parts, layout.chunk)};
  const Plain plain = layout.compression == Compression::automatic ? Plain::kept : Plain::dropped;
  CompressedMatrix made = format.make_compressed(entries, parts, layout.chunk, codes_of(layout.compression), plain);
  MatrixCoding coding{.asked = layout.compression,
                      .shares = made.shares,
                      .plain_bytes = made.plain_bytes,
                      .coded_bytes = made.matrix->allocated_bytes(),
                      .seconds = made.seconds};
  if (ranks.reduce(made.shares.any_code() ? 1 : 0, ReduceBy::maximum) > 0)
    return {.matrix = std::move(made.matrix), .coding = coding, .plain = std::move(made.plain)};
  coding.kept = KeptForm::plain;
  return {.matrix = made.plain ? std::move(made.plain) : format.make(entries, parts, layout.chunk), .coding = coding};
}

}  // namespace minikrylov
