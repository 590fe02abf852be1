// One row of a sweep, common to all formats.
#pragma once
#include <cmath>

#include "kernels/core/arrays.hpp"
#include "kernels/core/short_floats.hpp"
#include "kernels/triangular/substitution.hpp"

namespace minikrylov {

/// The operands of a sweep besides the triangle, D⁻¹ in numbers of type Inverse. In a backward sweep, `from` is z.
template <class Inverse> struct SweepStep {
  const Inverse* inverse_diagonal;
  const double* from;
  double* z;
  int width;
  Offset ahead = 0;  ///< prefetch distance in entries
};

/// zᵢ from Σ aᵢⱼ zⱼ.
template <SweepDirection D> KOKKOS_FORCEINLINE_FUNCTION double finish(double from, double sum, double inverse) {
  if constexpr (D == SweepDirection::forward)
    return (from - sum) * inverse;
  else
    return from - sum * inverse;
}

/// Calls visit(i) for begin … end-1 in the sequential order of coupled rows: ascending forward, descending backward.
template <SweepDirection D, class Visit>
KOKKOS_FUNCTION void visit_in_turn(LocalIndex begin, LocalIndex end, const Visit& visit) {
  if constexpr (D == SweepDirection::forward)
    for (LocalIndex i = begin; i < end; ++i) visit(i);
  else
    for (LocalIndex i = end; i-- > begin;) visit(i);
}

/// The coupled rows of a part, sequentially by one thread per part.
template <SweepDirection D, class Row> struct InTurn {
  Row row;
  const LocalIndex* begins;  ///< of all parts

  KOKKOS_FUNCTION void operator()(LocalIndex part) const { visit_in_turn<D>(begins[part], begins[part + 1], row); }
};

/// Launches `item(part)` with one thread per part of the stage.
template <class Item> void launch_in_turn(const char* label, SweepStage stage, const Item& item) {
  for_blocks(label, static_cast<LocalIndex>(stage.first), static_cast<LocalIndex>(stage.last), item);
}

/// Calls `row` for all rows (or points) of a sweep whose first part is `part`.
template <SweepDirection D, class Row>
void launch_rows(const char* label, const SweepPart& part, const Sweep& sweep, const Array<LocalIndex>& begins,
                 const Row& row) {
  if (part.coupling == Coupling::none)
    for_blocks(label, part.begin, part.end, row, sweep.progress);
  else
    launch_in_turn(label, sweep.stage, InTurn<D, Row>{row, begins.data()});
}

/// D⁻¹ of single rows, first touched part by part.
template <class Real> Array<Real> inverse_diagonal_of(const Triangles& triangles, const std::vector<SweepPart>& parts) {
  const auto inverse = allocate<Real>("D⁻¹", triangles.rows());
  const auto diagonal = triangles.diagonal;
  for (const SweepPart& part : parts)
    Kokkos::parallel_for(
        "D⁻¹", rows_of_part(part.begin, part.end),
        KOKKOS_LAMBDA(LocalIndex i) { inverse(i) = static_cast<Real>(1 / diagonal(i)); });
  Exec().fence("inverse_diagonal_of");
  return inverse;
}

/// Rounds numbers to another precision.
template <class Real> struct Round {
  Array<double> from;
  Array<Real> to;

  KOKKOS_FUNCTION void operator()(Offset e) const { to(e) = static_cast<Real>(from(e)); }
};

/// `values` rounded to Real, or `values` itself if Real is double. Each thread first touches a contiguous share of each
/// part: begins[p] is the first value of part p, the last element their number.
template <class Real> Array<Real> in_precision(const Array<double>& values, const std::vector<Offset>& begins) {
  if constexpr (std::is_same_v<Real, double>) {
    return values;
  } else {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>>;
    const auto rounded = allocate<Real>("values", values.extent(0));
    for (std::size_t p = 0; p + 1 < begins.size(); ++p)
      Kokkos::parallel_for("round values", Range(begins[p], begins[p + 1]), Round<Real>{values, rounded});
    Exec().fence("in_precision");
    return rounded;
  }
}

/// Calls make(Real()) with the type of the precision.
template <class Make> auto with_real(Precision precision, const Make& make) {
  switch (precision) {
    case Precision::double_precision:
      return make(double());
    case Precision::single_precision:
      return make(float());
    case Precision::half_precision:
      return make(Half());
    case Precision::bfloat16:
      break;
  }
  return make(Bfloat16());
}

/// Counts the numbers that a Real, at most `most`, does not keep with every bit.
template <class Real> struct CountRounded {
  Array<double> numbers;
  double most;

  KOKKOS_FUNCTION void operator()(Offset e, Offset& count) const {
    const double value = numbers(e);
    const bool kept = value >= -most && value <= most &&
                      Kokkos::bit_cast<std::uint64_t>(static_cast<double>(static_cast<Real>(value))) ==
                          Kokkos::bit_cast<std::uint64_t>(value);
    count += !kept;
  }
};

/// Whether all of them are kept.
template <class Real> bool are_exact(const Array<double>& numbers, const FloatFormat& format) {
  const double most = std::ldexp(2 - std::ldexp(1, 1 - format.digits), format.highest);
  Offset rounded = 0;
  Kokkos::parallel_reduce(
      "numbers that would be rounded",
      Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Offset>>(0, numbers.extent(0)),
      CountRounded<Real>{numbers, most}, rounded);
  return rounded == 0;
}

/// The narrowest precision that keeps every bit of both triangles.
inline Precision exact_precision(const Triangles& triangles) {
  for (const Precision precision : {Precision::bfloat16, Precision::half_precision, Precision::single_precision})
    if (with_real(precision, [&]<class Real>(Real) {
          const FloatFormat format = format_of(precision);
          return are_exact<Real>(triangles.lower.values, format) && are_exact<Real>(triangles.upper.values, format);
        }))
      return precision;
  return Precision::double_precision;
}

/// The numbers of D⁻¹ beside triangles of Real: positive pivots must stay so, hence no less than single precision.
template <class Real> using InverseOf = std::conditional_t<std::is_same_v<Real, double>, double, float>;

/// Calls make(Real(), Inverse()) with the types of the triangles' numbers and of those of D⁻¹: below double precision
/// as asked for, otherwise as `narrowing` says.
template <class Make>
auto with_numbers(const Triangles& triangles, Precision precision, Narrowing narrowing, const Make& make) {
  if (precision != Precision::double_precision)
    return with_real(precision, [&]<class Real>(Real number) { return make(number, InverseOf<Real>()); });
  const Precision exact = narrowing == Narrowing::exact ? exact_precision(triangles) : precision;
  return with_real(exact, [&](auto number) { return make(number, double()); });
}

}  // namespace minikrylov
