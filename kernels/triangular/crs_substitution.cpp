// Substitution with triangles in compressed rows: the baseline.
#include "kernels/triangular/block_substitution.hpp"
#include "kernels/triangular/short_triangle.hpp"

namespace minikrylov {
namespace {

using Direction = SweepDirection;

template <class Real> struct Entries {
  const int* offsets;
  const LocalIndex* columns;
  const Real* values;
};

template <Direction D, class Real, class Inverse> struct OneSide {
  Entries<Real> a;
  SweepStep<Inverse> s;

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    double sum = 0;
    for (int e = a.offsets[i]; e < a.offsets[i + 1]; ++e) sum += static_cast<double>(a.values[e]) * s.z[a.columns[e]];
    s.z[i] = finish<D>(s.from[i], sum, static_cast<double>(s.inverse_diagonal[i]));
  }
};

template <Direction D, class Real, class Inverse> struct AnySides {
  Entries<Real> a;
  SweepStep<Inverse> s;

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    double sum[max_width];
    for (int j = 0; j < s.width; ++j) sum[j] = 0;
    for (int e = a.offsets[i]; e < a.offsets[i + 1]; ++e) {
      const double* const z = s.z + Offset{a.columns[e]} * s.width;
      const double value = static_cast<double>(a.values[e]);
      for (int j = 0; j < s.width; ++j) sum[j] += value * z[j];
    }
    const Offset first = Offset{i} * s.width;
    const double inverse = static_cast<double>(s.inverse_diagonal[i]);
    for (int j = 0; j < s.width; ++j) s.z[first + j] = finish<D>(s.from[first + j], sum[j], inverse);
  }
};

/// Numbers of triangles are of type Real, those of D⁻¹ of type Inverse.
template <class Real, class Inverse> class CrsSubstitution final : public Substitution {
 public:
  CrsSubstitution(const Triangles& triangles, const std::vector<SweepPart>& parts)
      : Substitution(parts, {1, sizeof(Inverse)}),
        lower_(shorten_triangle<Real>(triangles.lower, parts)),
        upper_(shorten_triangle<Real>(triangles.upper, parts)),
        inverse_diagonal_(inverse_diagonal_of<Inverse>(triangles, parts)),
        begins_(begins_of_parts(parts)) {}

 private:
  void run(const Sweep& sweep, const Vector& from, const Vector& z) const override {
    const SweepStep<Inverse> step{inverse_diagonal_.data(), from.data.data(), z.data.data(), z.width};
    if (sweep.direction == Direction::forward)
      launch<Direction::forward>("z = (L + D)⁻¹ r (crs)", sweep, lower_, step);
    else
      launch<Direction::backward>("z = (I + D⁻¹ U)⁻¹ z (crs)", sweep, upper_, step);
  }

  template <Direction D>
  void launch(const char* label, const Sweep& sweep, const ShortTriangle<Real>& triangle,
              const SweepStep<Inverse>& step) const {
    const Entries<Real> a{triangle.offsets.data(), triangle.columns.data(), triangle.values.data()};
    if (step.width == 1)
      launch_in_order<D>(label, sweep, OneSide<D, Real, Inverse>{a, step});
    else
      launch_in_order<D>(label, sweep, AnySides<D, Real, Inverse>{a, step});
  }

  template <Direction D, class Row> void launch_in_order(const char* label, const Sweep& sweep, const Row& row) const {
    launch_rows<D>(label, part(sweep.stage.first), sweep, begins_, row);
  }

  [[nodiscard]] Offset triangle_bytes() const override { return lower_.bytes() + upper_.bytes(); }

  ShortTriangle<Real> lower_, upper_;
  Array<Inverse> inverse_diagonal_;
  Array<LocalIndex> begins_;
};

}  // namespace

std::unique_ptr<Substitution> make_crs_substitution(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                    Precision precision, Narrowing narrowing) {
  if (triangles.block() > 1) return make_crs_block_substitution(triangles, parts, precision);
  return with_numbers(
      triangles, precision, narrowing, [&]<class Real, class Inverse>(Real, Inverse) -> std::unique_ptr<Substitution> {
        return std::make_unique<CrsSubstitution<Real, Inverse>>(triangles, survey_parts(triangles, parts));
      });
}

}  // namespace minikrylov
