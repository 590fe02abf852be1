// Substitution with triangles in compressed rows: the baseline.
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/arrays.hpp"
#include "kernels/substitution_step.hpp"

namespace minikrylov {
namespace {

using Direction = SweepDirection;

/// A triangle with offsets as short as those of a matrix in crs.
struct ShortTriangle {
  Array<int> offsets;
  Array<LocalIndex> columns;
  Array<double> values;

  [[nodiscard]] Offset bytes() const {
    return static_cast<Offset>(sizeof(double) * values.size() + sizeof(LocalIndex) * columns.size() +
                               sizeof(int) * offsets.size());
  }
};

struct Entries {
  const int* offsets;
  const LocalIndex* columns;
  const double* values;
};

template <Direction D> struct OneSide {
  Entries a;
  SweepStep s;

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    double sum = 0;
    for (int e = a.offsets[i]; e < a.offsets[i + 1]; ++e) sum += a.values[e] * s.z[a.columns[e]];
    s.z[i] = finish<D>(s.from[i], sum, s.inverse_diagonal[i]);
  }
};

template <Direction D> struct AnySides {
  Entries a;
  SweepStep s;

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    double sum[max_width];
    for (int j = 0; j < s.width; ++j) sum[j] = 0;
    for (int e = a.offsets[i]; e < a.offsets[i + 1]; ++e) {
      const double* const z = s.z + Offset{a.columns[e]} * s.width;
      for (int j = 0; j < s.width; ++j) sum[j] += a.values[e] * z[j];
    }
    const Offset first = Offset{i} * s.width;
    for (int j = 0; j < s.width; ++j) s.z[first + j] = finish<D>(s.from[first + j], sum[j], s.inverse_diagonal[i]);
  }
};

/// Rows that need each other, by one thread.
template <Direction D, class Row> struct InTurn {
  Row row;
  LocalIndex begin, end;

  KOKKOS_FUNCTION void operator()(LocalIndex) const { visit_in_turn<D>(begin, end, row); }
};

ShortTriangle shorten(const CrsArrays& triangle) {
  if (triangle.nonzeros() > std::numeric_limits<int>::max())
    throw std::invalid_argument("a triangle has " + std::to_string(triangle.nonzeros()) +
                                " entries on a rank (crs has 32-bit offsets) use --format sell or more ranks");
  const auto offsets = allocate<int>("row offsets", triangle.offsets.extent(0));
  const auto from = triangle.offsets;
  Kokkos::parallel_for(
      "shorten offsets", rows_of_part(0, triangle.rows + 1),
      KOKKOS_LAMBDA(LocalIndex i) { offsets(i) = static_cast<int>(from(i)); });
  Exec().fence("shorten offsets");
  return {offsets, triangle.columns, triangle.values};
}

class CrsSubstitution final : public Substitution {
 public:
  CrsSubstitution(const Triangles& triangles, const std::vector<SweepPart>& parts)
      : Substitution(parts),
        lower_(shorten(triangles.lower)),
        upper_(shorten(triangles.upper)),
        inverse_diagonal_(inverse_diagonal_of(triangles, parts)) {}

 private:
  void sweep(Direction direction, std::size_t p, const Vector& from, const Vector& z) const override {
    const SweepStep step{inverse_diagonal_.data(), from.data.data(), z.data.data(), z.width};
    if (direction == Direction::forward)
      launch<Direction::forward>("z = (L + D)⁻¹ r (crs)", part(p), lower_, step);
    else
      launch<Direction::backward>("z = (I + D⁻¹ U)⁻¹ z (crs)", part(p), upper_, step);
  }

  template <Direction D>
  static void launch(const char* label, const SweepPart& part, const ShortTriangle& triangle, const SweepStep& step) {
    const Entries a{triangle.offsets.data(), triangle.columns.data(), triangle.values.data()};
    if (step.width == 1)
      launch_rows<D>(label, part, OneSide<D>{a, step});
    else
      launch_rows<D>(label, part, AnySides<D>{a, step});
  }

  template <Direction D, class Row> static void launch_rows(const char* label, const SweepPart& part, const Row& row) {
    if (part.coupling == Coupling::none)
      Kokkos::parallel_for(label, rows_of_part(part.begin, part.end), row);
    else
      Kokkos::parallel_for(label, rows_of_part(0, 1), InTurn<D, Row>{row, part.begin, part.end});
  }

  [[nodiscard]] Offset triangle_bytes() const override { return lower_.bytes() + upper_.bytes(); }

  ShortTriangle lower_, upper_;
  Array<double> inverse_diagonal_;
};

}  // namespace

std::unique_ptr<Substitution> make_crs_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts) {
  return std::make_unique<CrsSubstitution>(triangles, survey_parts(triangles, parts));
}

}  // namespace minikrylov
